import { isFinished, type TestAnalysisView, type ToolVersion } from '@assay/contract';
import { type AgentUnderTest, listedTest, testFinished, testStarted, unitCompleted } from './agentUnderTest.ts';
import type { ApiUnderTest } from './apiUnderTest.ts';
import { type RunCycle, startRunCycle } from './runCycle.ts';

describe('versions of what runs the tests', () => {
  let api: ApiUnderTest;
  let agent: AgentUnderTest;
  let cycle: RunCycle;
  beforeAll(async () => {
    ({ api, agent, cycle } = await startRunCycle());
  });
  afterAll(() => api.stop());

  async function run(test: string, error: string | null, versions?: ToolVersion[]): Promise<string> {
    const id = await cycle.newRun();
    await cycle.setUp([listedTest(test)], versions && { versions });
    const unit = await cycle.takeWork();
    const finished = testFinished(test, error === null ? {} : { status: 'FAIL', error });
    await agent.events(unit, 1, [testStarted(test), finished, unitCompleted]);
    await cycle.untilRun(id, ({ status }) => isFinished(status));
    return id;
  }

  const changesOf = async (id: string, test: string) => {
    const { body } = await api.call<TestAnalysisView>('GET', `/test-runs/${id}/results/${test}/analysis`);
    return body.changes.filter(({ kind }) => kind === 'VERSION' || kind === 'UNCHANGED');
  };
  const before = [
    { name: 'Chrome', version: '142.0.7444.59' },
    { name: 'jest', version: '30.2.0' },
    { name: 'Node', version: '24.11.1' },
  ];

  it('are among what changed since a test passed, those first that its error names', async () => {
    await run('pays', null, before);
    const after = [
      { name: 'Chrome', version: '143.0.7499.40' },
      { name: 'Node', version: '24.11.1' },
      { name: 'vitest', version: '4.1.0' },
    ];
    const failed = await run('pays', 'session not created: this ChromeDriver only supports Chrome 142', after);
    const [chrome, ...others] = await changesOf(failed, 'pays');
    expect(chrome).toMatchObject({ title: 'Chrome', from: '142.0.7444.59', to: '143.0.7499.40', isSuspect: true });
    expect(others.map(({ title, from, to, isSuspect }) => [title, from, to, isSuspect])).toEqual([
      ['jest', '30.2.0', null, false],
      ['vitest', null, '4.1.0', false],
      ['environment · commit · agent', null, null, false],
    ]);
  });

  it('are unchanged where they are the same', async () => {
    await run('ships', null, before);
    const failed = await run('ships', 'no parcel', before);
    expect((await changesOf(failed, 'ships')).map(({ title }) => title)).toEqual([
      'environment · commit · versions · agent',
    ]);
  });

  it('are not compared where those of a run are not known', async () => {
    await run('orders', null);
    const failed = await run('orders', 'no order', before);
    expect((await changesOf(failed, 'orders')).map(({ title }) => title)).toEqual(['environment · commit · agent']);
  });
});
