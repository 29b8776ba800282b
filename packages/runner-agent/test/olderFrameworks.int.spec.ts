import { AgentBench } from './agentBench.ts';
import { installOnDemand, useModules } from './onDemandFramework.ts';

/** The first and the last of version 7: they number and name what becomes of a step. */
const cucumbers = ['7.1.0', '7.3.2'].map((version) => ({
  version,
  modules: installOnDemand('cucumber', { '@cucumber/cucumber': version }),
}));
const playwright = installOnDemand('playwright-1.41', { '@playwright/test': '1.41.2' });

describe('older versions of frameworks (need the npm registry)', () => {
  let bench: AgentBench;
  beforeAll(async () => {
    bench = await AgentBench.open();
  });
  afterAll(async () => {
    expect(bench.service.violations).toEqual([]);
    await bench.close();
  });

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
`;
      const steps = `const { Given, Then } = require('@cucumber/cucumber');
let tries = 0;
Given('a shop', () => {});
Then('it is {int}', (n) => { if (n !== 1) throw new Error('not one'); });
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
      });
      const one = await bench.run(bench.order(settings, { testFilters: ['rows (1)'] }));
      expect(statusesOf(one)).toEqual({ 'rows (1)': 'PASS 1' });
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
});
