import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ProjectSettings } from '@assay/contract';
import { freePort } from '../../../test/support/freePort.ts';
import type { AssignedRun } from '../src/connection/assignedWork.ts';
import { findCommand } from '../src/process/findCommand.ts';
import { openBench, type TestFinished } from './agentBench.ts';
import { playwrightConfig, playwrightKinds } from './playwrightKinds.ts';

/** Elsewhere a browser is more than one executable that could replace Playwright's. */
const onLinux = process.platform === 'linux';
const hasFfmpeg = onLinux && findCommand(process.env, ['ffmpeg']) !== null;

describe('Playwright tests of every kind', () => {
  const bench = openBench();

  async function run(
    files: Record<string, string>,
    run: Partial<AssignedRun> = {},
    settings: Partial<ProjectSettings> = {},
  ) {
    const project = { gitUrl: bench.repository(files), testingFramework: 'Playwright' as const, ...settings };
    return await bench.outcomeOf(bench.order(project, run));
  }

  it('gives each its own result, whatever its title is', async () => {
    const { statuses, finals, tests } = await run({ 'tests/kinds.spec.ts': playwrightKinds });
    expect(statuses).toEqual({
      passes: 'PASS',
      'a › b': 'PASS',
      'runs a script in its output': 'PASS',
      'row 1': 'PASS',
      'row 2': 'PASS',
      'is expected to fail': 'PASS',
      'is expected to fail and passes': 'FAIL',
      'is to be mended': 'IGNORED',
      'is skipped on the way': 'IGNORED',
      'fails once': 'FAIL',
      'fails always': 'FAIL',
      'takes too long': 'FAIL',
      'ends its worker': 'FAIL',
      'in a row › breaks off': 'FAIL',
      'in a row › comes after': 'NOT_RUN',
    });
    expect(tests.find(({ name }) => name === 'row 2')).toMatchObject({
      file: 'tests/kinds.spec.ts',
      tags: ['@rows'],
    });
    expect(finals.get('passes')?.output).toMatch(/to stdout\nto stderr\n|to stderr\nto stdout\n/);
    expect(finals.get('takes too long')).toMatchObject({ timedOut: true, error: expect.stringContaining('500ms') });
    expect(finals.get('is expected to fail and passes')?.error).toBe('The test is expected to fail, and passed.');
    // Neither colors nor escape codes in the reason.
    expect(finals.get('fails always')?.error).toMatch(/^Error: one and two\n\nexpect\(received\)\.toBe\(expected\)/);
    const line = playwrightKinds.split('\n').findIndex((text) => text.startsWith("test('fails always'")) + 1;
    expect(finals.get('fails always')).toMatchObject({
      codeFrames: [{ file: 'tests/kinds.spec.ts', line, firstLine: line - 5 }],
      steps: [{ title: expect.stringMatching(/one and two/), depth: 0, status: 'FAIL' }],
    });
    expect(finals.get('fails once')?.artifacts).toContainEqual(
      expect.objectContaining({ kind: 'file', name: 'notes.txt', mediaType: 'text/plain' }),
    );
  });

  it('gives a test after a flaky one of its serial group its final result', async () => {
    const serial = `import { test } from '@playwright/test';
test.describe.serial('in a row', () => {
  test('goes before', () => {});
  test('is flaky', ({}, info) => { if (info.retry === 0) throw new Error('not this time'); });
  test('comes after', () => {});
});
test.describe.serial('in vain', () => {
  test('breaks off', () => { throw new Error('broken off'); });
  test('is never reached', () => {});
});
test.describe.serial('in turns', () => {
  test('passes at first', ({}, info) => { if (info.retry === 1) throw new Error('not again'); });
  test('fails at first', () => { throw new Error('broken off'); });
});
`;
    const config = `module.exports = { retries: 1 };`;
    const { finals, attemptsOf, tests } = await run({ 'tests/serial.spec.ts': serial, 'playwright.config.js': config });
    // Tests that build on each other belong to one runner.
    const together = tests.map((test) => test.together);
    expect(together).toEqual([0, 0, 0, 3, 3, 5, 5].map((first) => together[first]));
    expect(new Set(together).size).toBe(3);
    expect(together).not.toContain(undefined);
    expect(Object.fromEntries([...finals].map(([name, { status, attempt }]) => [name, [status, attempt]]))).toEqual({
      'in a row › goes before': ['PASS', 1],
      'in a row › is flaky': ['PASS', 2],
      'in a row › comes after': ['PASS', 1],
      'in vain › breaks off': ['FAIL', 2],
      'in vain › is never reached': ['NOT_RUN', 1],
      'in turns › passes at first': ['PASS', 1],
      'in turns › fails at first': ['FAIL', 2],
    });
    expect(finals.get('in turns › fails at first')?.error).toMatch(/not reached/);
    expect(attemptsOf('in a row › comes after')).toHaveLength(1);
  });

  it('runs all other files when some cannot be loaded, and shows these as failed', async () => {
    const good = "import { test } from '@playwright/test';\ntest('one', () => {});";
    const files = {
      'tests/good.spec.ts': good,
      'tests/broken.spec.ts': "import { test } from '@playwright/test';\ntest('two', () => {",
      'tests/throws.spec.ts': `${good.replace('one', 'three')}\nrequire('./shared').start();`,
      'tests/shared.ts': "export function start() { throw new Error('no server'); }",
      'tests/twice.spec.ts': `${good}\n${good.split('\n')[1]}`,
    };
    const { tests, attempts } = await run(files);
    const outcomes = attempts.map(({ testId, status, error }) => {
      const test = tests.find((each) => each.testId === testId);
      return [test?.file, test?.name, status, error?.split('\n')[0]];
    });
    expect(outcomes.sort()).toEqual([
      [
        'tests/broken.spec.ts',
        'Loading the file',
        'FAIL',
        expect.stringMatching(/^SyntaxError: tests.broken\.spec\.ts/),
      ],
      ['tests/good.spec.ts', 'one', 'PASS', undefined],
      ['tests/throws.spec.ts', 'Loading the file', 'FAIL', 'Error: no server'],
      ['tests/twice.spec.ts', 'Loading the file', 'FAIL', expect.stringContaining('duplicate test title "one"')],
    ]);
  });

  it('finds the broken files even when their modules do not tell which file imported them', async () => {
    const importing = (what: string) =>
      `import { test } from '@playwright/test';\nimport ${what};\ntest('of a broken file', () => {});`;
    const files = {
      'package.json': '{ "type": "module" }',
      'tests/first.spec.ts': "import { test } from '@playwright/test';\ntest('one', () => {});",
      'tests/helper.spec.ts': importing("'./helper.ts'"),
      'tests/helper.ts': "throw new Error('no server');",
      'tests/missing.spec.js': importing("'./nowhere.js'"),
      'tests/name.spec.js': importing("{ nothing } from './names.js'"),
      'tests/names.js': 'export const something = 1;',
      'tests/word.spec.js': importing("'./word.js'"),
      'tests/word.js': "throw 'only a word';",
      'tests/zebra.spec.ts': "import { test } from '@playwright/test';\ntest('two', () => {});",
    };
    const { tests, attempts } = await run(files);
    const outcomes = attempts.map(({ testId, status, error }) => {
      const test = tests.find((each) => each.testId === testId);
      return [test?.file, test?.name, status, error?.split('\n')[0]];
    });
    expect(outcomes.sort()).toEqual([
      ['tests/first.spec.ts', 'one', 'PASS', undefined],
      ['tests/helper.spec.ts', 'Loading the file', 'FAIL', 'Error: no server'],
      ['tests/missing.spec.js', 'Loading the file', 'FAIL', expect.stringContaining('nowhere.js')],
      ['tests/name.spec.js', 'Loading the file', 'FAIL', expect.stringContaining("'nothing'")],
      ['tests/word.spec.js', 'Loading the file', 'FAIL', expect.stringContaining('only a word')],
      ['tests/zebra.spec.ts', 'two', 'PASS', undefined],
    ]);
  });

  it.each([
    // Nothing tells which spec file imported an ES module; one listing, and one for each of three files.
    ['that all import a module that fails', "import './helper.ts';", 'no server', 4],
    // One listing with them, and one without.
    ['that all fail by themselves', "throw new Error('not today');", 'not today', 2],
  ])('lists files %s only so often', async (_, line, said, listings) => {
    const counted = join(bench.folder, `listings-${listings}`);
    const spec = `import { test } from '@playwright/test';\n${line}\ntest('one', () => {});`;
    const names = Array.from({ length: 12 }, (_each, number) => `tests/${number}.spec.ts`);
    const { problem } = await run(
      {
        'package.json': '{ "type": "module" }',
        'playwright.config.ts': `import { appendFileSync } from 'node:fs';
          appendFileSync(process.env.COUNTED, 'listed ' + process.pid + '\\n');
          export default {};`,
        'tests/helper.ts': "throw new Error('no server');",
        ...Object.fromEntries(names.map((name) => [name, spec])),
      },
      { variables: [{ key: 'COUNTED', value: counted, encrypted: false, file: false }] },
    );
    expect(problem).toMatchObject({ code: 'list.failed', message: expect.stringContaining(said) });
    expect(new Set(readFileSync(counted, 'utf8').trim().split('\n')).size).toBe(listings);
  });

  it('retries once when the run says so, each try with its own files, whatever the config says', async () => {
    const files = {
      'tests/kinds.spec.ts': playwrightKinds,
      'playwright.config.ts': playwrightConfig.replace(/, projects.*/, '});'),
    };
    const { attemptsOf } = await run(files, {
      retryFailedTests: true,
      testFilters: ['fails once', 'fails always', 'passes'],
    });
    expect(attemptsOf('fails once').map(({ attempt, status, final }) => [attempt, status, final])).toEqual([
      [1, 'FAIL', false],
      [2, 'PASS', true],
    ]);
    expect(attemptsOf('fails always').map(({ final }) => final)).toEqual([false, true]);
    expect(attemptsOf('passes').map(({ final }) => final)).toEqual([true]);
    const notes = attemptsOf('fails once').map(({ artifacts }) =>
      bench.service.blobs.get(artifacts[0]?.blobId ?? '')?.toString(),
    );
    expect(notes).toEqual(['attempt 0', 'attempt 1']);
  });

  it("uses the configuration's retries where the run asks for none", async () => {
    const files = {
      'tests/kinds.spec.ts': playwrightKinds,
      'playwright.config.ts': playwrightConfig.replace(/3, projects.*/, '1 });'),
    };
    const { attemptsOf } = await run(files, { testFilters: ['fails once', 'fails always'] });
    expect(attemptsOf('fails once').map(({ status, final }) => [status, final])).toEqual([
      ['FAIL', false],
      ['PASS', true],
    ]);
    expect(attemptsOf('fails always').map(({ final }) => final)).toEqual([false, true]);
  });

  it('distinguishes the same test in several projects, and keeps its identity when one is selected', async () => {
    const files = { 'tests/kinds.spec.ts': playwrightKinds, 'playwright.config.ts': playwrightConfig };
    const both = await run(files, { testFilters: ['Regex: passes \\['] });
    expect([...both.finals.keys()].sort()).toEqual([
      'is expected to fail and passes [desk]',
      'is expected to fail and passes [phone]',
      'passes [desk]',
      'passes [phone]',
    ]);
    const one = await run(files, { testFilters: ['passes [phone]'], playwrightProject: 'phone' });
    expect([...one.finals.keys()]).toEqual(['passes [phone]']);
    expect(one.finals.get('passes [phone]')?.testId).toBe(both.finals.get('passes [phone]')?.testId);
  });

  it('has one runner on a machine where its web server would be in the way of another', async () => {
    const files = {
      'tests/one.spec.ts': "import { test } from '@playwright/test';\ntest('one', () => {});",
      'playwright.config.js': `module.exports = { webServer: { command: 'node server.js', url: 'http://127.0.0.1:' + process.env.SHOP } };`,
      'server.js':
        "require('node:http').createServer((_, answer) => answer.end()).listen(process.env.SHOP, '127.0.0.1');",
    };
    const port = { key: 'SHOP', value: String(await freePort()), encrypted: false, file: false };
    const gitUrl = bench.repository(files);
    const order = bench.order({ gitUrl, testingFramework: 'Playwright' }, { variables: [port] });
    const { statuses, setupLog } = await bench.outcomeOf(order);
    expect(statuses).toEqual({ one: 'PASS' });
    expect(bench.service.lists.get(order.testRunId)).toMatchObject({ takesTurns: true });
    expect(setupLog).toContain('one runner on each machine');
  });

  it('ends a test that even Playwright cannot end', async () => {
    const blocking = `import { test } from '@playwright/test';
      test('first', () => {}); test('blocks', () => { for (;;); }); test('last', () => {});`;
    const { finals } = await run({ 'tests/block.spec.ts': blocking }, { testTimeoutSeconds: 2 });
    expect(Object.fromEntries([...finals].map(([name, { status }]) => [name, status]))).toEqual({
      first: 'PASS',
      blocks: 'FAIL',
      last: 'PASS',
    });
    expect(finals.get('blocks')?.timedOut).toBe(true);
  });

  const page = `import { test, expect } from '@playwright/test';
    test('draws', async ({ page }) => {
      await page.goto('data:text/html,<title>Shop</title>');
      await expect(page).toHaveTitle('Shop');
    });`;
  const videosOf = (test: TestFinished | undefined) => test?.artifacts.filter(({ kind }) => kind === 'video').length;

  (onLinux ? it : it.skip)('runs a project as it is on the browser of the machine', async () => {
    const { finals } = await run({ 'tests/page.spec.ts': page });
    expect(finals.get('draws')).toMatchObject({ status: 'PASS', error: null });
  });

  (onLinux ? it : it.skip)('records no video where the run wants none, whatever the config says', async () => {
    const files = {
      'package.json': '{ "type": "module" }',
      'own/playwright.config.mts': `import { defineConfig } from '@playwright/test';
        export default defineConfig({ testDir: '../tests', use: { video: 'on' }, projects: [{ name: 'a', use: { video: 'on' } }] });`,
      'tests/page.spec.ts': page,
    };
    const { finals } = await run(files, { recordVideo: false }, { configFile: 'own/playwright.config.mts' });
    expect(finals.get('draws')?.status).toBe('PASS');
    expect(videosOf(finals.get('draws'))).toBe(0);
  });

  (onLinux && !hasFfmpeg ? it : it.skip)('says before the tests run that nothing can record their videos', async () => {
    const variables = [{ key: 'PLAYWRIGHT_BROWSERS_PATH', value: bench.folder, encrypted: false, file: false }];
    const files = {
      'tests/one.spec.ts': "import { test } from '@playwright/test';\ntest('one', () => {});",
      'playwright.config.js': "module.exports = { use: { video: 'on' } };",
    };
    const { statuses, setupLog } = await run(files, { recordVideo: true, variables });
    expect(statuses).toEqual({ one: 'PASS' });
    expect(setupLog).toMatch(/no ffmpeg.*tests that open a page fail/);
  });

  (hasFfmpeg ? it : it.skip)('records videos where the run wants them, unless the config says otherwise', async () => {
    const silent = { 'playwright.config.js': "module.exports = { testDir: 'tests' };", 'tests/page.spec.ts': page };
    const recorded = await run(silent, { recordVideo: true });
    expect(videosOf(recorded.finals.get('draws'))).toBe(1);
    const against = { ...silent, 'playwright.config.js': "module.exports = { use: { video: 'off' } };" };
    const kept = await run(against, { recordVideo: true });
    expect(kept.finals.get('draws')?.status).toBe('PASS');
    expect(videosOf(kept.finals.get('draws'))).toBe(0);
  });
});
