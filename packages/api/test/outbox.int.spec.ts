import type { CommandAnswer, OutboxMailPage } from '@assay/contract';
import { openMailChannel } from '@assay/integrations';
import { eventually } from '../../../test/support/eventually.ts';
import { smtpServer } from '../../../test/support/smtpServer.ts';
import { type ApiUnderTest, type Person, startApi } from './apiUnderTest.ts';

describe('the outbox of an account', () => {
  let api: ApiUnderTest;
  let stranger: Person;
  beforeAll(async () => {
    api = await startApi({ automation: true });
    stranger = await api.newAccount('stranger');
  });
  afterAll(() => api.stop());

  const list = (as: Person) => api.call<OutboxMailPage>('GET', '/account/outbox', { as });

  it('keeps a test mail for administrators to read if no mail server is set', async () => {
    const { body: sent, status } = await api.call<CommandAnswer>('POST', '/account/outbox/test-mail');
    expect(status).toBe(201);
    const kept = await eventually(
      async () => (await list(api.admin)).body.mails.find(({ state }) => state === 'kept') ?? null,
    );
    expect(kept).toMatchObject({ id: sent.id, to: api.admin.email, subject: 'Test mail from Assay', lastError: null });
    const types: string[] = [];
    let text = '';
    await eventually(async () => {
      types.length = 0;
      for await (const event of api.eventLog.read(`mail-${sent.id}`)) {
        types.push(event.type);
        text += JSON.stringify(event);
      }
      return types.length === 2;
    });
    expect(types).toEqual(['MailRequested', 'MailNotSent']);
    expect(text).not.toContain(api.admin.email);
  });

  it('is visible only to administrators of the account', async () => {
    expect((await list(stranger)).body).toEqual({ mails: [], total: 0 });
    const user = await api.newPerson(api.admin.accountId, 'USER');
    expect(await list(user)).toMatchObject({ status: 403, body: { code: 'auth.forbidden' } });
  });
});

describe('mail with a mail server', () => {
  const stops: (() => Promise<void> | void)[] = [];
  afterEach(async () => {
    for (const stop of stops.splice(0).reverse()) await stop();
  });

  async function startWith(options: Parameters<typeof smtpServer>[0] = {}) {
    const server = await smtpServer(options);
    const mail = openMailChannel({ url: `smtp://${server.address}`, from: 'Assay <assay@example.org>' });
    const api = await startApi({ automation: true, mail });
    stops.push(
      server.stop,
      () => mail.close(),
      () => api.stop(),
    );
    return { api, server };
  }

  async function sent(api: ApiUnderTest): Promise<{ id: string; types: string[] }> {
    const { body } = await api.call<CommandAnswer>('POST', '/account/outbox/test-mail');
    const types = await eventually(async () => {
      const found: string[] = [];
      for await (const { type } of api.eventLog.read(`mail-${body.id}`)) found.push(type);
      return found.length > 1 ? found : null;
    });
    return { id: body.id, types };
  }

  it('reaches the person who asked for it once, and its outcome is recorded', async () => {
    const { api, server } = await startWith();
    expect((await sent(api)).types).toEqual(['MailRequested', 'MailSent']);
    expect(server.received.map(({ to }) => to)).toEqual([[api.admin.email]]);
  });

  it('that the server refuses is not sent again, and the outbox says why', async () => {
    const { api } = await startWith({
      onRcptTo: (_address, _session, callback) =>
        callback(Object.assign(new Error('no such mailbox'), { responseCode: 550 })),
    });
    const { id, types } = await sent(api);
    expect(types).toEqual(['MailRequested', 'MailNotSent']);
    const refused = await eventually(async () => {
      const { body } = await api.call<OutboxMailPage>('GET', '/account/outbox');
      return body.mails.find((mail) => mail.id === id && mail.state === 'refused') ?? null;
    });
    expect(refused.lastError).toContain('no such mailbox');
  });
});
