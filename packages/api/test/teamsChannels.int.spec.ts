import type {
  AlertDeliveryPage,
  AlertView,
  AuthorizationId,
  AuthorizationView,
  CommandAnswer,
  ErrorBody,
} from '@assay/contract';
import { authorizationDecider } from '@assay/domain';
import { openOutgoingGuard } from '@assay/integrations';
import { eventually } from '../../../test/support/eventually.ts';
import { type ReceivingServer, receivingServer } from '../../../test/support/receivingServer.ts';
import { type ApiUnderTest, type Person, startApi } from './apiUnderTest.ts';

const url = (name: string) => `https://prod.logic.azure.test/workflows/${name}?sig=a-secret-signature`;

describe('channels of Microsoft Teams', () => {
  let api: ApiUnderTest;
  let server: ReceivingServer;
  let other: Person;
  let grace: Person;
  beforeAll(async () => {
    server = await receivingServer();
    api = await startApi({ automation: true, guard: openOutgoingGuard(['127.0.0.1']) });
    other = await api.newAccount('northwind');
    grace = await api.newPerson(api.admin.accountId, 'USER');
  });
  afterAll(async () => {
    await api.stop();
    await server.stop();
  });
  afterEach(async () => {
    for (const { id } of (await api.call<AlertView[]>('GET', '/alerts')).body)
      await api.done('DELETE', `/alerts/${id}`);
    for (const { id } of await channels()) await api.done('DELETE', `/authorizations/${id}`);
    await api.caughtUp();
  });

  type Answer = CommandAnswer & ErrorBody;
  const connect = (identifier: string, token = url('checkout'), as = api.admin) =>
    api.call<Answer>('POST', '/authorizations', { as, body: { provider: 'MicrosoftTeams', token, identifier } });
  const change = (id: string, body: object) => api.call<Answer>('PATCH', `/authorizations/${id}`, { body });
  const channels = async (as = api.admin) => {
    await api.caughtUp();
    return (await api.call<AuthorizationView[]>('GET', '/authorizations', { as })).body;
  };
  const failing = { eventType: 'TESTRUN_FAIL', actionType: 'SEND_MICROSOFT_TEAMS' };
  const createAlert = (change: object, as = api.admin) =>
    api.call<Answer>('POST', '/alerts', { as, body: { ...failing, ...change } });
  const alert = async (id: string, as = api.admin) => {
    await api.caughtUp();
    return (await api.call<AlertView>('GET', `/alerts/${id}`, { as })).body;
  };

  it('are connected by name, as many as an account likes, without showing their URLs', async () => {
    expect((await connect('Checkout')).status).toBe(201);
    expect((await connect(' Ops ', url('ops'))).status).toBe(201);
    const listed = await channels();
    expect(listed.map(({ provider, identifier }) => [provider, identifier])).toEqual([
      ['MicrosoftTeams', 'Checkout'],
      ['MicrosoftTeams', 'Ops'],
    ]);
    expect(JSON.stringify(listed)).not.toContain('secret-signature');
  });

  it.each([
    [{ identifier: '' }, [{ field: 'identifier', message: 'Enter a name for the channel' }]],
    [{ token: 'http://teams.example.com/x' }, [{ field: 'token', message: 'Invalid URL' }]],
    [{ token: 'not-a-url-at-all' }, [{ field: 'token', message: 'Invalid URL' }]],
  ])('are refused with %j, at the field', async (wrong, errors) => {
    const { status, body } = await connect('Checkout', url('a')).then(() =>
      api.call<Answer>('POST', '/authorizations', {
        body: { provider: 'MicrosoftTeams', identifier: 'Another', token: url('b'), ...wrong },
      }),
    );
    expect([status, body.errors]).toEqual([400, errors]);
    expect(await channels()).toHaveLength(1);
  });

  it('have names that no other has, until they are renamed or disconnected', async () => {
    const { body: first } = await connect('Checkout');
    const taken = { errors: [{ field: 'identifier', message: 'This name is already in use' }] };
    expect(await connect('checkout', url('b'))).toMatchObject({ status: 400, body: taken });
    const { body: second } = await connect('Ops', url('ops'));
    expect(await change(second.id, { identifier: 'CHECKOUT' })).toMatchObject({ status: 400, body: taken });
    expect((await change(first.id, { identifier: 'Payments' })).status).toBe(200);
    expect((await change(second.id, { identifier: 'Checkout' })).status).toBe(200);
    expect((await connect('Payments')).status).toBe(400);
    await api.done('DELETE', `/authorizations/${first.id}`);
    expect((await connect('Payments')).status).toBe(201);
    expect((await channels()).map(({ identifier }) => identifier)).toEqual(['Checkout', 'Payments']);
  });

  it('are changed and removed by administrators of their account alone', async () => {
    const { body: mine } = await connect('Checkout');
    for (const as of [other, grace]) {
      const status = as === grace ? 403 : 404;
      const body = { identifier: 'Taken over', token: url('evil') };
      expect((await api.call('PATCH', `/authorizations/${mine.id}`, { as, body })).status).toBe(status);
      expect((await api.call('DELETE', `/authorizations/${mine.id}`, { as })).status).toBe(status);
    }
    expect((await connect('Own', url('own'), grace)).status).toBe(403);
    expect(await channels(other)).toEqual([]);
    expect((await channels()).map(({ identifier }) => identifier)).toEqual(['Checkout']);
    // The name of one account is free in another.
    const { body: theirs, status } = await connect('Checkout', url('theirs'), other);
    expect(status).toBe(201);
    await api.done('DELETE', `/authorizations/${theirs.id}`, { as: other });
  });

  it('refuse a token for services that take it by connecting again', async () => {
    const { body } = await api.call<Answer>('POST', '/authorizations', {
      body: { provider: 'OpsGenie', token: 'a-key-of-opsgenie' },
    });
    expect(await change(body.id, { token: 'another-key-of-opsgenie' })).toMatchObject({
      status: 400,
      body: { errors: [{ field: 'token', message: 'Connect the service again to replace its token.' }] },
    });
  });

  it('are chosen by alerts, which show their names, and keep them when they are left out', async () => {
    const { body: channel } = await connect('Checkout');
    await api.caughtUp();
    const { body: created } = await createAlert({ authorizationId: channel.id });
    expect(await alert(created.id)).toMatchObject({ authorizationId: channel.id, destination: 'Checkout' });
    expect(await alert(created.id, grace)).toMatchObject({ destination: 'Checkout' });
    await change(channel.id, { identifier: 'Payments' });
    await api.done('PUT', `/alerts/${created.id}`, { body: { ...failing, status: 'INACTIVE' } });
    expect(await alert(created.id)).toMatchObject({
      authorizationId: channel.id,
      destination: 'Payments',
      status: 'INACTIVE',
    });
    await api.done('PUT', `/alerts/${created.id}`, { body: { ...failing, destination: url('own') } });
    expect(await alert(created.id)).toMatchObject({ authorizationId: null, destination: 'prod.logic.azure.test' });
  });

  it('cannot be chosen by alerts of another account, nor anything else that is no channel', async () => {
    const { body: mine } = await connect('Checkout');
    const { body: slack } = await api.call<Answer>('POST', '/authorizations', {
      body: { provider: 'Slack', token: 'xoxb-secret-token' },
    });
    const refused = { status: 400, body: { errors: [{ field: 'authorizationId', message: expect.any(String) }] } };
    expect(await createAlert({ authorizationId: mine.id }, other)).toMatchObject(refused);
    expect(await createAlert({ destination: `authorization:${mine.id}` }, other)).toMatchObject(refused);
    expect(await createAlert({ authorizationId: slack.id })).toMatchObject(refused);
    expect(await createAlert({ authorizationId: 'nothing' })).toMatchObject(refused);
    expect(await createAlert({})).toMatchObject({ status: 400, body: { errors: [{ field: 'destination' }] } });
  });

  it('get the messages at the URL that they have at that moment, and none once they are removed', async () => {
    const { body: channel } = await connect('Checkout');
    // The api takes https only, which this server does not speak.
    const moveTo = (path: string) =>
      api.eventLog.handle(
        authorizationDecider,
        channel.id as AuthorizationId,
        {
          type: 'grantAuthorization',
          authorizationId: channel.id as AuthorizationId,
          provider: 'MicrosoftTeams',
          identifier: 'Checkout',
          token: `${server.url}${path}`,
        },
        {
          accountId: api.admin.accountId,
          actor: { kind: 'user', id: api.admin.userId },
          $correlationId: 'moved',
          occurredAt: new Date().toISOString(),
        },
      );
    const { body: created } = await createAlert({ authorizationId: channel.id });
    const test = () => api.done('POST', `/alerts/${created.id}/test`);
    const arrived = (path: string) => server.received.filter((request) => request.path === path).length;
    await moveTo('/one');
    await test();
    await eventually(() => arrived('/one') === 1);
    await moveTo('/two');
    await test();
    await eventually(() => arrived('/two') === 1);
    expect(server.received.at(-1)?.body).toContain('AdaptiveCard');

    await api.done('DELETE', `/authorizations/${channel.id}`);
    await test();
    const deliveries = async () =>
      (await api.call<AlertDeliveryPage>('GET', `/alerts/${created.id}/deliveries`)).body.deliveries;
    await eventually(async () => (await deliveries())[0]?.state === 'kept');
    await eventually(async () => (await alert(created.id)).lastDelivery?.delivered === false);
    expect(await alert(created.id)).toMatchObject({
      destination: 'a removed channel',
      lastDelivery: { detail: 'The channel was removed. Choose another one.' },
    });
    // It can be turned off as it is, and goes on elsewhere.
    await api.done('PUT', `/alerts/${created.id}`, { body: { ...failing, status: 'INACTIVE' } });
    const again = await createAlert({ authorizationId: channel.id });
    expect(again.status).toBe(400);
    expect([arrived('/one'), arrived('/two')]).toEqual([1, 1]);
  });
});
