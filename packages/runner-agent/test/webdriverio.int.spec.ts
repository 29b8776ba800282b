import { existsSync, readFileSync } from 'node:fs';
import type { AssignedRun } from '../src/connection/assignedWork.ts';
import { openBench } from './agentBench.ts';
import { useModules } from './onDemandFramework.ts';
import { installWdio, runWdio } from './wdioRuns.ts';

const modules = await installWdio();

const config = `export const config = {
  runner: 'local',
  specs: ['./specs/**/*.js'],
  capabilities: [{ browserName: 'chrome' }],
  framework: 'mocha',
  reporters: ['spec'],
  specFileRetries: 3,
  mochaOpts: { ui: 'bdd', timeout: 20_000, retries: 2, bail: true },
  afterTest: async (test, context, { error }) => { if (error) await browser.takeScreenshot(); },
};`;
const spec = `import { browser, expect, $ } from '@wdio/globals';
const page = 'data:text/html,<title>Shop</title><h1>Tea</h1>';
describe('Shop', () => {
  it('opens @smoke', async () => { await browser.url(page); console.log('opened'); await expect(browser).toHaveTitle('Shop'); });
  it('sells (tea) [1]', async () => { await browser.url(page); if ((await $('h1').getText()) !== 'Coffee') throw new Error('no coffee'); });
  it('same name', () => {});
  it('same name', () => { throw new Error('the second one'); });
  it('is to be written');
  it('finds out that it cannot', function () { this.skip(); });
  describe('Stock', () => {
    let tries = 0;
    it('fails once', function () { this.retries(1); tries += 1; if (tries === 1) throw new Error('not this time'); });
    it('is left untidy', () => {});
    afterEach(function () { if (this.currentTest.title === 'is left untidy') throw new Error('cannot tidy up'); });
  });
  describe('Closed', () => {
    before(() => { throw new Error('no key'); });
    it('never opens', () => {});
    it('never sells', () => {});
  });
});
`;

(modules ? describe : describe.skip)(
  'WebDriverIO tests of every kind (needs chromium, chromedriver and the npm registry)',
  () => {
    const bench = openBench();

    const run = (project: Record<string, string>, run: Partial<AssignedRun> = {}) =>
      runWdio(bench, modules, project, run);

    it('gives each its own result, live, with its output, its reason and its picture', async () => {
      const only = "describe('Only', () => { it('is left out', () => {}); it.only('is run', () => {}); });";
      const broken = {
        'specs/only.spec.js': only,
        'specs/broken.spec.js': "import './nowhere.js';\nit('is not known', () => {});",
      };
      const files = {
        'wdio.conf.mjs': config,
        'specs/shop.spec.js': spec,
        'package.json': '{"type":"module"}',
        ...broken,
      };
      const { finals, statuses, tests, attemptsOf, problem } = await run(files);
      expect(problem).toBeNull();
      expect(statuses).toEqual({
        'Shop › opens @smoke': 'PASS',
        'Shop › sells (tea) [1]': 'FAIL',
        'Shop › same name': 'PASS',
        'Shop › same name #2': 'FAIL',
        'Shop › is to be written': 'IGNORED',
        'Shop › finds out that it cannot': 'IGNORED',
        'Shop › Stock › fails once': 'PASS',
        'Shop › Stock › is left untidy': 'FAIL',
        'Shop › Closed › never opens': 'FAIL',
        'Shop › Closed › never sells': 'FAIL',
        'Only › is run': 'PASS',
        'Loading the file': 'FAIL',
      });
      expect(tests.at(-1)).toMatchObject({ file: 'specs/broken.spec.js' });
      expect(finals.get('Loading the file')?.error).toContain('nowhere.js');
      const opens = tests.find(({ name }) => name === 'Shop › opens @smoke');
      expect(opens).toMatchObject({ file: 'specs/shop.spec.js', tags: ['@smoke'] });
      // Only their titles select them.
      const twins = tests.filter(({ together }) => together);
      expect(twins.map(({ name }) => name)).toEqual(['Shop › same name', 'Shop › same name #2']);
      expect(finals.get('Shop › opens @smoke')?.output).toContain('opened\n');
      const failed = finals.get('Shop › sells (tea) [1]');
      expect(failed).toMatchObject({ error: 'no coffee', stackTrace: expect.stringContaining('specs/shop.spec.js:5') });
      const picture = bench.service.blobs.get(failed?.artifacts[0]?.blobId ?? '');
      expect(picture?.subarray(1, 4).toString()).toBe('PNG');
      expect(failed?.artifacts).toMatchObject([{ kind: 'screenshot', name: 'screenshot-1.png' }]);
      expect(attemptsOf('Shop › Stock › fails once').map(({ status, final }) => [status, final])).toEqual([
        ['FAIL', false],
        ['PASS', true],
      ]);
      expect(finals.get('Shop › Stock › is left untidy')?.error).toContain('cannot tidy up');
      expect(finals.get('Shop › Closed › never sells')?.error).toMatch(/before all.*no key/);
    });

    it('runs only the selected tests, in each of the browsers, also in TypeScript, and retries a failed test', async () => {
      const two = config.replace(
        "[{ browserName: 'chrome' }]",
        "[{ browserName: 'chrome' }, { browserName: 'chrome' }]",
      );
      const typed = `const browsers: number = 2;\n${two.replaceAll('.js', '.ts')}`;
      const files = { 'wdio.conf.ts': typed, 'specs/shop.spec.ts': `const shop: string = 'Shop';\n${spec}` };
      const filters = ['Shop › same name [chrome] #2', 'Shop › same name [chrome 2]'];
      const { statuses, attemptsOf } = await run(files, { testFilters: filters, retryFailedTests: true });
      expect(statuses).toEqual({ 'Shop › same name [chrome] #2': 'FAIL', 'Shop › same name [chrome 2]': 'PASS' });
      expect(attemptsOf('Shop › same name [chrome] #2').map(({ final }) => final)).toEqual([false, true]);
    });

    it('leaves no browser behind when the run is canceled', async () => {
      const hanging = `import { writeFileSync } from 'node:fs';
        it('hangs', async () => {
          writeFileSync(process.env.PID, String(browser.capabilities['goog:processID']));
          await new Promise((resolve) => setTimeout(resolve, 1e6));
        });`;
      const pidFile = `${bench.folder}/pid`;
      const order = bench.order(
        {
          gitUrl: bench.repository({
            'wdio.conf.mjs': config.replace('20_000', '1e6'),
            'specs/hang.spec.js': hanging,
            'package.json': '{"type":"module"}',
          }),
          testingFramework: 'WebDriverIO',
          installCommand: useModules(modules ?? ''),
        },
        { variables: [{ key: 'PID', value: pidFile, encrypted: false, file: false }] },
      );
      bench.service.startRun(order);
      const pid = () => (existsSync(pidFile) ? Number(readFileSync(pidFile, 'utf8')) : 0);
      await bench.service.until(() => pid() > 0, 'a browser');
      expect(isRunning(pid())).toBe(true);
      for (const unit of bench.service.unitsOf(order.testRunId)) if (unit.state === 'held') unit.state = 'canceled';
      await bench.service.until(() => !isRunning(pid()), 'the end of the browser');
    });
  },
);

function isRunning(id: number): boolean {
  try {
    process.kill(id, 0);
    return true;
  } catch {
    return false;
  }
}
