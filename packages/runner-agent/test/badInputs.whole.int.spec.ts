import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ProjectSettings } from '@assay/contract';
import type { AssignedRun } from '../src/connection/assignedWork.ts';
import { openBench } from './agentBench.ts';

const shell = { testingFramework: 'Other' as const, resultFiles: ['results/*.xml'] };
const goodXml = '<testsuite name="Good"><testcase classname="Good" name="passes" time="0.1"/></testsuite>';

/** A command with one line of Node, quoted for every system. */
function script(code: string): Record<string, string> {
  return { 'run.mjs': code, 'README.md': 'nothing else' };
}

describe('problems of a run, in helpful words', () => {
  const bench = openBench();

  async function problemOf(
    settings: Partial<ProjectSettings> & Pick<ProjectSettings, 'gitUrl'>,
    run: Partial<AssignedRun> = {},
  ) {
    const order = bench.order(settings, run);
    return { ...(await bench.outcomeOf(order)), order };
  }

  it('a repository that does not exist', async () => {
    const { problem } = await problemOf({ gitUrl: join(bench.folder, 'nowhere') });
    expect(problem).toMatchObject({ code: 'git.unreachable', message: expect.stringContaining('Check the git URL') });
  });

  it('a server that does not answer, without its password in the message', async () => {
    const { problem } = await problemOf({ gitUrl: 'https://me:hunter22@127.0.0.1:9/shop.git' });
    expect(problem).toMatchObject({ code: 'git.unreachable', message: expect.not.stringContaining('hunter22') });
  });

  it('the same with a password that is not escaped', async () => {
    const { problem } = await problemOf({ gitUrl: 'https://me:hunter22%@127.0.0.1:9/shop.git' });
    expect(problem).toMatchObject({ code: 'git.unreachable', message: expect.not.stringContaining('hunter22') });
  });

  it('a git URL that would run a command', async () => {
    const trap = join(bench.folder, 'trap');
    const { problem } = await problemOf({ gitUrl: `ext::sh -c "touch ${trap}"` });
    expect(problem?.code).toBe('git.unreachable');
    expect((await problemOf({ gitUrl: `--upload-pack=touch ${trap}` })).problem?.code).toBe('git.unreachable');
    expect(existsSync(trap)).toBe(false);
  });

  it('a branch that does not exist, with the existing ones', async () => {
    const { problem } = await problemOf({ gitUrl: bench.repository({ a: 'a' }), defaultBranch: 'release' });
    expect(problem).toMatchObject({
      code: 'git.branchNotFound',
      message: expect.stringContaining('branches are: main'),
    });
  });

  it('a commit that does not exist, even one that looks like an option', async () => {
    const gitUrl = bench.repository({ a: 'a' });
    expect((await problemOf({ gitUrl }, { ref: 'v9.9' })).problem?.code).toBe('git.refNotFound');
    expect((await problemOf({ gitUrl }, { ref: '--output=x' })).problem?.code).toBe('git.refNotFound');
  });

  it('a working directory that does not exist or is outside', async () => {
    const gitUrl = bench.repository({ a: 'a' });
    expect((await problemOf({ gitUrl, workingDirectory: 'e2e' })).problem?.code).toBe('workspace.directoryNotFound');
    expect((await problemOf({ gitUrl, workingDirectory: '../..' })).problem?.code).toBe('workspace.directoryNotFound');
  });

  it('a repository without tests', async () => {
    const gitUrl = bench.repository({ 'README.md': 'no tests yet' });
    expect((await problemOf({ gitUrl })).problem).toMatchObject({
      code: 'list.empty',
      message: /^No tests were found/,
    });
    const playwright = await problemOf({ gitUrl, testingFramework: 'Playwright' });
    expect(playwright.problem).toMatchObject({
      code: 'list.empty',
      message: expect.stringMatching(/It was said:\n.*No tests found/s),
    });
  });

  it('tests that cannot be parsed, with the position', async () => {
    const broken = { 'features/broken.feature': 'Feature: Broken\n  Scenario: One\n    Given tea\n    Nonsense\n' };
    const { problem } = await problemOf({ gitUrl: bench.repository(broken) });
    expect(problem).toMatchObject({ code: 'list.failed', message: expect.stringMatching(/broken\.feature.*4:5/s) });
    const spec = { 'tests/broken.spec.ts': "import { test } from '@playwright/test';\ntest('one', async () => {" };
    const playwright = await problemOf({ gitUrl: bench.repository(spec), testingFramework: 'Playwright' });
    expect(playwright.problem).toMatchObject({
      code: 'list.failed',
      message: expect.stringContaining('broken.spec.ts'),
    });
  });

  it('a filter that matches no test', async () => {
    // The run ends with this unit; what has not arrived by then never does.
    bench.service.slowLog = 'test-list';
    const { problem, order } = await problemOf(
      { gitUrl: bench.sample('cucumber-shop') },
      { testFilters: ['No such test'] },
    );
    bench.service.slowLog = null;
    expect(problem).toMatchObject({ code: 'list.noneSelected', message: expect.stringContaining('17 tests') });
    // The log still shows which tests there are.
    const log = bench.service.logs.get(`${order.testRunId}/test-list`);
    expect(log).toMatch(/17 tests found, none of them.*\n(.*\n)*features\/\S+:\d+ {2}An empty cart costs nothing/);
  });

  it('an install command that fails, with the end of its output', async () => {
    const gitUrl = bench.repository({ a: 'a' });
    const { problem } = await problemOf({ gitUrl, installCommand: 'echo no such package && exit 7' });
    expect(problem).toMatchObject({
      code: 'install.failed',
      message: expect.stringMatching(/exit code 7.*no such package/s),
    });
  });

  it('a framework that the project does not install', async () => {
    const { problem } = await problemOf({
      gitUrl: bench.repository({ 'cypress.json': '{}' }),
      testingFramework: 'Cypress',
    });
    expect(problem).toMatchObject({
      code: 'framework.notFound',
      message: expect.stringContaining('cypress is not installed'),
    });
  });

  // Fakes of old versions, without what the agent needs.
  it.each([
    [
      'NightWatch',
      'nightwatch',
      '1.7.13',
      'bin/runner.js',
      'nightwatch.conf.js',
      /^NightWatch 1\.7\.13 .* from 3\.2 on/,
    ],
    ['WebDriverIO', '@wdio/cli', '8.46.0', 'bin/wdio.js', 'wdio.conf.js', /^WebDriverIO 8\.46\.0 .* from 9 on/],
  ] as const)('%s in a version that is too old, with the first supported one', async (...old) => {
    const [testingFramework, name, version, script, configFile, told] = old;
    const gitUrl = bench.repository({
      [configFile]: '',
      [`node_modules/${name}/package.json`]: JSON.stringify({ name, version, main: 'lib/index.js' }),
      [`node_modules/${name}/lib/index.js`]: '',
      [`node_modules/${name}/${script}`]: '',
    });
    const { problem } = await problemOf({ gitUrl, testingFramework });
    expect(problem).toMatchObject({ code: 'list.failed', message: expect.stringMatching(told) });
    expect(problem?.message).toMatch(/Update it, or give the project the framework Other, with a JUnit reporter/);
  });

  it('a framework without its config file, with the possible names', async () => {
    const { problem } = await problemOf({ gitUrl: bench.repository({ a: 'a' }), testingFramework: 'Cypress' });
    expect(problem).toMatchObject({ code: 'config.notFound', message: expect.stringContaining('cypress.config.ts') });
  });

  it('a framework with config files in several folders, with their names', async () => {
    const gitUrl = bench.repository({ 'shop/cypress.config.ts': '', 'stock/cypress.config.js': '' });
    expect((await problemOf({ gitUrl, testingFramework: 'Cypress' })).problem).toMatchObject({
      code: 'config.ambiguous',
      message: expect.stringContaining('shop/cypress.config.ts, stock/cypress.config.js'),
    });
  });

  it('a command that succeeds without any result', async () => {
    const { problem } = await problemOf({
      ...shell,
      gitUrl: bench.repository({ a: 'a' }),
      testCommand: 'echo all fine',
    });
    expect(problem).toMatchObject({
      code: 'results.missing',
      message: expect.stringMatching(/results\/\*\.xml.*all fine/s),
    });
  });

  it('results from before the command ran do not count', async () => {
    const gitUrl = bench.repository({ 'results/old.xml': goodXml });
    const { problem, finals } = await problemOf({ ...shell, gitUrl, testCommand: 'exit 0' });
    expect([problem?.code, finals.size]).toEqual(['results.missing', 0]);
  });

  it('a command that fails although no test does', async () => {
    const code = `import { mkdirSync, writeFileSync } from 'node:fs'; mkdirSync('results');
      writeFileSync('results/a.xml', ${JSON.stringify(goodXml)}); console.error('coverage too low'); process.exit(3);`;
    const { problem, finals } = await problemOf({
      ...shell,
      gitUrl: bench.repository(script(code)),
      testCommand: 'node run.mjs',
    });
    expect(problem).toMatchObject({
      code: 'command.failed',
      message: expect.stringMatching(/exit code 3.*coverage too low/s),
    });
    expect(finals.get('passes')?.status).toBe('PASS');
  });

  it('broken XML, with its position, while the other files count', async () => {
    const code = `import { mkdirSync, writeFileSync } from 'node:fs'; mkdirSync('results');
      writeFileSync('results/a.xml', ${JSON.stringify(goodXml)});
      writeFileSync('results/b.xml', '<testsuite>\\n<testcase name="cut" classname="C"/>\\n<testcase ');`;
    const { problem, finals } = await problemOf({
      ...shell,
      gitUrl: bench.repository(script(code)),
      testCommand: 'node run.mjs',
    });
    expect(problem).toMatchObject({
      code: 'results.unreadable',
      message: expect.stringContaining('results/b.xml, line 3'),
    });
    expect([...finals.keys()].sort()).toEqual(['cut', 'passes']);
  });

  it('a command that hangs is ended with everything that it started', async () => {
    const code = `import { spawn } from 'node:child_process'; import { writeFileSync } from 'node:fs';
      const idle = 'setInterval(() => {}, 1000)';
      const near = spawn(process.execPath, ['-e', idle]);
      const far = spawn(process.execPath, ['-e', idle], { detached: true, stdio: 'ignore' });
      writeFileSync(process.env.PIDS, near.pid + ' ' + far.pid); process.on('SIGTERM', () => {}); setInterval(() => {}, 1000);`;
    const pids = join(bench.folder, 'pids');
    const variables = [{ key: 'PIDS', value: pids, encrypted: false, file: false }];
    const settings = { ...shell, gitUrl: bench.repository(script(code)), testCommand: 'node run.mjs' };
    const order = bench.order(settings, { testTimeoutSeconds: 2, variables });
    bench.service.startRun(order);
    const held = () => bench.service.unitsOf(order.testRunId).find(({ state }) => state === 'held')?.assignment.kind;
    await bench.service.until(() => held() === 'tests', 'the command to be started');
    // Its silence is measured from its start: until it hangs, results arrive.
    const results = join(bench.workDir, 'workspaces', order.testRunId, 'repository', 'results');
    mkdirSync(results);
    let written = 0;
    const hangs = () => existsSync(pids) && readFileSync(pids, 'utf8').includes(' ');
    await bench.service.until(() => {
      writeFileSync(join(results, `${written++}.xml`), goodXml);
      return hangs();
    }, 'the command to hang');
    await bench.service.untilRunEnded(order.testRunId);
    const [problem] = bench.service.unitsOf(order.testRunId).flatMap((unit) => unit.problem ?? []);
    expect(problem).toMatchObject({ code: 'timeout', message: expect.stringContaining('for 2 seconds') });
    const left = readFileSync(pids, 'utf8').split(' ').map(Number).filter(isRunning);
    expect(left).toEqual([]);
  });

  it('a command that prints 100 MB costs neither memory nor the log', async () => {
    const code = `import { mkdirSync, writeFileSync } from 'node:fs';
      const line = 'x'.repeat(999) + '\\n'; let left = 100_000;
      const more = () => { while (left-- > 0) if (!process.stdout.write(line)) return process.stdout.once('drain', more);
        mkdirSync('results'); writeFileSync('results/a.xml', ${JSON.stringify(goodXml)}); }; more();`;
    const order = bench.order({ ...shell, gitUrl: bench.repository(script(code)), testCommand: 'node run.mjs' });
    const before = memory();
    let peak = 0;
    bench.service.startRun(order);
    await bench.service.until(() => {
      peak = Math.max(peak, memory() - before);
      return bench.service.unitsOf(order.testRunId).filter(({ state }) => state === 'completed').length === 2;
    }, 'the end of a run that prints much');
    expect(bench.finals(order.testRunId).get('passes')?.status).toBe('PASS');
    const log = () =>
      [...bench.service.logs].find(([name]) => name.startsWith(`${order.testRunId}/${order.testRunId}`))?.[1] ?? '';
    // A unit waits only this long for its log.
    await bench.service.until(() => log().includes('cut by Assay: a log keeps its first 5 MB'), 'all of the log');
    expect(log().length).toBeLessThan(5.1 * 1024 * 1024);
    // The fake service in the same process keeps the 5 MB as well, several times while it appends.
    expect(peak / 1024 / 1024).toBeLessThan(120);
  });

  it('after all this the agent runs tests as before', async () => {
    const { problem, finals } = await problemOf(
      { gitUrl: bench.sample('cucumber-shop') },
      { includeTags: ['@vouchers'] },
    );
    expect(problem).toBeNull();
    expect(finals.size).toBe(3);
  });
});

function memory(): number {
  // External memory includes array buffers.
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

function isRunning(id: number): boolean {
  try {
    process.kill(id, 0);
    return true;
  } catch {
    return false;
  }
}
