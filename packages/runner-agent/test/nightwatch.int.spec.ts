import type { ProjectSettings } from '@assay/contract';
import { findChromeDriver } from '../src/browser/findChromeDriver.ts';
import type { AssignedRun } from '../src/connection/assignedWork.ts';
import { openBench } from './agentBench.ts';
import { findOnMachine } from './machineFiles.ts';
import { installOnDemand, useModules } from './onDemandFramework.ts';

const modules =
  (await findChromeDriver(process.env, { find: findOnMachine, isolated: false, inContainer: false })) === null
    ? null
    : await installOnDemand('nightwatch', { nightwatch: '3.16.0' });

const config = `module.exports = {
  src_folders: ['specs'],
  webdriver: { start_process: true, port: 9515 },
  screenshots: { enabled: true, on_failure: true, on_error: true, path: 'shots' },
  globals: { waitForConditionTimeout: 300, retryAssertionTimeout: 300 },
  test_settings: { default: { desiredCapabilities: { browserName: 'chrome' } } },
};`;
const page = "'data:text/html,<title>Shop</title><h1>Tea</h1>'";
const described = `const fs = require('node:fs');
describe('Shop', function () {
  this.tags = ['smoke'];
  this.skipTestcasesOnFail = false;
  it('opens', (b) => { console.log('opened'); b.url(${page}).assert.titleEquals('Shop'); });
  it('sells coffee', (b) => { b.assert.textContains('h1', 'Coffee'); });
  it('throws', () => { throw new Error('thrown'); });
  it.skip('is to be mended', () => {});
  it('fails once', () => { if (!fs.existsSync(process.env.MARK)) { fs.writeFileSync(process.env.MARK, ''); throw new Error('not this time'); } });
});
`;
const steps = `module.exports = {
  '@tags': ['steps'],
  'one'(b) { b.url(${page}).assert.titleEquals('Shop'); },
  'two'(b) { b.assert.titleEquals('Bazaar'); },
  'three'(b) { b.end(); },
};`;
const closed = `describe('Closed', () => {
  before(() => { throw new Error('no key'); });
  it('never opens', () => {});
});`;
const disabled = `describe('Old', function () { this.disabled = true; it('is not run', () => {}); });`;

(modules ? describe : describe.skip)(
  'NightWatch tests of every kind (needs chromium, chromedriver and the npm registry)',
  () => {
    const bench = openBench();

    async function run(
      files: Record<string, string>,
      run: Partial<AssignedRun> = {},
      own: Partial<ProjectSettings> = {},
    ) {
      const mark = `${bench.folder}/mark-${crypto.randomUUID()}`;
      const variables = [{ key: 'MARK', value: mark, encrypted: false, file: false }];
      const settings = { testingFramework: 'NightWatch' as const, installCommand: useModules(modules ?? ''), ...own };
      return await bench.outcomeOf(
        bench.order({ gitUrl: bench.repository(files), ...settings }, { variables, ...run }),
      );
    }

    it('gives each its own result, live, with its output, its reason and its picture', async () => {
      const files = {
        'nightwatch.conf.js': config,
        'specs/shop.js': described,
        'specs/steps.js': steps,
        'specs/closed.js': closed,
        'specs/old.js': disabled,
        'specs/broken.js': "require('./nowhere'); it('is not known', () => {});",
      };
      const { finals, statuses, tests, problem } = await run(files);
      expect(problem).toBeNull();
      expect(statuses).toEqual({
        'Shop › opens': 'PASS',
        'Shop › sells coffee': 'FAIL',
        'Shop › throws': 'FAIL',
        'Shop › is to be mended': 'IGNORED',
        'Shop › fails once': 'FAIL',
        one: 'PASS',
        two: 'FAIL',
        three: 'NOT_RUN',
        'Closed › never opens': 'FAIL',
        'Old › is not run': 'IGNORED',
        'Loading the file': 'FAIL',
      });
      expect(tests.at(-1)).toMatchObject({ file: 'specs/broken.js' });
      expect(finals.get('Loading the file')?.error).toContain('./nowhere');
      expect(tests.find(({ name }) => name === 'two')).toMatchObject({ file: 'specs/steps.js', tags: ['steps'] });
      expect(finals.get('Shop › opens')?.output).toContain('opened\n');
      expect(finals.get('Shop › throws')).toMatchObject({
        error: 'thrown',
        stackTrace: expect.stringContaining('specs/shop.js:7'),
      });
      expect(finals.get('Closed › never opens')?.error).toContain('no key');
      const failed = finals.get('two');
      expect(failed?.error).toContain('Shop');
      const picture = failed?.artifacts.find(({ kind }) => kind === 'screenshot');
      expect(
        bench.service.blobs
          .get(picture?.blobId ?? '')
          ?.subarray(1, 4)
          .toString(),
      ).toBe('PNG');
    });

    it('written for another test runner are refused, with what to do', async () => {
      const mocha = config.replace('src_folders', "test_runner: 'mocha', src_folders");
      const { problem } = await run({ 'nightwatch.conf.js': mocha, 'specs/steps.js': steps });
      expect(problem).toMatchObject({
        code: 'list.failed',
        message: expect.stringMatching(/^The tests are written for mocha.*framework Other/),
      });
    });

    it('runs only the selected tests, and retries a failed test', async () => {
      const files = { 'nightwatch.conf.js': config, 'specs/shop.js': described, 'specs/steps.js': steps };
      const filters = ['Shop › fails once', 'Regex: throws'];
      const { statuses, attemptsOf } = await run(files, {
        includeTags: ['@smoke'],
        testFilters: filters,
        retryFailedTests: true,
      });
      expect(statuses).toEqual({ 'Shop › throws': 'FAIL', 'Shop › fails once': 'PASS' });
      expect(attemptsOf('Shop › throws').map(({ final }) => final)).toEqual([false, true]);
      expect(attemptsOf('Shop › fails once').map(({ status }) => status)).toEqual(['FAIL', 'PASS']);
    });

    it('runs the other files when one keeps NightWatch from starting any', async () => {
      const pages = "describe('Pages', () => { const { title } = browser.page.shop; it('is there', () => title()); });";
      const good = `describe('Good', () => { it('opens', (b) => { b.url(${page}).assert.titleEquals('Shop'); }); });`;
      const files = { 'specs/a.js': pages, 'specs/b.js': good, 'specs/c.js': good, 'nightwatch.conf.js': config };
      bench.service.unitPerFile = false;
      const { tests, attempts, problem } = await run(files);
      bench.service.unitPerFile = true;
      const outcomes = attempts.map(({ testId, status }) => [
        tests.find((each) => each.testId === testId)?.file,
        status,
      ]);
      expect(outcomes).toEqual([
        ['specs/a.js', 'NOT_RUN'],
        ['specs/b.js', 'PASS'],
        ['specs/c.js', 'PASS'],
      ]);
      expect(problem).toMatchObject({ code: 'process.ended', message: expect.stringContaining('browser.page.shop') });
    });

    it('lists suites that use the globals of NightWatch where they are declared', async () => {
      const globals = `describe('Globals', () => {
        const title = element('h1');
        const shop = browser.globals.waitForConditionTimeout;
        const field = element(by.css('input'));
        it('is there', (b) => { b.url(${page}).assert.titleEquals('Shop'); });
      });`;
      const { statuses, problem } = await run({ 'nightwatch.conf.js': config, 'specs/globals.js': globals });
      expect(problem).toBeNull();
      expect(statuses).toEqual({ 'Globals › is there': 'PASS' });
    });

    it('finds globals and folders where its configuration names them', async () => {
      const own = config.replace('globals: {', "globals_path: './globals.js', globals: {");
      const files = {
        'e2e/nightwatch.conf.js': own,
        'e2e/globals.js': "module.exports = { drink: 'tea' };",
        'e2e/specs/drink.js': `describe('Drink', () => {
          it('is tea', (b) => { b.url(${page}).assert.titleEquals('Shop'); b.assert.equal(b.globals.drink, 'tea'); });
        });`,
      };
      const { statuses, problem } = await run(files, {}, { configFile: 'e2e/nightwatch.conf.js' });
      expect(problem).toBeNull();
      expect(statuses).toEqual({ 'Drink › is tea': 'PASS' });
    });

    it('runs the tests that only its command line names, and takes its other arguments', async () => {
      const one = (name: string, tag: string) => `describe('${name}', function () {
        this.tags = ['${tag}'];
        it('opens', (b) => { b.url(${page}).assert.titleEquals('Shop'); });
      });`;
      const files = {
        'nightwatch.conf.js': config.replace("src_folders: ['specs']", 'src_folders: []'),
        'specs/a.js': one('A', 'fast'),
        'specs/b.js': one('B', 'slow'),
        'other/c.js': one('C', 'fast'),
      };
      const { statuses, problem } = await run(files, {}, { frameworkArguments: ['specs', '--skiptags', 'slow'] });
      expect(problem).toBeNull();
      expect(statuses).toEqual({ 'A › opens': 'PASS' });
    });
  },
);
