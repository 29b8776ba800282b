import type { Assignment, RenewAnswer } from '@assay/contract';
import { type AgentUnderTest, registerAgent, testFinished, testStarted, unitCompleted } from './agentUnderTest.ts';
import { type ApiUnderTest, type Person, startApi } from './apiUnderTest.ts';
import { grantStaff } from './grantStaff.ts';
import { prepareRun } from './prepareRun.ts';
import { runCycle } from './runCycle.ts';

describe('an agent stopped through another process', () => {
  let api: ApiUnderTest;
  let elsewhere: Pick<ApiUnderTest, 'call'>;
  let staff: Person;

  beforeAll(async () => {
    api = await startApi({ automation: true });
    elsewhere = await api.another();
    staff = await api.newAccount('provider');
    await grantStaff(api, staff);
  });
  afterAll(() => api.stop());

  const renew = async (agent: AgentUnderTest, leases: string[]) => {
    const body = { leases, runs: [], availableDiskSpace: 1000, draining: false };
    return (await agent.post<RenewAnswer>(`/agents/${agent.agentId}/renew`, body)).body;
  };

  /**
   * This process caches the agent's state for a second. On a busy machine that second may pass before the claim, which
   * then gets no work: then retry with another agent.
   */
  async function givenOnceMore(): Promise<{ agent: AgentUnderTest; unit: Assignment }> {
    for (;;) {
      const agent = await registerAgent(api);
      await renew(agent, []);
      const stopped = await elsewhere.call('DELETE', `/employee/agents/${agent.agentId}?reason=Ticket%204077`, {
        as: staff,
      });
      expect(stopped.status).toBe(200);
      const [unit] = await agent.claim([0], 0);
      if (unit) return { agent, unit };
    }
  }

  it('may get one more unit, hands it back when it learns of the stop, and another agent runs it', async () => {
    const { testRunId } = await prepareRun(api, { run: { runners: 1 } });
    const cycle = runCycle(api, await registerAgent(api));
    await cycle.setUp();

    const { agent, unit } = await givenOnceMore();
    expect(unit).toMatchObject({ kind: 'tests', attempt: 1 });
    const leases = [{ leaseId: unit.leaseId, state: 'held' }];
    expect(await renew(agent, [unit.leaseId])).toMatchObject({ order: 'stop', leases });
    expect((await agent.events(unit, 1, [{ type: 'unitHandedBack' }])).status).toBe(200);
    expect(await agent.claim([0], 0)).toEqual([]);

    const other = await registerAgent(api);
    const again = await runCycle(api, other).takeWork();
    expect(again).toMatchObject({ attempt: 2, tests: unit.tests });
    const report = again.tests.flatMap(({ testId }) => [testStarted(testId), testFinished(testId)]);
    expect((await other.events(again, 1, [...report, unitCompleted])).status).toBe(200);
    const view = await cycle.untilRun(testRunId, ({ status }) => status === 'PASS');
    expect(view).toMatchObject({ passCount: unit.tests.length, failCount: 0 });
  });
});
