import {
  type AlertDeliveryPage,
  type AlertId,
  type AlertView,
  defaultAlertCriteria,
  type TestRunView,
} from '@assay/contract';
import { alertDecider } from '@assay/domain';
import { newId } from '@assay/event-log';
import { openOutgoingGuard } from '@assay/integrations';
import { eventually } from '../../../test/support/eventually.ts';
import { type ReceivingServer, receivingServer } from '../../../test/support/receivingServer.ts';
import { type AgentUnderTest, listedTest, registerAgent, testFinished, unitCompleted } from './agentUnderTest.ts';
import { type ApiUnderTest, startApi } from './apiUnderTest.ts';
import { prepareRun } from './prepareRun.ts';
import { type RunCycle, runCycle } from './runCycle.ts';

describe('alerts of runs that an agent takes from their start to their end', () => {
  let api: ApiUnderTest;
  let server: ReceivingServer;
  let agent: AgentUnderTest;
  let cycle: RunCycle;
  beforeAll(async () => {
    server = await receivingServer();
    api = await startApi({ automation: true, guard: openOutgoingGuard(['127.0.0.1']) });
    const { testRunId } = await prepareRun(api);
    agent = await registerAgent(api);
    cycle = runCycle(api, agent);
    await cycle.cancel(testRunId);
  });
  afterAll(async () => {
    await api.stop();
    await server.stop();
  });
  afterEach(async () => {
    server.reply = () => ({ status: 200 });
    for (const { id } of (await api.call<AlertView[]>('GET', '/alerts')).body)
      await api.done('DELETE', `/alerts/${id}`);
  });

  const received = (path: string) => server.received.filter((request) => request.path === path);
  const arrived = (path: string) => received(path).map(({ body }) => JSON.parse(body) as Record<string, unknown>);
  const deliveries = async (id: string) =>
    (await api.call<AlertDeliveryPage>('GET', `/alerts/${id}/deliveries`)).body.deliveries;
  /** An alert to a path of its own: messages of an earlier one may still be on their way. */
  async function hook(path: string, change: object = {}): Promise<string> {
    const destination = server.url + path;
    const body = { eventType: 'TESTRUN_FAIL', actionType: 'TRIGGER_WEBHOOK', destination, ...change };
    const { id } = await api.done('POST', '/alerts', { body });
    await api.caughtUp();
    return id;
  }
  /** Takes the next copy of a run's one test to its end. */
  async function fail(): Promise<void> {
    const unit = await cycle.takeWork();
    await agent.events(unit, 1, [testFinished('test1', { status: 'FAIL' }), unitCompleted]);
  }

  it('tell the first failure while the run goes on, and not again once it has ended', async () => {
    const id = await hook('/first', { criteria: { send: 'firstFailure' } });
    const run = await cycle.newRun({ copies: 2, runners: 2 });
    await cycle.setUp([listedTest('test1')]);
    await fail();
    const [first] = await eventually(() => (arrived('/first').length > 0 ? arrived('/first') : null));
    expect(first).toMatchObject({
      data: { summary: expect.stringMatching(/^Shop #\d+ is failing: the run goes on$/) },
    });
    const { body: view } = await api.call<TestRunView>('GET', `/test-runs/${run}`);
    expect(view.status).toBe('RUNNING');
    await fail();
    await cycle.untilRun(run, ({ status }) => status === 'FAIL');
    // What comes after it in the same order has been told, so nothing of this run is on its way.
    const next = await cycle.newRun({ branch: 'other' });
    await cycle.setUp([listedTest('test1')]);
    await fail();
    await cycle.untilRun(next, ({ status }) => status === 'FAIL');
    await eventually(async () => (await deliveries(id)).some(({ testRunId }) => testRunId === next));
    expect((await deliveries(id)).filter(({ testRunId }) => testRunId === run)).toHaveLength(1);
  });

  it('go to Microsoft Teams as a card, which is in the delivery log without the address', async () => {
    const alertId = newId<AlertId>();
    // By hand: the form takes https alone, which the fake does not speak.
    const command = {
      type: 'createAlert' as const,
      alertId,
      settings: {
        ...defaultAlertCriteria,
        eventType: 'TESTRUN_FAIL' as const,
        actionType: 'SEND_MICROSOFT_TEAMS' as const,
        send: 'everyRun' as const,
      },
      destination: `${server.url}/workflows/one?sig=hidden`,
      signingSecret: 'whsec_c2VjcmV0',
      active: true,
    };
    await api.eventLog.handle(alertDecider, alertId, command, {
      accountId: api.admin.accountId,
      actor: { kind: 'user', id: api.admin.userId },
      $correlationId: newId(),
      occurredAt: new Date().toISOString(),
    });
    await api.caughtUp();
    server.reply = () => ({ status: 202 });
    const run = await cycle.newRun();
    await cycle.setUp([listedTest('test1')]);
    await fail();
    await cycle.untilRun(run, ({ status }) => status === 'FAIL');
    const [sent] = await eventually(async () => {
      const list = await deliveries(alertId);
      return list[0]?.state === 'done' ? list : null;
    });
    expect(arrived('/workflows/one?sig=hidden')).toMatchObject([
      {
        type: 'message',
        attachments: [{ contentType: 'application/vnd.microsoft.card.adaptive', content: { version: '1.4' } }],
      },
    ]);
    expect(sent).toMatchObject({ testRunId: run, tries: [{ ok: true, detail: '202', cutOff: false }] });
    expect(JSON.stringify([sent, (await api.call('GET', `/alerts/${alertId}`)).body])).not.toContain('sig=hidden');
  });

  it('say that a message may have come twice whose connection was cut before there was an answer', async () => {
    const id = await hook('/cut');
    // The first one only.
    server.reply = ({ path }) => (path === '/cut' && received(path).length === 1 ? 'cut' : { status: 200 });
    await api.done('POST', `/alerts/${id}/test`);
    const [taken] = await eventually(async () => {
      const list = await deliveries(id);
      return list[0]?.state === 'done' ? list : null;
    });
    expect(taken?.tries).toMatchObject([
      { ok: false, cutOff: true, detail: expect.stringMatching(/whether it arrived is not known$/) },
      { ok: true, cutOff: false },
    ]);
    const [one, two] = received('/cut').map(({ headers }) => headers['webhook-id']);
    expect(two).toBe(one);
  });

  it('are listed with what is broken first', async () => {
    const first = await hook('/works');
    const broken = await hook('/gone');
    const order = async () => (await api.call<AlertView[]>('GET', '/alerts')).body.map(({ id }) => id);
    expect(await order()).toEqual([first, broken]);
    server.reply = () => ({ status: 410 });
    await api.done('POST', `/alerts/${broken}/test`);
    await eventually(async () => (await order())[0] === broken);
    expect(await order()).toEqual([broken, first]);
  });
});
