import { findChromeDriver } from '../src/browser/findChromeDriver.ts';
import { type AgentBench, openBench } from './agentBench.ts';
import { findOnMachine } from './machineFiles.ts';
import { installOnDemand, useModules } from './onDemandFramework.ts';

/** The first and the last release of version 7: one numbers and one names the results of steps. */
const cucumbers: { version: string; modules: string | null }[] = [];
for (const version of ['7.1.0', '7.3.2'])
  cucumbers.push({ version, modules: await installOnDemand('cucumber', { '@cucumber/cucumber': version }) });
const playwright = await installOnDemand('playwright-1.41', { '@playwright/test': '1.41.2' });
const machine = { find: findOnMachine, isolated: false, inContainer: false };
const hasDriver = (await findChromeDriver(process.env, machine)) !== null;
/** The first version that reports its tests' results; its code is in another folder than in later ones. */
const nightwatch = hasDriver ? await installOnDemand('nightwatch', { nightwatch: '3.2.0' }) : null;

describe('older versions of frameworks (need the npm registry)', () => {
  const bench = openBench();

  const statusesOf = (finals: Awaited<ReturnType<AgentBench['run']>>) =>
    Object.fromEntries([...finals].map(([name, { status, attempt }]) => [name, `${status} ${attempt}`]));

  for (const { version, modules } of cucumbers) {
    (modules ? it : it.skip)(`CucumberJS ${version}: lists, chooses, tries again`, async () => {
      const feature = `Feature: Cart
  Background:
    Given a shop
  Scenario: passes
    Then it is 1
  Scenario Outline: rows
    Then it is <n>
    Examples:
      | n |
      | 1 |
      | 2 |
  Scenario: fails once
    Then it works at last
  Rule: nothing is for free
    Scenario: is not written yet
      Then nobody knows
    Scenario: is half written
      Then it is pending
`;
      const steps = `const { Given, Then } = require('@cucumber/cucumber');
let tries = 0;
Given('a shop', () => {});
Then('it is {int}', (n) => { if (n !== 1) throw new Error('not one'); });
Then('it is pending', () => 'pending');
Then('it works at last', () => { tries += 1; if (tries === 1) throw new Error('not this time'); });`;
      const repository = bench.repository({
        'cucumber.js': "module.exports = { default: '--publish-quiet features/**/*.feature' };",
        'features/cart.feature': feature,
        'features/steps.js': steps,
      });
      const settings = { gitUrl: repository, installCommand: useModules(modules ?? '') };
      const whole = await bench.run(bench.order(settings, { retryFailedTests: true }));
      expect(statusesOf(whole)).toEqual({
        passes: 'PASS 1',
        'rows (1)': 'PASS 1',
        'rows (2)': 'FAIL 2',
        'fails once': 'PASS 2',
        'is not written yet': 'FAIL 1',
        'is half written': 'FAIL 1',
      });
      const one = await bench.run(bench.order(settings, { testFilters: ['rows (1)'] }));
      expect(statusesOf(one)).toEqual({ 'rows (1)': 'PASS 1' });
    });

    (modules ? it : it.skip)(`CucumberJS ${version}: runs the other features where one cannot be read`, async () => {
      const repository = bench.repository({
        'features/broken.feature': 'Feature: Broken\n  Scenario: One\n    Given tea\n    Nonsense\n',
        'features/good.feature': 'Feature: Good\n  Scenario: Two\n    Given coffee\n',
        'features/steps.js': "require('@cucumber/cucumber').Given('coffee', () => {});\n",
      });
      const settings = { gitUrl: repository, installCommand: useModules(modules ?? '') };
      const finals = await bench.run(bench.order(settings));
      expect(statusesOf(finals)).toEqual({ Two: 'PASS 1', 'Loading the file': 'FAIL 1' });
      expect(finals.get('Loading the file')?.error).toContain('(4:5)');
    });
  }

  (playwright ? it : it.skip)('Playwright before 1.44, which knows no list of tests: chooses by titles', async () => {
    const repository = bench.repository({
      'tests/cart.spec.ts': `import { test } from '@playwright/test';
        test('adds (twice)', () => {}); test('adds', () => {}); test('adds more', () => { throw new Error('too much'); });
        test.describe('cart', () => { test('adds', () => {}); });`,
    });
    const settings = {
      gitUrl: repository,
      testingFramework: 'Playwright' as const,
      installCommand: useModules(playwright ?? ''),
    };
    const whole = await bench.run(bench.order(settings));
    expect(statusesOf(whole)).toEqual({
      'adds (twice)': 'PASS 1',
      adds: 'PASS 1',
      'adds more': 'FAIL 1',
      'cart › adds': 'PASS 1',
    });
    const one = await bench.run(bench.order(settings, { testFilters: ['cart › adds'] }));
    expect(statusesOf(one)).toEqual({ 'cart › adds': 'PASS 1' });
  });

  (nightwatch ? it : it.skip)('NightWatch 3.2.0: lists, chooses, tells errors', async () => {
    const repository = bench.repository({
      'nightwatch.conf.js': `module.exports = { src_folders: ['specs'], webdriver: { start_process: true },
        test_settings: { default: { desiredCapabilities: { browserName: 'chrome' } } } };`,
      'specs/shop.js': `describe('Shop', function () {
        it('opens', (b) => { b.url('data:text/html,<title>Shop</title>').assert.titleEquals('Shop'); });
        it('sells', () => { throw new Error('nothing left'); });
      });`,
    });
    const settings = {
      gitUrl: repository,
      testingFramework: 'NightWatch' as const,
      installCommand: useModules(nightwatch ?? ''),
    };
    const whole = await bench.run(bench.order(settings));
    expect(statusesOf(whole)).toEqual({ 'Shop › opens': 'PASS 1', 'Shop › sells': 'FAIL 1' });
    expect(whole.get('Shop › sells')?.error).toContain('nothing left');
    const one = await bench.run(bench.order(settings, { testFilters: ['Shop › opens'] }));
    expect(statusesOf(one)).toEqual({ 'Shop › opens': 'PASS 1' });
  });
});
