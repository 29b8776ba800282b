import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { openMachineFiles } from '../../test/machineFiles.ts';
import { SecretMask } from '../masking/secretMask.ts';
import { codeFramesOf, placesNamedIn } from './codeFrames.ts';

describe('the places that a stack trace names', () => {
  it.each([
    ['    at totals (features/cart.ts:118:14)', { file: 'features/cart.ts', line: 118, column: 14 }],
    ['    at file:///w/cart.mjs:3:1', { file: 'file:///w/cart.mjs', line: 3, column: 1 }],
    ['\u001b[90m    at /w/a b/../cart.ts:7:2\u001b[39m', { file: 'b/../cart.ts', line: 7, column: 2 }],
    ['tests/test_cart.py:4: AssertionError', { file: 'tests/test_cart.py', line: 4, column: null }],
  ])('are read from %j', (line, place) => {
    expect(placesNamedIn(line)).toEqual([place]);
  });

  it('begin with the innermost, which Python names last', () => {
    const stack = '  File "/w/a.py", line 1, in f\n    g()\n  File "/w/b.py", line 2, in g\n    raise';
    expect(placesNamedIn(stack).map(({ file }) => file)).toEqual(['/w/b.py', '/w/a.py']);
  });
});

describe('the code of a failure', () => {
  const host = { files: openMachineFiles(), reach: null };
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'assay-code-')));
  afterAll(() => rmSync(folder, { recursive: true }));
  const [repository, directory] = [join(folder, 'repository'), join(folder, 'repository/apps/shop')];
  const put = (path: string, content: string) => {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), content);
    return join(folder, path);
  };
  const numbered = (count: number) => Array.from({ length: count }, (_, at) => `line ${at + 1}`);
  const cart = put('repository/apps/shop/cart.ts', numbered(30).join('\n'));
  const framesOf = (stack: string, secrets: string[] = []) =>
    codeFramesOf(stack, { repository, directory, host }, new SecretMask(secrets));

  it('is the lines around each of its own frames, by the path in the repository', async () => {
    const stack = `Error: no\n    at add (${cart}:20:3)\n    at ${pathToFileURL(cart).href}:2:1\n    at x (cart.ts:20:9)`;
    expect(await framesOf(stack)).toEqual([
      { file: 'apps/shop/cart.ts', line: 20, column: 3, firstLine: 15, lines: numbered(25).slice(14) },
      { file: 'apps/shop/cart.ts', line: 2, column: 1, firstLine: 1, lines: numbered(7) },
    ]);
  });

  it('never shows secrets, not even one of several lines', async () => {
    put('repository/key.ts', 'const key = `first part\nsecond part`;\nthrow key;');
    const [frame] = await framesOf(`at ${repository}/key.ts:3:1`, ['first part\nsecond part']);
    expect(frame?.lines.join('\n')).toBe('const key = `***`;\nthrow key;');
  });

  it('has nothing of files that lie elsewhere, wherever links lead, nor of packages', async () => {
    const outside = put('outside/secret.ts', 'mine');
    symlinkSync(outside, join(repository, 'link.ts'));
    put('repository/node_modules/x/index.js', 'theirs');
    put('repository/.git/config.ts', 'theirs');
    const named = [outside, '../../../outside/secret.ts', 'node_modules/x/index.js', '.git/config.ts', 'link.ts'];
    const stack = named.map((file) => `    at ${file.startsWith('/') ? file : join(repository, file)}:1:1`).join('\n');
    expect(await framesOf(`${stack}\n    at gone.ts:1:1\n    at cart.ts:999:1`)).toEqual([]);
  });

  it('is of a few frames, with lines of bounded length', async () => {
    const long = put(
      'repository/long.ts',
      numbered(40)
        .map((line) => line.padEnd(5000, 'x'))
        .join('\n'),
    );
    const stack = numbered(40)
      .map((_, at) => `    at ${long}:${at + 1}:1`)
      .join('\n');
    const frames = await framesOf(stack);
    expect(frames).toHaveLength(5);
    expect(frames[0]?.lines[0]).toHaveLength(300);
  });
});
