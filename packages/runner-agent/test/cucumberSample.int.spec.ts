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
});
