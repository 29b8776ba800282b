import { AgentBench } from './agentBench.ts';

describe('the CucumberJS sample on a real agent', () => {
  let bench: AgentBench;
  beforeAll(async () => {
    bench = await AgentBench.open();
  });
  afterAll(async () => await bench.close());

  it('runs every scenario and reports each one live with its own result', async () => {
    const order = bench.order({ gitUrl: bench.sample('cucumber-shop') });
    const finals = await bench.run(order);
    const statuses = Object.fromEntries([...finals].map(([name, { status }]) => [name, status]));
    expect(statuses).toMatchObject({
      'An empty cart costs nothing': 'PASS',
      'Prices by quantity (6, cup, 41.40)': 'PASS',
      'A long invoice is printed': 'PASS',
      'Islands cost a ferry more': 'FAIL',
      'A voucher is used up after its first use': 'IGNORED',
    });
    expect(finals.size).toBe(17);
    expect(bench.service.violations).toEqual([]);
  });

  it('runs all other features where one cannot be read, and shows that one as failed', async () => {
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
