import { openBench } from './agentBench.ts';

describe('the sample with its own command on a real agent', () => {
  const bench = openBench();

  const settings = {
    testingFramework: 'Other' as const,
    testCommand: 'node scripts/test.js',
    resultFiles: ['results/*.xml'],
  };

  it('discovers the tests from the results, file by file while the command runs', async () => {
    const order = bench.order({ gitUrl: bench.sample('node-shop'), ...settings });
    const { finals, statuses } = await bench.outcomeOf(order);
    expect(statuses).toMatchObject({
      'adds up what is in it': 'PASS',
      'are written as 4.80 €': 'PASS',
      'are rounded once, not per piece': 'FAIL',
      'can be followed on a map': 'IGNORED',
      'counts a long shelf': 'PASS',
    });
    expect(finals.size).toBe(15);
    expect(finals.get('are rounded once, not per piece')?.error).toBe('seven cups cost 40.60 € net instead of 40.59 €');
    const [unit] = bench.service.unitsOf(order.testRunId).filter(({ assignment }) => assignment.kind === 'tests');
    expect(unit?.problem).toBeNull();
    const discovered = unit?.events.filter((event) => event.type === 'testDiscovered');
    expect(new Set(discovered?.map((event) => (event.type === 'testDiscovered' ? event.file : '')))).toEqual(
      new Set(['Cart', 'Delivery', 'Prices', 'Warehouse']),
    );
  });

  it('runs and reports only the tests that a filter names', async () => {
    const order = bench.order({ gitUrl: bench.sample('node-shop'), ...settings }, { testFilters: ['counts a shelf'] });
    const finals = await bench.run(order);
    expect([...finals.keys()]).toEqual(['counts a shelf']);
    expect(bench.service.unitsOf(order.testRunId).map(({ problem }) => problem)).toEqual([null, null]);
    const log = [...bench.service.logs].find(([name]) => name.startsWith(`${order.testRunId}/${order.testRunId}`));
    expect(log?.[1]).not.toContain('board 5');
  });

  it('shows no secret in names of tests and files', async () => {
    const xml =
      '<testsuite><testcase classname="Cart" name="as $TOKEN"><system-out>[[ATTACHMENT|results/$TOKEN.log]]</system-out></testcase></testsuite>';
    const order = bench.order(
      {
        gitUrl: bench.repository({ 'package.json': '{}' }),
        ...settings,
        testCommand: `mkdir results && echo log > results/$TOKEN.log && echo "${xml.replaceAll('"', '\\"')}" > results/r.xml`,
      },
      { variables: [{ key: 'TOKEN', value: 'tea-secret', encrypted: true, file: false }] },
    );
    const finals = await bench.run(order);
    expect([...finals.values()].flatMap(({ artifacts }) => artifacts.map(({ name }) => name))).toEqual(['***.log']);
    const events = bench.service.unitsOf(order.testRunId).flatMap((unit) => unit.events);
    expect(events).toContainEqual(expect.objectContaining({ type: 'testDiscovered', name: 'as ***' }));
    expect(JSON.stringify(events)).not.toContain('tea-secret');
  });

  it.each([
    [null, '1'],
    [3, '3'],
  ])('tells tests their copy number (%j: %s)', async (copy, told) => {
    const xml = '<testsuite><testcase classname="Cart" name="copy $ASSAY_COPY"/></testsuite>';
    const order = bench.order({
      gitUrl: bench.repository({ 'package.json': '{}' }),
      ...settings,
      testCommand: `mkdir results && echo "${xml.replaceAll('"', '\\"')}" > results/r.xml`,
    });
    const lease = bench.service.queueUnit(order, 'tests', 1, [], { copy });
    await bench.service.untilRunEnded(order.testRunId);
    const { events } = bench.service.unit(lease);
    expect(events).toContainEqual(expect.objectContaining({ type: 'testDiscovered', name: `copy ${told}` }));
  });
});
