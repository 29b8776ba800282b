import { type Position, type ReadModelChanged, socketMessages, topics } from '@assay/contract';
import { type ApiUnderTest, type Person, startApi } from './apiUnderTest.ts';
import { type PreparedRun, prepareRun } from './prepareRun.ts';
import { connectSocket, type SocketUnderTest } from './socketUnderTest.ts';

describe('live push', () => {
  let api: ApiUnderTest;
  let run: PreparedRun;
  let stranger: Person;
  const open: SocketUnderTest[] = [];

  beforeAll(async () => {
    api = await startApi();
    run = await prepareRun(api);
    stranger = await api.newAccount('live-stranger');
  });
  afterEach(() => {
    for (const { socket } of open.splice(0)) socket.disconnect();
  });
  afterAll(() => api.stop());

  const connect = async (person: Person) => {
    const socket = await connectSocket(api, await api.operations.sessions.start(person.userId));
    open.push(socket);
    return socket;
  };
  const publish = (topic: string, ids: string[], accountId: Person['accountId'] | null = api.admin.accountId) =>
    api.operations.changeFeed.publish([{ accountId, topic, ids, position: `e-${ids[0] ?? ''}` as Position }]);

  it('needs a session', async () => {
    await expect(connectSocket(api, 'made-up')).rejects.toMatchObject({ message: 'auth.required' });
  });

  it("announces a command's change, with the position to fetch from", async () => {
    const socket = await connect(api.admin);
    expect(await socket.ask('subscribe', api.admin.accountId, topics.projects)).toEqual({ ok: true });
    const { position } = await api.done('PUT', `/projects/${run.projectId}`, { body: { description: 'live' } });
    await socket.until(() => socket.changes.some((change) => change.ids.includes(run.projectId)));
    const received = socket.changes.find((change) => change.ids.includes(run.projectId));
    expect(received).toEqual({ account: api.admin.accountId, topic: 'projects', ids: [run.projectId], position });
  });

  it('announces suites and deploys to those who may see them', async () => {
    const socket = await connect(api.admin);
    const { accountId } = api.admin;
    const ofDeploys = topics.deploys(run.projectId);
    for (const topic of [topics.testSuites, ofDeploys]) {
      expect(await socket.ask('subscribe', accountId, topic)).toEqual({ ok: true });
    }
    const suite = { name: 'Smoke', testTimeoutSeconds: 60, timeoutMinutes: 10 };
    const made = [
      await api.done('POST', `/projects/${run.projectId}/test-suites`, { body: suite }),
      await api.done('POST', `/projects/${run.projectId}/deploys`, { body: { environment: 'test', branch: 'main' } }),
    ];
    await socket.until(() => socket.changes.length >= made.length);
    expect(socket.changes.map(({ topic, ids }) => [topic, ...ids]).sort()).toEqual([
      [ofDeploys, made[1]?.id],
      [topics.testSuites, made[0]?.id],
    ]);
    const theirs = await connect(stranger);
    const refused = { ok: false, code: 'notFound' };
    expect(await theirs.ask('subscribe', stranger.accountId, ofDeploys)).toEqual(refused);
    expect(await theirs.ask('subscribe', accountId, topics.testSuites)).toEqual(refused);
  });

  it('keeps accounts apart, and asks for the same rights as the routes', async () => {
    const socket = await connect(stranger);
    const { accountId } = api.admin;
    const refused = { ok: false, code: 'notFound' };
    expect(await socket.ask('subscribe', accountId, topics.projects)).toEqual(refused);
    expect(await socket.ask('subscribe', accountId, topics.testRun(run.testRunId))).toEqual(refused);
    // Another account's run, requested under one's own account.
    expect(await socket.ask('subscribe', stranger.accountId, topics.testRun(run.testRunId))).toEqual(refused);
    expect(await socket.ask('subscribe', stranger.accountId, topics.testRunLogs(run.testRunId))).toEqual(refused);
    expect(await socket.ask('subscribe', stranger.accountId, 'unheardOf')).toEqual(refused);
    expect(await socket.ask('subscribe', stranger.accountId, '$projected')).toMatchObject({ ok: false });
    expect(await socket.ask('subscribe', stranger.accountId, topics.projects)).toEqual({ ok: true });
    await publish(topics.projects, ['theirs']);
    await publish(topics.projects, ['ours'], stranger.accountId);
    await socket.until(() => socket.changes.length > 0);
    expect(socket.changes.flatMap(({ ids }) => ids)).toEqual(['ours']);
  });

  it('sends the first change at once and merges the rest into about ten messages a second', async () => {
    const socket = await connect(api.admin);
    const topic = topics.testRunTests(run.testRunId);
    await socket.ask('subscribe', api.admin.accountId, topic);
    const count = 300;
    const began = performance.now();
    for (let n = 0; n < count; n += 1) await publish(topic, [`t${String(n).padStart(4, '0')}`]);
    const newest = `e-t${String(count - 1).padStart(4, '0')}`;
    await socket.until(() => socket.changes.at(-1)?.position === newest);
    const tenths = (performance.now() - began) / 100;
    expect(socket.changes[0]?.ids).toEqual(['t0000']);
    expect(new Set(socket.changes.flatMap(({ ids }) => ids)).size).toBe(count);
    expect(socket.changes.length).toBeLessThanOrEqual(Math.ceil(tenths) + 2);
    const positions = socket.changes.map(({ position }) => position);
    expect(positions).toEqual([...positions].sort());
  });

  it("says 'many' instead of naming more ids than anybody would fetch one by one", async () => {
    const socket = await connect(api.admin);
    const topic = topics.testRun(run.testRunId);
    await socket.ask('subscribe', api.admin.accountId, topic);
    await publish(
      topic,
      Array.from({ length: 201 }, (_, n) => `id${n}`),
    );
    await socket.until(() => socket.changes.length > 0);
    expect(socket.changes[0]?.ids).toEqual([]);
  });

  it('announces changes of the installation to every account', async () => {
    const [ours, theirs] = [await connect(api.admin), await connect(stranger)];
    await ours.ask('subscribe', api.admin.accountId, topics.agents);
    await theirs.ask('subscribe', stranger.accountId, topics.agents);
    await publish(topics.agents, ['agent'], null);
    await ours.until(() => ours.changes.length > 0);
    await theirs.until(() => theirs.changes.length > 0);
    expect(theirs.changes[0]?.account).toBe(stranger.accountId);
  });

  it('falls silent after unsubscribing', async () => {
    const socket = await connect(api.admin);
    const received = (topic: string) => socket.changes.filter((change: ReadModelChanged) => change.topic === topic);
    await socket.ask('subscribe', api.admin.accountId, topics.environments);
    await socket.ask('subscribe', api.admin.accountId, topics.testRuns);
    await socket.ask('unsubscribe', api.admin.accountId, topics.environments);
    await publish(topics.environments, ['unheard']);
    await publish(topics.testRuns, ['received']);
    await socket.until(() => received(topics.testRuns).length > 0);
    expect(received(topics.environments)).toEqual([]);
  });

  it('ends with the session', async () => {
    const token = await api.operations.sessions.start(stranger.userId);
    const socket = await connectSocket(api, token);
    const witness = await connect(stranger);
    await api.call('POST', '/logout', { as: { token } });
    await socket.until(() => !socket.socket.connected);
    expect(witness.socket.connected).toBe(true);
  });

  it('asks browsers to refetch when notices were lost or a read model was rebuilt', async () => {
    const socket = await connect(api.admin);
    await publish('$rebuilt', ['projects'], null);
    await socket.until(() => socket.resyncs() === 1);
    expect(socket.socket.connected).toBe(true);
  });

  it('survives malformed messages', async () => {
    const socket = await connect(api.admin);
    const answer: unknown = await socket.socket.emitWithAck(socketMessages.subscribe, { topic: 5 });
    expect(answer).toEqual({ ok: false, code: 'request.invalid' });
    socket.socket.emit(socketMessages.subscribe);
    socket.socket.emit(socketMessages.unsubscribe, null, 'not a function');
    expect(await socket.ask('subscribe', api.admin.accountId, topics.projects)).toEqual({ ok: true });
  });
});
