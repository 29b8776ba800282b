import { FoundTestInfo } from '@assay/contract';
import { Value } from 'typebox/value';
import { openBench } from './agentBench.ts';

describe('the CucumberJS sample on a real agent', () => {
  const bench = openBench();

  it('runs every scenario and reports each one live with its own result', async () => {
    const order = bench.order({ gitUrl: bench.sample('cucumber-shop') });
    const { finals, statuses } = await bench.outcomeOf(order);
    expect(statuses).toMatchObject({
      'An empty cart costs nothing': 'PASS',
      'Prices by quantity (6, cup, 41.40)': 'PASS',
      'A long invoice is printed': 'PASS',
      'Islands cost a ferry more': 'FAIL',
      'A voucher is used up after its first use': 'IGNORED',
    });
    expect(finals.size).toBe(17);
    const logs = [...bench.service.logs].filter(([name]) => name.startsWith(`${order.testRunId}/`));
    // The last line of CucumberJS.
    expect(logs.some(([, log]) => /\(executing steps: .*\)\n/.test(log))).toBe(true);
  });

  it('delivers the names of all tests, including the unselected, without secrets', async () => {
    const scenarios = ['one', 'tea\u2028time', 'of hunter22'].map((name) => `  Scenario: ${name}\n    Given coffee\n`);
    const gitUrl = bench.repository({
      'features/good.feature': `Feature: Good\n${scenarios.join('')}`,
      'features/steps.js': "require('@cucumber/cucumber').Given('coffee', () => {});\n",
    });
    const variables = [{ key: 'PASSWORD', value: 'hunter22', encrypted: true, file: false }];
    const chosen = bench.order({ gitUrl }, { testFilters: ['one'], variables });
    await bench.run(chosen);
    const list = bench.service.lists.get(chosen.testRunId);
    expect(list).toMatchObject({ foundCount: 3, tests: [{ name: 'one' }] });
    const lines =
      bench.service.blobs
        .get(list?.found ?? '')
        ?.toString()
        .split(/[\n\u2028]/) ?? [];
    expect(lines.pop()).toBe('');
    const found: unknown[] = lines.map((line) => JSON.parse(line));
    expect(found.every((test) => Value.Check(FoundTestInfo, test))).toBe(true);
    expect(found).toMatchObject([{ name: 'one', line: 2 }, { name: 'tea\u2028time' }, { name: 'of ***' }]);
    const whole = bench.order({ gitUrl });
    await bench.run(whole);
    expect(bench.service.lists.get(whole.testRunId)).toMatchObject({ foundCount: 3 });
    expect(bench.service.lists.get(whole.testRunId)?.found).toBeUndefined();
  });

  it('runs all other features when one cannot be parsed, and shows that one as failed', async () => {
    const gitUrl = bench.repository({
      'features/broken.feature': 'Feature: Broken\n  Scenario: One\n    Given tea\n    Nonsense\n',
      'features/good.feature': 'Feature: Good\n  Scenario: Two\n    Given coffee\n',
      'features/steps.js': "require('@cucumber/cucumber').Given('coffee', () => {});\n",
    });
    const order = bench.order({ gitUrl });
    const finals = await bench.run(order);
    expect(finals.get('Two')?.status).toBe('PASS');
    expect(finals.get('Loading the file')).toMatchObject({ status: 'FAIL', error: expect.stringContaining('4:5') });
    expect(finals.size).toBe(2);
    const list = bench.service.lists.get(order.testRunId);
    expect(list?.tests.map(({ file }) => file)).toEqual(['features/good.feature', 'features/broken.feature']);
  });
});
