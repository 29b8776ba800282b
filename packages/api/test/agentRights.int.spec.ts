import { type AgentView, agentVersion, type BuildId, type ErrorBody, idleTexts } from '@assay/contract';
import { agentDecider } from '@assay/domain';
import { newId } from '@assay/event-log';
import { eventually } from '../../../test/support/eventually.ts';
import { zipOf } from '../../../test/support/zipOf.ts';
import {
  type AgentUnderTest,
  capabilities,
  listedTest,
  registerAgent,
  testFinished,
  testListBlob,
  unitCompleted,
} from './agentUnderTest.ts';
import type { ApiUnderTest, Person } from './apiUnderTest.ts';
import { type RunCycle, startRunCycle } from './runCycle.ts';
import { uploadBuildForm } from './uploadBuildForm.ts';

describe('an agent token', () => {
  let api: ApiUnderTest;
  let agent: AgentUnderTest;
  let cycle: RunCycle;
  beforeAll(async () => {
    ({ api, agent, cycle } = await startRunCycle());
  });
  afterAll(() => api.stop());

  it('appends to logs in order, and is told where a gap begins', async () => {
    const id = await cycle.newRun();
    const setup = await cycle.setUp();
    const chunk = (offset: number, text: string) =>
      agent.post<ErrorBody>(`/agents/${agent.agentId}/logs`, { testRunId: id, log: 'setup', offset, text });
    expect((await chunk(0, 'Größe\n')).body).toEqual({ nextOffset: 8 });
    expect((await chunk(0, 'Größe\n')).body).toEqual({ nextOffset: 8 });
    expect(await chunk(20, 'later')).toMatchObject({ status: 409, body: { code: 'log.gap', nextOffset: 8 } });
    const { body: logs } = await api.call('GET', `/test-runs/${id}/logs`);
    const setUpLog = { name: 'setup', title: 'Set-up', size: 8, updatedAt: expect.any(String), ecsTaskArn: null };
    expect(logs).toEqual([{ ...setUpLog, runnerSetupLog: 'Größe\n', testListGenerationLog: null }]);
    const { body: text } = await api.call('GET', `/test-runs/${id}/logs/setup?offset=5`);
    expect(text).toMatchObject({ text: 'e\n', nextOffset: 8, size: 8 });
    const elsewhere = { testRunId: 'another-run', log: 'setup', offset: 0, text: 'x' };
    expect((await agent.post(`/agents/${agent.agentId}/logs`, elsewhere)).status).toBe(404);
    expect(setup.run.testRunId).toBe(id);
    await cycle.cancel(id);
  });

  it('cannot use the ids, leases or accounts of other agents', async () => {
    const id = await cycle.newRun();
    const setup = await cycle.takeWork();
    const other = await registerAgent(api);
    const stranger = await registerAgent(api, (await api.newAccount('agents-stranger')).accountId);
    for (const { post, agentId } of [other, stranger]) {
      const path = `/agents/${agent.agentId}`;
      expect((await post(`${path}/claim`, await other.claimBody([0], 0))).status).toBe(404);
      expect((await post(`${path}/exit`, {})).status).toBe(404);
      const facts = { agentId: agent.agentId, name: 'thief', os: 'LINUX', capacity: 1, version: '1', capabilities };
      expect((await post('/agents/register', facts)).status).toBe(404);
      const event = { firstSequence: 1, events: [unitCompleted] };
      expect((await post(`/agents/${agentId}/units/${setup.leaseId}/events`, event)).status).toBe(404);
      const list = { blobId: 'a'.repeat(64) };
      expect((await post(`/agents/${agentId}/units/${setup.leaseId}/test-list`, list)).status).toBe(404);
      const chunk = { testRunId: id, log: 'setup', offset: 0, text: 'x' };
      expect((await post(`/agents/${agentId}/logs`, chunk)).status).toBe(404);
    }
    const claimed = await stranger.post(`/agents/${stranger.agentId}/claim`, await stranger.claimBody([0], 0));
    expect(claimed.body).toEqual({ assignments: [] });
    await cycle.cancel(id);
  });

  it('downloads a build only with a unit of its run', async () => {
    const projectId = (await api.call<{ id: string }[]>('GET', '/projects')).body[0]?.id ?? '';
    const content = zipOf({ name: 'a.txt', content: 'text' });
    const { body: build } = await uploadBuildForm(api, projectId, { name: '1.4.0' }, { name: 'a.zip', content });
    const buildOf = (agentId: string, leaseId: string, token: string) =>
      fetch(`${api.url}/api/agents/${agentId}/units/${leaseId}/build`, {
        headers: { authorization: `Bearer ${token}` },
      });

    const id = await cycle.newRun({ buildId: build.id as BuildId });
    const setup = await cycle.takeWork();
    expect(setup.run.build).toMatchObject({ buildId: build.id, size: content.length });
    const given = await buildOf(agent.agentId, setup.leaseId, agent.token);
    expect(Buffer.from(await given.arrayBuffer()).equals(content)).toBe(true);
    const other = await registerAgent(api);
    expect((await buildOf(other.agentId, setup.leaseId, other.token)).status).toBe(404);
    expect((await buildOf(agent.agentId, setup.leaseId, other.token)).status).toBe(404);
    await cycle.cancel(id);

    const plain = await cycle.newRun();
    const { leaseId } = await cycle.takeWork();
    expect((await buildOf(agent.agentId, leaseId, agent.token)).status).toBe(404);
    await cycle.cancel(plain);
  });

  it('cannot upload a blob under a wrong hash, or an invalid list', async () => {
    const as = { token: agent.token };
    const path = `/agents/${agent.agentId}/blobs/${'b'.repeat(64)}`;
    const wrong = await api.call<ErrorBody>('PUT', path, { as, body: Buffer.from('something else') });
    expect(wrong).toMatchObject({ status: 400, body: { code: 'blob.hashMismatch' } });
    const id = await cycle.newRun();
    const setup = await cycle.takeWork();
    const post = (blobId: string) =>
      agent.post<ErrorBody>(`/agents/${agent.agentId}/units/${setup.leaseId}/test-list`, { blobId });
    expect(await post('c'.repeat(64))).toMatchObject({ status: 409, body: { code: 'blob.missing' } });
    const broken = await post(await agent.upload(Buffer.from('{"tests": 1}')));
    expect(broken).toMatchObject({ status: 409, body: { code: 'blob.missing' } });
    await cycle.cancel(id);
  });

  it('names only content that was sent with it', async () => {
    const id = await cycle.newRun();
    const setup = await cycle.takeWork();
    const other = await registerAgent(api);
    const theirs = await other.upload(Buffer.from('of another token'));
    const artifact = { kind: 'file' as const, name: 'a.txt', blobId: theirs, size: 16, mediaType: 'text/plain' };
    const events = () => agent.events(setup, 1, [testFinished('test1', { artifacts: [artifact] })]);
    expect(await events()).toMatchObject({ status: 409, body: { code: 'blob.missing' } });
    const list = await other.upload(testListBlob([listedTest('test1')]));
    const path = `/agents/${agent.agentId}/units/${setup.leaseId}/test-list`;
    expect(await agent.post(path, { blobId: list })).toMatchObject({ status: 409, body: { code: 'blob.missing' } });
    await agent.upload(testListBlob([listedTest('test1')]));
    expect(await agent.post(path, { blobId: list })).toMatchObject({ status: 200 });
    await cycle.cancel(id);
  });

  it('is told nothing of runs and leases of others', async () => {
    const id = await cycle.newRun();
    const setup = await cycle.takeWork();
    const stranger = await registerAgent(api, (await api.newAccount('renew-stranger')).accountId);
    const renewal = { ...heartbeat, leases: [setup.leaseId], runs: [id, 'no-such-run'] };
    const renew = ({ agentId, post }: AgentUnderTest) => post(`/agents/${agentId}/renew`, renewal);
    expect((await renew(agent)).body).toMatchObject({ leases: [{ state: 'held' }], finishedRuns: ['no-such-run'] });
    const told = { leases: [{ leaseId: setup.leaseId, state: 'lost' }], finishedRuns: [id, 'no-such-run'] };
    expect((await renew(stranger)).body).toMatchObject(told);
    await cycle.cancel(id);
    expect((await renew(stranger)).body).toMatchObject(told);
  });

  it('of the installation shows each account its own work only', async () => {
    const id = await cycle.newRun();
    await cycle.setUp();
    await cycle.takeWork();
    await api.caughtUp();
    const shownTo = async (as?: Person) => {
      const { body } = await api.call<AgentView[]>('GET', '/agents', as ? { as } : {});
      return body.find((one) => one.id === agent.agentId);
    };
    expect(await shownTo()).toMatchObject({ nonExitedRunners: 1, idleReason: null });
    const idle = { nonExitedRunners: 0, lastTestRunCompletedAt: null };
    expect(await shownTo(await api.newAccount('agents-onlooker'))).toMatchObject(idle);
    await cycle.cancel(id);
    await eventually(async () => (await shownTo())?.idleReason === idleTexts.noWork);
  });

  async function shownAgent({ agentId }: Pick<AgentUnderTest, 'agentId'> = agent) {
    await api.caughtUp();
    const { body } = await api.call<AgentView[]>('GET', '/agents');
    return body.find(({ id }) => id === agentId);
  }
  const heartbeat = { leases: [], runs: [], availableDiskSpace: 123, draining: false };

  it('reports whether tests run in containers', async () => {
    expect((await shownAgent())?.capabilities).toEqual(capabilities);
    const containers = {
      chrome: null,
      nodejs: null,
      python: null,
      java: null,
      dotnet: null,
      containers: 'docker 27.3.1',
    };
    const contained = await registerAgent(api, null, { capabilities: containers });
    expect((await shownAgent(contained))?.capabilities).toEqual(containers);
    await contained.post(`/agents/${contained.agentId}/exit`, {});
  });

  it('reports a version, so that outdated agents are shown', async () => {
    expect(await shownAgent()).toMatchObject({ shortVersion: agentVersion, outdated: false });
    const older = await registerAgent(api, null, { version: '0.0.9+12345678' });
    expect(await shownAgent(older)).toMatchObject({ shortVersion: '0.0.9+12345678', outdated: true });
    await older.post(`/agents/${older.agentId}/exit`, {});
    expect(await shownAgent(older)).toMatchObject({ status: 'Exited', outdated: false });
  });

  it('of an incompatible agent is told how to start a compatible one', async () => {
    const { status, body } = await agent.post<ErrorBody>(`/agents/${agent.agentId}/claim`, { slots: [0] });
    expect(status).toBe(400);
    expect(body).toMatchObject({ code: 'agent.otherVersion' });
    expect(body.message).toMatch(/different versions\. Start the agent with the command that Add an agent shows\. \(/);
  });

  it('brings back an agent that had fallen silent', async () => {
    const silence = { type: 'exitAgent', reason: 'silent', lastSeenAt: new Date().toISOString() } as const;
    const actor = { kind: 'automation', id: 'expireSilentAgents' } as const;
    const context = { accountId: null, actor, occurredAt: new Date().toISOString(), $correlationId: newId() };
    await api.eventLog.handle(agentDecider, agent.agentId, silence, context);
    expect((await shownAgent())?.status).toBe('Exited');
    await agent.post(`/agents/${agent.agentId}/renew`, heartbeat);
    expect(await shownAgent()).toMatchObject({ status: 'Running', availableDiskSpace: 123 });
  });

  it('does not bring back an agent that stopped, even if its last heartbeat is handled later', async () => {
    await agent.post(`/agents/${agent.agentId}/exit`, {});
    await agent.post(`/agents/${agent.agentId}/renew`, heartbeat);
    expect((await shownAgent())?.status).toBe('Exited');
  });
});
