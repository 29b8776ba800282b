import type { Assignment, RenewAnswer } from '@assay/contract';
import { userDecider } from '@assay/domain';
import { newId } from '@assay/event-log';
import { type AgentUnderTest, registerAgent, testFinished, testStarted, unitCompleted } from './agentUnderTest.ts';
import { type ApiUnderTest, type Person, startApi } from './apiUnderTest.ts';
import { prepareRun } from './prepareRun.ts';
import { runCycle } from './runCycle.ts';

describe('an agent that another process tells to stop', () => {
  let api: ApiUnderTest;
  let elsewhere: Pick<ApiUnderTest, 'call'>;
  let staff: Person;

  beforeAll(async () => {
    api = await startApi({ automation: true });
    elsewhere = await api.another();
    staff = await api.newAccount('provider');
    const context = {
      accountId: null,
      actor: { kind: 'automation' as const, id: 'test' },
      occurredAt: new Date().toISOString(),
      $correlationId: newId<string>(),
    };
    const { userId } = staff;
    await api.eventLog.handle(userDecider, userId, { type: 'grantStaffRight', userId }, context);
    await api.caughtUp();
  });
  afterAll(() => api.stop());

  const renew = async (agent: AgentUnderTest, leases: string[]) => {
    const body = { leases, runs: [], availableDiskSpace: 1000, draining: false };
    return (await agent.post<RenewAnswer>(`/agents/${agent.agentId}/renew`, body)).body;
  };

  /**
   * For a second this process goes by what it knows of the agent. On a busy machine that second may pass before the
   * claim, which is then given nothing: then another agent is told to stop.
   */
  async function givenOnceMore(): Promise<{ agent: AgentUnderTest; unit: Assignment }> {
    for (;;) {
      const agent = await registerAgent(api);
      await renew(agent, []);
      const stopped = await elsewhere.call('DELETE', `/employee/agents/${agent.agentId}`, { as: staff });
      expect(stopped.status).toBe(200);
      const [unit] = await agent.claim([0], 0);
      if (unit) return { agent, unit };
    }
  }

  it('may be given a unit once more, hands it back when it hears of it, and another agent does it', async () => {
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
