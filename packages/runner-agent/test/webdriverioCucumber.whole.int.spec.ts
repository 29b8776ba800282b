import type { AssignedRun } from '../src/connection/assignedWork.ts';
import { openBench } from './agentBench.ts';
import { installWdio, runWdio } from './wdioRuns.ts';

const modules = await installWdio();

const config = `export const config = {
  runner: 'local',
  specs: ['./features/**/*.feature'],
  capabilities: [{ browserName: 'chrome' }],
  framework: 'cucumber',
  reporters: ['spec'],
  specFileRetries: 3,
  cucumberOpts: { require: ['./steps/*.js'], timeout: 20_000, retry: 2, retryTagFilter: '@flaky', failFast: true, tags: 'not @later' },
  afterStep: async (step, scenario, { error }) => { if (error) await browser.takeScreenshot(); },
};`;
const steps = `import { Given, When, Then, Before, After } from '@wdio/cucumber-framework';
import { browser, expect, $ } from '@wdio/globals';
let tries = 0;
Given('the shop', async () => { await browser.url('data:text/html,<title>Shop</title><h1>Tea</h1>'); console.log('opened'); });
Then('its title is {word}', async (title) => { await expect(browser).toHaveTitle(title); });
Then('it sells {word}', async (what) => { if ((await $('h1').getText()) !== what) throw new Error('no \\u001b[31m' + what + '\\u001b[39m'); });
When('it fails once', () => { tries += 1; if (tries === 1) throw new Error('not this time'); });
When('it is to be written', () => 'pending');
When('it does not apply', () => 'skipped');
When(/^it is one/, () => {});
When(/one of two$/, () => {});
When('the page is handed over', async function () { this.attach(Buffer.from(await browser.takeScreenshot(), 'base64'), 'image/png'); });
When('nothing else', () => {});
Before('@closed', () => { throw new Error('no key'); });
After('@untidy', () => { throw new Error('cannot tidy up'); });
`;
const feature = `@shop
Feature: Shop
  @smoke
  Scenario: opens
    Given the shop
    Then its title is Shop

  Scenario Outline: sells
    Given the shop
    Then it sells <what>

    Examples:
      | what   |
      | Tea    |
      | Coffee |

    @evening
    Examples:
      | what |
      | Tea  |
      | Rum  |

  @flaky
  Scenario: fails once
    When it fails once

  Scenario: is to be written
    When it is to be written

  Scenario: finds out that it cannot
    When it does not apply
    Then it sells Coffee

  Scenario: has a step that nobody wrote
    When nobody wrote this

  Scenario: has a step that fits twice
    When it is one of two

  @closed
  Scenario: never opens
    Given the shop

  @untidy
  Scenario: is left untidy
    Given the shop

  Rule: pictures
    Scenario: hands over a picture
      Given the shop
      When the page is handed over

  @later
  Scenario: is left out

  @skip(browserName="chrome")
  Scenario: is not for this browser
    When nothing else
`;
const other = 'Feature: Other\n  Scenario: is elsewhere\n    When nothing else\n';
const plain = { 'wdio.conf.mjs': config, 'package.json': '{"type":"module"}', 'steps/shop.js': steps };
const files = { ...plain, 'features/shop.feature': feature };

(modules ? describe : describe.skip)(
  'WebDriverIO scenarios of every kind (needs chromium, chromedriver and the npm registry)',
  () => {
    const bench = openBench();

    const run = (project: Record<string, string>, run: Partial<AssignedRun> = {}) =>
      runWdio(bench, modules, project, run);

    it('gives each its own result, live, with its output, its reason and its picture', async () => {
      const broken = {
        'features/broken.feature': 'Feature: Broken\n  Scenario: is\n    Given the shop\n    Sometimes it breaks\n',
      };
      const { finals, statuses, tests, attemptsOf, problem } = await run({
        ...files,
        'features/other.feature': other,
        ...broken,
      });
      expect(problem).toBeNull();
      expect(statuses).toEqual({
        opens: 'PASS',
        'sells (Tea)': 'PASS',
        'sells (Coffee)': 'FAIL',
        'sells (Tea) #2': 'PASS',
        'sells (Rum)': 'FAIL',
        'fails once': 'PASS',
        'is to be written': 'IGNORED',
        'finds out that it cannot': 'IGNORED',
        'has a step that nobody wrote': 'FAIL',
        'has a step that fits twice': 'FAIL',
        'never opens': 'FAIL',
        'is left untidy': 'FAIL',
        'hands over a picture': 'PASS',
        'is elsewhere': 'PASS',
        'Loading the file': 'FAIL',
      });
      expect(tests.at(-1)).toMatchObject({ file: 'features/broken.feature' });
      expect(finals.get('Loading the file')?.error).toContain('Sometimes it breaks');
      const rum = tests.find(({ name }) => name === 'sells (Rum)');
      expect(rum).toMatchObject({ file: 'features/shop.feature', line: 21, tags: ['@shop', '@evening'] });
      expect(tests.filter(({ together }) => together)).toEqual([]);
      expect(finals.get('opens')?.output).toContain('opened\n');
      const failed = finals.get('sells (Coffee)');
      expect(failed).toMatchObject({
        error: expect.stringContaining('no Coffee'),
        stackTrace: expect.stringMatching(/Step: it sells Coffee\n(.*\n)*.*steps\/shop\.js:6/),
        artifacts: [{ kind: 'screenshot', name: 'screenshot-1.png' }],
      });
      const picture = bench.service.blobs.get(failed?.artifacts[0]?.blobId ?? '');
      expect(picture?.subarray(1, 4).toString()).toBe('PNG');
      for (const name of ['sells (Rum)', 'hands over a picture'])
        expect(finals.get(name)?.artifacts).toMatchObject([{ name: 'screenshot-1.png' }]);
      expect(attemptsOf('fails once').map(({ status, final }) => [status, final])).toEqual([
        ['FAIL', false],
        ['PASS', true],
      ]);
      expect(finals.get('has a step that nobody wrote')?.error).toContain('nobody wrote this');
      expect(finals.get('never opens')?.error).toContain('no key');
      expect(finals.get('is left untidy')?.error).toContain('cannot tidy up');
    });

    it('runs only the selected rows, in the selected browsers, also in TypeScript, and retries a failed one', async () => {
      const two = config.replace(
        "[{ browserName: 'chrome' }]",
        "[{ browserName: 'chrome' }, { browserName: 'chrome' }]",
      );
      const typed = `const browsers: number = 2;\n${two.replaceAll('.js', '.ts')}`;
      const project = {
        'wdio.conf.ts': typed,
        'package.json': '{"type":"module"}',
        'steps/shop.ts': steps.replace('let tries', 'let tries: number'),
        'features/shop.feature': feature,
      };
      const filters = ['sells (Rum) [chrome 2]', 'sells (Tea) [chrome] #2'];
      const { statuses, attemptsOf, problem } = await run(project, { testFilters: filters, retryFailedTests: true });
      expect(problem).toBeNull();
      expect(statuses).toEqual({
        'sells (Tea) [chrome] #2': 'PASS',
        'sells (Rum) [chrome 2]': 'FAIL',
      });
      expect(attemptsOf('sells (Rum) [chrome 2]').map(({ final }) => final)).toEqual([false, true]);
    });

    it('excludes by tags, and treats undefined steps as WebDriverIO is configured', async () => {
      const lenient = config.replace('timeout: 20_000', 'timeout: 20_000, ignoreUndefinedDefinitions: true');
      const { statuses } = await run(
        { ...files, 'wdio.conf.mjs': lenient },
        { includeTags: ['@shop'], excludedTags: ['@smoke', '@evening', '@flaky', '@closed', '@untidy'] },
      );
      expect(statuses).toMatchObject({
        'has a step that nobody wrote': 'IGNORED',
        'has a step that fits twice': 'IGNORED',
        'sells (Coffee)': 'FAIL',
      });
      expect(Object.keys(statuses)).not.toContain('opens');
      expect(Object.keys(statuses)).not.toContain('sells (Rum)');
    });

    it('says what to do when the tests are written for Jasmine', async () => {
      const jasmine = config.replace("'cucumber'", "'jasmine'");
      const { problem } = await run({ ...files, 'wdio.conf.mjs': jasmine });
      expect(problem).toMatchObject({
        code: 'list.failed',
        message: expect.stringMatching(/^The tests are written for jasmine.*Mocha and Cucumber.*Other/),
      });
    });

    it('says what is wrong with a step file, and with a hook before all', async () => {
      const broken = await run({
        ...plain,
        'features/other.feature': other,
        'steps/broken.js': "import './nowhere.js';",
      });
      expect(broken.statuses).toEqual({ 'is elsewhere': 'NOT_RUN' });
      expect(broken.problem?.message).toContain('nowhere.js');
      const hook = `import { BeforeAll } from '@wdio/cucumber-framework';\nBeforeAll(() => { throw new Error('no stock'); });`;
      const closed = await run({ ...plain, 'features/other.feature': other, 'steps/hooks.js': hook });
      expect(closed.statuses).toEqual({ 'is elsewhere': 'NOT_RUN' });
      expect(closed.problem?.message).toContain('no stock');
    });
  },
);
