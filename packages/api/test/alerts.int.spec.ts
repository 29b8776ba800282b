import { createHmac } from 'node:crypto';
import type {
  AlertDeliveryPage,
  AlertId,
  AlertPreview,
  AlertView,
  AuthorizationView,
  CommandAnswer,
  EnvironmentId,
  ErrorBody,
  Position,
  ProjectId,
  TestRunId,
} from '@assay/contract';
import { alertWatchDecider } from '@assay/domain';
import { openOutgoingGuard } from '@assay/integrations';
import { eventually } from '../../../test/support/eventually.ts';
import { type ReceivingServer, receivingServer } from '../../../test/support/receivingServer.ts';
import { type ApiUnderTest, type Person, startApi } from './apiUnderTest.ts';
import { prepareRun } from './prepareRun.ts';
import { uploadForm } from './uploadForm.ts';
import { failed, passed, xml } from './uploadsUnderTest.ts';

describe('alerts', () => {
  let api: ApiUnderTest;
  let server: ReceivingServer;
  let ids: { projectId: string; environmentId: string };
  let grace: Person;
  beforeAll(async () => {
    server = await receivingServer();
    api = await startApi({
      automation: true,
      guard: openOutgoingGuard(['127.0.0.1']),
      slack: { address: `${server.url}/slack`, app: null },
    });
    const { projectId, environmentId } = await prepareRun(api);
    ids = { projectId, environmentId };
    grace = await api.newPerson(api.admin.accountId, 'USER');
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

  let paths = 0;
  /** An alert to a path of its own. */
  async function create(change: object = {}): Promise<{ id: string; path: string }> {
    const path = `/hook-${++paths}`;
    const body = {
      eventType: 'TESTRUN_FAIL',
      actionType: 'TRIGGER_WEBHOOK',
      destination: server.url + path,
      ...change,
    };
    const { id } = await api.done('POST', '/alerts', { body });
    await api.caughtUp();
    return { id, path };
  }
  const alert = async (id: string) => (await api.call<AlertView>('GET', `/alerts/${id}`)).body;
  const deliveries = async (id: string) =>
    (await api.call<AlertDeliveryPage>('GET', `/alerts/${id}/deliveries`)).body.deliveries;
  const arrived = (path: string) => server.received.filter((request) => request.path === path);
  const summaries = (path: string) =>
    arrived(path).map(({ body }) => (JSON.parse(body) as { data: { summary: string } }).data.summary);
  const arrives = (path: string, count: number) =>
    eventually(() => (arrived(path).length >= count ? summaries(path) : null));
  const report = (...cases: string[]) => uploadForm(api, ids, [xml(...cases)]);
  const errorsOf = async (body: object) =>
    (await api.call<ErrorBody>('POST', '/alerts', { body })).body.errors?.map(({ field, message }) => [field, message]);

  it('are created active, show no more of a sealed address than its host, and keep it when it is left out', async () => {
    const { id, path } = await create({ criteria: { branches: ['main', 'main'] } });
    const shown = await alert(id);
    expect(shown).toMatchObject({
      status: 'ACTIVE',
      destination: new URL(server.url).host,
      criteria: { send: 'onChange', minCount: 1, branches: ['main'] },
    });
    const { eventType, actionType, criteria, destination, revision } = shown;
    const body = { eventType, actionType, criteria, destination, status: 'INACTIVE' };
    await api.done('PUT', `/alerts/${id}`, { body, headers: { 'if-match': revision } });
    expect((await api.call('PUT', `/alerts/${id}`, { body, headers: { 'if-match': revision } })).status).toBe(412);
    expect(await alert(id)).toMatchObject({ status: 'INACTIVE' });
    await api.done('POST', `/alerts/${id}/test`);
    expect(await arrives(path, 1)).toEqual(['Test message from Assay: this alert arrives']);
    const everything: string[] = [];
    for await (const event of api.eventLog.read(`alert-${id}`)) everything.push(JSON.stringify(event.type));
    expect(everything).toEqual(['"AlertCreated"', '"AlertDeactivated"']);
  });

  it('take criteria that are null for those that are left out', async () => {
    const { id } = await create({ criteria: null });
    const { criteria, eventType, actionType, destination } = await alert(id);
    const { id: other } = await create({});
    expect(criteria).toEqual((await alert(other)).criteria);
    const body = { eventType, actionType, destination, status: 'ACTIVE', criteria: null };
    await api.done('PUT', `/alerts/${id}`, { body });
    expect((await alert(id)).criteria).toEqual(criteria);
  });

  it('need a destination that fits their action, with the texts of the form', async () => {
    const of = (actionType: string, destination?: string) =>
      errorsOf({ eventType: 'TESTRUN_FAIL', actionType, destination });
    expect(await of('TRIGGER_WEBHOOK', 'hooks')).toEqual([['destination', 'You must provide a valid Webhook URL']]);
    expect(await of('SEND_SLACK')).toEqual([['destination', 'You must provide a Slack Channel']]);
    expect(await of('SEND_MICROSOFT_TEAMS', 'http://teams.example.com')).toEqual([
      ['destination', 'You must provide a valid Microsoft Teams Incoming Webhook URL'],
    ]);
    expect(await of('SEND_EMAIL', 'ops@example.com, nobody')).toEqual([['destination', 'Invalid email address']]);
    const matches = { eventType: 'TESTRUN_MATCHES', actionType: 'TRIGGER_OPSGENIE', criteria: { projectId: 'none' } };
    expect(await errorsOf(matches)).toEqual([
      ['criteria.testName', 'Say what the name of a failed test contains'],
      ['criteria.projectId', 'There is no such project.'],
    ]);
  });

  it('are seen by everybody of the account and changed by administrators only', async () => {
    const { id } = await create();
    const { body } = await api.call<AlertView[]>('GET', '/alerts', { as: grace });
    expect(body.map((one) => one.id)).toEqual([id]);
    expect((await api.call('DELETE', `/alerts/${id}`, { as: grace })).status).toBe(403);
    expect((await api.call('GET', `/alerts/${id}/deliveries`, { as: grace })).status).toBe(403);
  });

  it('tell a failure once, signed, and that it is fixed', async () => {
    const { id, path } = await create({ criteria: ids });
    const other = await create({ criteria: { branches: ['release/*'] } });
    const { body: secret } = await api.call<{ signingSecret: string }>('POST', `/alerts/${id}/signing-secret`);
    await report(failed('pays'), passed('adds'), passed('removes'));
    await report(failed('pays'), passed('adds'), passed('removes'));
    await report(failed('pays'), failed('adds'), passed('removes'));
    await report(passed('pays'), passed('adds'), passed('removes'));
    expect(await arrives(path, 3)).toEqual([
      expect.stringMatching(/^Shop #\d+ failed: 1 of 3 tests$/),
      expect.stringMatching(/^Shop #\d+ failed: 2 of 3 tests, 1 new$/),
      expect.stringMatching(/^Shop #\d+ is fixed after less than a minute$/),
    ]);
    const [first] = arrived(path);
    const {
      'webhook-id': messageId,
      'webhook-timestamp': time,
      'webhook-signature': signatures,
    } = first?.headers ?? {};
    const key = Buffer.from(secret.signingSecret.replace('whsec_', ''), 'base64');
    const expected = createHmac('sha256', key).update(`${messageId}.${time}.${first?.body}`).digest('base64');
    expect(String(signatures).split(' ')).toEqual([`v1,${expected}`, expect.stringMatching(/^v1,/)]);
    expect(JSON.parse(first?.body ?? '')).toMatchObject({
      type: 'testRun.failed',
      data: { testRun: { project: { key: 'shop' }, failCount: 1 }, failures: [{ name: 'pays' }] },
    });
    await eventually(async () => (await alert(id)).sentCount === 3);
    expect(await alert(id)).toMatchObject({ heldBackCount: 1, lastDelivery: { delivered: true } });
    expect(arrived(other.path)).toEqual([]);
  });

  it('list what they sent with each attempt, and send it once more', async () => {
    const { id, path } = await create({ eventType: 'TESTRUN_COMPLETE' });
    server.reply = () => ({ status: 422, body: 'no such room' });
    await report(passed('adds'));
    await arrives(path, 1);
    const [first] = await eventually(async () => {
      const list = await deliveries(id);
      return list[0]?.state === 'refused' ? list : null;
    });
    expect(first).toMatchObject({
      kind: 'completed',
      tries: [{ ok: false, detail: '422 no such room' }],
      payload: { type: 'testRun.completed' },
    });
    server.reply = () => ({ status: 200, body: 'posted' });
    await api.done('POST', `/alerts/${id}/deliveries/${first?.id}/resend`);
    await arrives(path, 2);
    const [again] = await eventually(async () => {
      const list = await deliveries(id);
      return list[0]?.state === 'done' ? list : null;
    });
    expect(again).toMatchObject({ resendOf: first?.id, tries: [{ ok: true, detail: '200 posted' }] });
    const [one, two] = arrived(path).map(({ headers }) => headers['webhook-id']);
    expect(two).toBe(one);
    const { status } = await api.call('POST', `/alerts/${id}/deliveries/none/resend`);
    expect(status).toBe(404);
  });

  it('are turned off where their address is gone', async () => {
    const { id } = await create();
    server.reply = () => ({ status: 410 });
    await api.done('POST', `/alerts/${id}/test`);
    await eventually(async () => (await alert(id)).status === 'INACTIVE');
    expect(await alert(id)).toMatchObject({
      inactiveReason: 'the address is gone',
      lastDelivery: { delivered: false, detail: '410' },
    });
  });

  it('go to Slack and OpsGenie once these are connected, and are kept before', async () => {
    const slack = await create({ actionType: 'SEND_SLACK', destination: '#shop' });
    await api.done('POST', `/alerts/${slack.id}/test`);
    await eventually(async () => (await deliveries(slack.id))[0]?.state === 'kept');
    const connect = (provider: string, token: string, identifier = '') =>
      api.call<ErrorBody & CommandAnswer>('POST', '/authorizations', { body: { provider, token, identifier } });
    expect((await connect('Slack', 'short')).body.errors).toEqual([{ field: 'token', message: 'Invalid token' }]);
    expect((await connect('OpsGenie', 'a-key-of-opsgenie', 'nowhere')).body.errors).toEqual([
      { field: 'identifier', message: 'Invalid URL' },
    ]);
    const { body: connected } = await connect('Slack', 'xoxb-secret-token');
    await connect('OpsGenie', 'a-key-of-opsgenie', `${server.url}/opsgenie`);
    const { body: listed } = await api.call<AuthorizationView[]>('GET', '/authorizations');
    expect(JSON.stringify(listed)).not.toContain('secret-token');
    server.reply = () => ({ status: 200, body: '{"ok":true,"ts":"1.2","channel":"C1"}' });
    await api.done('POST', `/alerts/${slack.id}/test`);
    const genie = await create({ actionType: 'TRIGGER_OPSGENIE', destination: '' });
    await api.done('POST', `/alerts/${genie.id}/test`);
    await eventually(() => arrived('/slack/api/chat.postMessage').length === 1);
    await eventually(() => arrived('/opsgenie/v2/alerts').length === 1);
    expect(arrived('/slack/api/chat.postMessage')[0]?.headers.authorization).toBe('Bearer xoxb-secret-token');
    expect(arrived('/opsgenie/v2/alerts')[0]?.headers.authorization).toBe('GenieKey a-key-of-opsgenie');
    expect((await api.call('DELETE', `/authorizations/${connected.id}`, { as: grace })).status).toBe(403);
    await api.done('DELETE', `/authorizations/${connected.id}`);
    expect((await api.call('DELETE', `/authorizations/${connected.id}`)).status).toBe(404);
  });

  it('have one message for a run in Slack: of its first failure, changed once the run has ended', async () => {
    const body = { provider: 'Slack', token: 'xoxb-secret-token', identifier: '' };
    await api.done('POST', '/authorizations', { body });
    server.reply = () => ({ status: 200, body: '{"ok":true,"ts":"1.2","channel":"C1"}' });
    const { body: run } = await report(failed('pays'), passed('adds'));
    const { id } = await create({ actionType: 'SEND_SLACK', destination: '#one', criteria: { send: 'firstFailure' } });
    const { eventType, actionType, criteria } = await alert(id);
    const of = {
      projectId: ids.projectId as ProjectId,
      environmentId: ids.environmentId as EnvironmentId,
      testRunId: run.id as TestRunId,
      branch: 'main',
      testSuiteId: null,
    };
    const counts = { status: 'FAIL' as const, passed: 1, failed: 1, flaky: 0, tests: [] };
    const watch = (ended: boolean, position: string) =>
      api.eventLog.handle(
        alertWatchDecider,
        `${id}.${ids.environmentId}`,
        {
          type: 'watchRun',
          alertId: id as AlertId,
          settings: { eventType, actionType, ...criteria },
          changedAt: '',
          silenced: false,
          run: { ...of, ...counts, ended, position: position as Position, at: new Date().toISOString() },
        },
        {
          accountId: api.admin.accountId,
          actor: { kind: 'automation', id: 'raiseAlerts' },
          $correlationId: 'watched',
          occurredAt: new Date().toISOString(),
        },
      );
    const said = (method: string) =>
      arrived(`/slack/api/${method}`).flatMap((request) => {
        const { text, thread_ts: thread } = JSON.parse(request.body) as { text: string; thread_ts?: string };
        return thread === undefined ? text : [];
      });
    const before = said('chat.postMessage').length;
    await watch(false, 'watched-1');
    await eventually(async () => (await deliveries(id))[0]?.state === 'done');
    await watch(true, 'watched-2');
    await eventually(() => said('chat.update').length === 1);
    expect(said('chat.postMessage').slice(before)).toEqual([
      expect.stringMatching(/^🔴 Shop #\d+ is failing: the run goes on$/),
    ]);
    expect(said('chat.update')).toEqual([expect.stringMatching(/^🔴 Shop #\d+ failed: 1 of 2 tests$/)]);
  });

  it('are silent about trouble until the silence ends, with who wants it and why', async () => {
    const { id, path } = await create({ criteria: { ...ids, branches: ['quiet'] } });
    const of = (...cases: string[]) => uploadForm(api, { ...ids, branch: 'quiet' }, [xml(...cases)]);
    const silence = (until: string) =>
      api.call<ErrorBody>('POST', `/alerts/${id}/silence`, { body: { until, reason: 'The database moves' } });
    expect((await silence('2020-01-31T12:00:00.000Z')).body.errors).toEqual([
      { field: 'until', message: 'Select a date in the future' },
    ]);
    await silence('2126-01-31T12:00:00.000Z');
    await api.caughtUp();
    expect((await alert(id)).silence).toMatchObject({ reason: 'The database moves', by: { id: api.admin.userId } });
    await of(failed('pays'));
    await eventually(async () => (await alert(id)).heldBackCount === 1);
    await api.done('DELETE', `/alerts/${id}/silence`);
    expect((await alert(id)).silence).toBeNull();
    await of(failed('pays'));
    expect(await arrives(path, 1)).toHaveLength(1);
  });

  it('say before they are saved what they would have sent of past runs', async () => {
    const suite = { branch: 'preview' };
    const of = (...cases: string[]) => uploadForm(api, { ...ids, ...suite }, [xml(...cases)]);
    await of(failed('pays'), passed('adds'));
    await of(failed('pays'), passed('adds'));
    await of(passed('pays'), passed('adds'));
    const body = { eventType: 'TESTRUN_FAIL', actionType: 'SEND_EMAIL', criteria: { branches: ['prev*'] } };
    const { body: preview } = await api.call<AlertPreview>('POST', '/alerts/preview', { body });
    expect(preview.runCount).toBe(3);
    expect(preview.sent.map(({ kind }) => kind)).toEqual(['failed', 'fixed']);
    expect(preview.heldBack.map(({ reason }) => reason)).toEqual(['unchanged']);
    expect((await api.call<AlertView[]>('GET', '/alerts')).body).toEqual([]);
  });

  it('keep mail where no mail server is set', async () => {
    const { body } = await api.call<CommandAnswer>('POST', '/alerts', {
      body: { eventType: 'TESTRUN_FAIL', actionType: 'SEND_EMAIL' },
    });
    await api.done('POST', `/alerts/${body.id}/test`);
    await eventually(async () => (await deliveries(body.id))[0]?.state === 'kept');
  });
});
