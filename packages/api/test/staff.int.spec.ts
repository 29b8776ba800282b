import type {
  AgentView,
  EmployeeAgentView,
  HealthView,
  RenewAnswer,
  SetAsideReactionPage,
  StaffAccountPage,
  StaffPersonPage,
  TestRunnerView,
  TestRunView,
} from '@assay/contract';
import { reactionDecider, reactionIdOf } from '@assay/domain';
import type { RecordedEvent } from '@assay/event-log';
import { eventually } from '../../../test/support/eventually.ts';
import {
  type AgentUnderTest,
  listedTest,
  registerAgent,
  testFinished,
  testStarted,
  unitCompleted,
} from './agentUnderTest.ts';
import { type ApiUnderTest, type Person, startApi } from './apiUnderTest.ts';
import { grantStaff } from './grantStaff.ts';
import { prepareRun } from './prepareRun.ts';
import { failed } from './reviewedResults.ts';
import { type RunCycle, runCycle } from './runCycle.ts';
import { uploadForm } from './uploadForm.ts';

describe('staff', () => {
  let api: ApiUnderTest;
  let staff: Person;
  let agent: AgentUnderTest;
  let cycle: RunCycle;
  let fields: { projectId: string; environmentId: string };

  beforeAll(async () => {
    api = await startApi({ automation: true });
    const prepared = await prepareRun(api);
    fields = { projectId: prepared.projectId, environmentId: prepared.environmentId };
    await api.done('PATCH', `/test-runs/${prepared.testRunId}`, { body: { status: 'CANCELED' } });
    staff = await api.newAccount('provider');
    await grantStaff(api, staff);
    const access = { accountId: api.admin.accountId, reason: 'Ticket 4112' };
    await api.done('POST', '/employee/access', { as: staff, body: access });
    agent = await registerAgent(api, null, { name: 'builder' });
    cycle = runCycle(api, agent);
  });
  afterAll(() => api.stop());

  const runnersOf = async (id: string) => {
    await api.caughtUp();
    return (await api.call<TestRunnerView[]>('GET', `/employee/test-runs/${id}/runners`, { as: staff })).body;
  };
  const reason = 'Ticket 4112: it hangs';
  const end = (how: 'stop' | 'replace', id: string, runnerId: string) =>
    api.call('POST', `/employee/test-runs/${id}/runners/${runnerId}/${how}`, { as: staff, body: { reason } });
  const renew = async (of: AgentUnderTest, leases: string[]) => {
    const body = { leases, runs: [], availableDiskSpace: 1000, diskSize: 4000, draining: false };
    return (await of.post<RenewAnswer>(`/agents/${of.agentId}/renew`, body)).body;
  };
  const tests = ['test1', 'test2', 'test3', 'test4'].map((name) => listedTest(name, `${name}.spec.ts`));

  it('alone compare fingerprints over the past of an account, whose administrators see it', async () => {
    const path = `/employee/accounts/${api.admin.accountId}/fingerprints`;
    const failures = ['adds', 'pays'].map((name) => failed(name, 'expected 1 to equal 2'));
    const content = `<testsuite name="s">${[...failures, failed('ships', 'Error: out of paper')].join('')}</testsuite>`;
    await uploadForm(api, fields, [{ name: 'r.xml', content }]);
    await api.caughtUp();
    expect((await api.call('GET', path)).status).toBe(403);
    const { status, body } = await api.call('GET', path, { as: staff });
    expect([status, body]).toMatchObject([
      200,
      { runCount: 1, failureCount: 3, changedFailureCount: 0, unchangedCount: 3, split: [], merged: [] },
    ]);
    const some = await api.call('GET', `${path}?from=1&to=2&failures=1`, { as: staff });
    expect(some.body).toMatchObject({ failureCount: 1 });
    const { body: log } = await api.call<{ entries: { action: string; about: string | null }[] }>(
      'GET',
      '/account/access-log',
    );
    expect(log.entries).toContainEqual(expect.objectContaining({ action: 'staffRead', about: 'fingerprints' }));
  });

  it('are identified as such', async () => {
    expect((await api.call('GET', '/employee', { as: staff })).body).toEqual({ employee: true });
    expect((await api.call('GET', '/employee')).body).toEqual({ employee: false });
  });

  it('find people and accounts of all accounts, page by page', async () => {
    const other = await api.newAccount('Zebra & Sons');
    const find = async <Page>(path: string) => (await api.call<Page>('GET', path, { as: staff })).body;
    const { people, total } = await find<StaffPersonPage>('/employee/users?search=ZEBRA');
    expect(total).toBe(1);
    expect(people).toEqual([
      {
        id: other.userId,
        fullName: 'Ada Zebra & Sons',
        email: other.email,
        staff: false,
        roles: [{ accountId: other.accountId, accountName: 'Zebra & Sons', roleType: 'ADMIN' }],
      },
    ]);
    const [first, second] = [
      await find<StaffPersonPage>('/employee/users?search=example.com&limit=1'),
      await find<StaffPersonPage>('/employee/users?search=example.com&limit=1&offset=1'),
    ];
    expect(first.total).toBe(3);
    expect(first.people[0]?.id).not.toBe(second.people[0]?.id);
    expect(await find('/employee/users?search=.*')).toEqual({ people: [], total: 0 });
    expect((await api.call('GET', '/employee/users?search=a', { as: staff })).status).toBe(400);

    const plan = `/employee/accounts/${other.accountId}/plan`;
    const shown = async () => (await find<StaffAccountPage>('/employee/accounts?search=zebra')).accounts;
    const account = { id: other.accountId, name: 'Zebra & Sons', testRunCount: 0 };
    expect(await shown()).toEqual([{ ...account, tier: null, legacyPlan: false }]);
    await api.done('PUT', plan, { as: staff, body: { tier: 2, legacyPlan: true } });
    expect(await shown()).toEqual([{ ...account, tier: 2, legacyPlan: true }]);
    await api.done('PUT', plan, { as: staff, body: { tier: null } });
    expect(await shown()).toEqual([{ ...account, tier: null, legacyPlan: false }]);
    expect((await find<StaffAccountPage>('/employee/accounts?limit=2')).accounts.map(({ name }) => name)).toEqual([
      'Zebra & Sons',
      'acme',
    ]);
    expect(api.securityLines.some((line) => line.includes('peopleSearched') && !line.includes('ZEBRA'))).toBe(true);
  });

  it('stop a runner: its lease is lost, finished tests stay, and the run goes on with one runner fewer', async () => {
    const id = await cycle.newRun({ runners: 2 });
    await cycle.setUp(tests);
    const [first, second] = [await agent.takeWork(0), await agent.takeWork(1)];
    const [done, open] = first.tests.length > 1 ? first.tests : [null, first.tests[0]];
    const started = open?.testId ?? '';
    const before = done ? [testStarted(done.testId), testFinished(done.testId)] : [];
    await agent.events(first, 1, [...before, testStarted(started)]);
    expect((await end('stop', id, first.runnerId)).status).toBe(200);
    await eventually(async () => {
      const { leases } = await renew(agent, [first.leaseId, second.leaseId]);
      expect(leases.map(({ state }) => state)).toEqual(['lost', 'held']);
    });
    const late = await agent.events(first, before.length + 2, [testFinished(started)]);
    expect(late).toMatchObject({ status: 409, body: { code: 'unit.lost' } });
    // The slot is not filled again: the other runner does the rest.
    expect(await agent.claim([0], 1)).toEqual([]);
    const runners = new Map((await runnersOf(id)).map((runner) => [runner.id, runner]));
    const stopped = { status: 'Exited', exitReason: 'stopped', replacedById: null };
    expect(runners.get(first.runnerId)).toMatchObject(stopped);
    expect(runners.get(second.runnerId)).toMatchObject({ exitedAt: null, exitReason: null });
    await cycle.cancel(id);
  });

  it('replace a runner: its successor takes its place under a new name', async () => {
    const id = await cycle.newRun({ runners: 1 });
    await cycle.setUp(tests.slice(0, 1));
    const first = await cycle.takeWork();
    expect((await end('replace', id, first.runnerId)).status).toBe(200);
    const next = await cycle.takeWork();
    expect(next).toMatchObject({ unit: first.unit, attempt: 2, slot: first.slot });
    expect(next.runnerId).not.toBe(first.runnerId);
    await eventually(async () => {
      const replaced = (await runnersOf(id)).find((runner) => runner.id === first.runnerId);
      expect(replaced).toMatchObject({ exitReason: 'replaced', replacedById: next.runnerId });
    });
    await cycle.cancel(id);
  });

  it('stop a runner in the set-up: another one starts it over, and the run gets to its tests', async () => {
    const id = await cycle.newRun({ runners: 1 });
    const first = await cycle.takeWork();
    expect((await end('stop', id, first.runnerId)).status).toBe(200);
    const second = await cycle.setUp(tests.slice(0, 1));
    expect(second).toMatchObject({ kind: 'setup', attempt: 2 });
    expect(second.runnerId).not.toBe(first.runnerId);
    const work = await cycle.takeWork();
    expect(work).toMatchObject({ kind: 'tests', runnerId: second.runnerId });
    const { testId } = work.tests[0] ?? {};
    await agent.events(work, 1, [testStarted(testId ?? ''), testFinished(testId ?? ''), unitCompleted]);
    await cycle.untilRun(id, ({ status }) => status === 'PASS');
  });

  it('may stop the runners of one unit repeatedly without its tests being given up', async () => {
    const id = await cycle.newRun({ runners: 1 });
    await cycle.setUp(tests.slice(0, 1));
    for (let attempt = 1; attempt <= 4; attempt += 1) {
      const work = await cycle.takeWork();
      expect(work.attempt).toBe(attempt);
      expect((await end('stop', id, work.runnerId)).status).toBe(200);
    }
    expect((await cycle.takeWork()).attempt).toBe(5);
    await cycle.cancel(id);
  });

  it('cannot end a runner that has exited, or is not in that run', async () => {
    const id = await cycle.newRun({ runners: 1 });
    const setup = await cycle.takeWork();
    expect(await end('stop', id, 'nobody')).toMatchObject({ status: 404, body: { code: 'testRunner.notFound' } });
    expect(await end('stop', 'other-run', setup.runnerId)).toMatchObject({ status: 404 });
    await cycle.cancel(id);
    await cycle.untilRun(id, ({ nonExitedRunners }: TestRunView) => nonExitedRunners === 0);
    for (const how of ['stop', 'replace'] as const) {
      expect(await end(how, id, setup.runnerId)).toMatchObject({ status: 409, body: { code: 'testRunner.exited' } });
    }
    expect((await api.call('GET', '/employee/test-runs/none/runners', { as: staff })).status).toBe(404);
  });

  it('see every agent, and stop one: it is told so, and gets no more work', async () => {
    const stopped = await registerAgent(api, api.admin.accountId, { name: 'stopped' });
    await renew(stopped, []);
    await api.caughtUp();
    const { body: agents } = await api.call<EmployeeAgentView[]>('GET', '/employee/agents', { as: staff });
    expect(agents.find(({ id }) => id === stopped.agentId)).toMatchObject({
      accountId: api.admin.accountId,
      serverId: 'stopped',
      cluster: null,
      replacedById: null,
      data: { availableDiskSpace: 1000, diskSize: 4000, currentRunners: 0 },
    });
    expect(agents.map(({ name }) => name)).toContain('builder');
    const id = await cycle.newRun();
    const stop = (agentId: string) =>
      api.call('DELETE', `/employee/agents/${agentId}?reason=Ticket%204077`, { as: staff });
    for (const _ of [1, 2]) {
      expect((await stop(stopped.agentId)).status).toBe(200);
    }
    expect(await renew(stopped, [])).toMatchObject({ order: 'stop' });
    expect(await stopped.claim([0], 1)).toEqual([]);
    expect((await cycle.takeWork()).run.testRunId).toBe(id);
    await cycle.cancel(id);
    await api.caughtUp();
    const { body: own } = await api.call<AgentView[]>('GET', '/agents');
    expect(own.find((one) => one.id === stopped.agentId)?.status).toBe('Draining');
    const { body: later } = await api.call<EmployeeAgentView[]>('GET', '/employee/agents', { as: staff });
    const by = expect.stringContaining('Ada');
    expect(later.find((one) => one.id === stopped.agentId)?.departure).toMatchObject({
      order: { kind: 'stop', by, reason: 'Ticket 4077' },
      exitedAt: null,
    });
    expect((await stop('unknown')).status).toBe(404);
  });

  it('replace an agent once: it is told the id to rejoin under', async () => {
    const old = await registerAgent(api);
    const replace = () => api.call('POST', `/employee/agents/${old.agentId}/replace`, { as: staff, body: { reason } });
    expect((await replace()).status).toBe(200);
    expect(await replace()).toMatchObject({ status: 409, body: { code: 'agent.replaced' } });
    const { order, replacedById } = await renew(old, []);
    expect(order).toBe('replace');
    await api.caughtUp();
    const { body: agents } = await api.call<EmployeeAgentView[]>('GET', '/employee/agents', { as: staff });
    expect(agents.find(({ id }) => id === old.agentId)).toMatchObject({ status: 'Deprecated', replacedById });
    expect(await old.claim([0], 1)).toEqual([]);
  });

  it('see reactions that keep failing, also in health, and retry them', async () => {
    let event: RecordedEvent | null = null;
    for await (const one of api.eventLog.read(`account-${api.admin.accountId}`)) event ??= one;
    if (!event) throw new Error('the account is there');
    const id = reactionIdOf('offerWork', event.id);
    const facts = {
      reactionId: id,
      policy: 'offerWork',
      group: 'core',
      eventId: event.id,
      eventType: event.type,
      stream: event.stream,
      revision: event.revision,
      position: event.position,
      error: 'Error: as in a test',
    };
    const command = { type: 'setAsideReaction' as const, ...facts };
    await api.eventLog.handle(reactionDecider, id, command, { ...event.envelope, accountId: api.admin.accountId });
    await api.caughtUp();
    const health = () => api.call<HealthView>('GET', '/health', { as: null });
    expect(await health()).toMatchObject({
      status: 200,
      body: { status: 'degraded', parts: { automation: { setAsideReactions: 1 } } },
    });
    const list = () => api.call<SetAsideReactionPage>('GET', '/employee/set-aside-reactions', { as: staff });
    expect((await list()).body).toMatchObject({ total: 1, reactions: [{ id, error: 'Error: as in a test' }] });
    const retry = (of: string) => api.call('POST', `/employee/set-aside-reactions/${of}/retry`, { as: staff });
    expect((await retry(id)).status).toBe(200);
    await eventually(async () => (await list()).body.total === 0);
    expect((await health()).body.status).toBe('ok');
    expect(await retry(id)).toMatchObject({ status: 409, body: { code: 'reaction.settled' } });
    expect(await retry('none')).toMatchObject({ status: 404, body: { code: 'reaction.notFound' } });
  });
});
