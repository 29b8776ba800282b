import { execFileSync, spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { closeSync, existsSync, mkdtempSync, openSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readScript, sandboxScript, startScript } from './startScript.ts';

const windows = process.platform === 'win32';

(windows ? describe.skip : describe)('the start script of a container (needs a POSIX shell)', () => {
  const folder = mkdtempSync(join(tmpdir(), 'assay-script-'));
  afterAll(() => rmSync(folder, { recursive: true }));

  function seen(environment: NodeJS.ProcessEnv): Record<string, string> {
    const script = join(folder, 'start.sh');
    writeFileSync(script, startScript(environment));
    const shown = execFileSync('/bin/sh', [script, process.execPath, '-p', 'JSON.stringify(process.env)'], {
      env: { PATH: '/usr/bin:/bin', FROM_IMAGE: 'stays' },
      encoding: 'utf8',
    });
    expect(existsSync(script)).toBe(false);
    return JSON.parse(shown);
  }

  it('passes variables unchanged, beside those of the image, and removes its file', () => {
    const values = {
      PLAIN: 'a b',
      QUOTES: `it's "so" \`so\` $(so) $HOME \\`,
      LINES: 'one\ntwo\n',
      EMPTY: '',
      UNICODE: 'ä€😀',
      OPTION: '-n',
    };
    expect(seen(values)).toMatchObject({ ...values, FROM_IMAGE: 'stays' });
  });

  it('skips names that a shell cannot set', () => {
    const all = seen({ 'a.b': '1', 'x;touch y': '2', UID: '7', PPID: '8', '': '9', AFTER: 'there', NOT: undefined });
    expect(all.AFTER).toBe('there');
    for (const name of ['a.b', 'x;touch y', 'NOT']) expect(all[name]).toBeUndefined();
  });
});

(windows ? describe.skip : describe)('the start of a sandboxed process (needs a POSIX shell)', () => {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'assay-sandbox-script-')));
  afterAll(() => rmSync(folder, { recursive: true }));

  const values = {
    PATH: '/usr/bin:/bin',
    QUOTES: `it's "so" $(so)`,
    'spring.profiles': `a 'b'`,
    OPTIND: 'none',
    IFS: 'a',
    '--version': 'an option',
    NODE_OPTIONS: '--no-deprecation',
    ASSAY_VARIABLE_1: 'A=1',
  };
  const show = ['sh', folder, process.execPath, '-p', 'JSON.stringify([process.cwd(), process.env])'];
  const expected = { QUOTES: values.QUOTES, 'spring.profiles': values['spring.profiles'], OPTIND: 'none' };

  it('sets all variables of the run, also those with names that no shell knows', () => {
    const script = join(folder, 'start');
    writeFileSync(script, sandboxScript(values));
    const said = execFileSync('/bin/sh', [script, ...show.slice(1)], { env: {}, encoding: 'utf8' });
    const [directory, environment] = JSON.parse(said);
    expect(directory).toBe(folder);
    expect(environment).toMatchObject(expected);
    expect(environment.OLDPWD).toBeUndefined();
  });

  it('starts no program with a value in its arguments, not even for a moment', () => {
    const secret = randomUUID();
    const lines = sandboxScript({ PLAIN: secret, 'spring.password': secret, UID: secret }).split('\n');
    expect(lines.filter((line) => line.includes(secret) && !line.startsWith('export '))).toEqual([]);
    expect(lines.filter((line) => line.includes(secret))).toHaveLength(3);
  });

  it.each([
    ['exit 3', 3],
    ['kill -TERM $$', 128 + 15],
  ])('with an unusual name ends as the command does: %s', (command, status) => {
    const script = join(folder, 'ends');
    writeFileSync(script, sandboxScript({ PATH: values.PATH, 'a.b': '1' }));
    expect(spawnSync('/bin/sh', [script, folder, '/bin/sh', '-c', command], { env: {} }).status).toBe(status);
  });

  it('is read from a descriptor, and closes it', () => {
    const shown = 'printf "%s" "$QUOTES"; if cat <&4 2>/dev/null; then echo " open"; else echo " closed"; fi';
    const args = ['-c', readScript, 'sh', folder, '/bin/sh', '-c', shown];
    const script = join(folder, 'piped');
    writeFileSync(script, sandboxScript({ PATH: values.PATH, QUOTES: values.QUOTES }));
    const descriptor = openSync(script, 'r');
    const { stdout } = spawnSync('/bin/sh', args, {
      env: { PATH: values.PATH },
      stdio: ['ignore', 'pipe', 'ignore', 'ignore', descriptor],
      encoding: 'utf8',
    });
    closeSync(descriptor);
    expect(stdout).toBe(`${values.QUOTES} closed\n`);
  });

  it('runs nothing where the directory cannot be entered', () => {
    const end = spawnSync('/bin/sh', ['-c', sandboxScript({}), 'sh', join(folder, 'missing'), 'echo', 'ran'], {
      encoding: 'utf8',
    });
    expect([end.status, end.stdout]).toEqual([126, '']);
  });
});
