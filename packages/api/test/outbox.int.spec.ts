import type { CommandAnswer, OutboxMailPage } from '@assay/contract';
import { eventually } from '../../../test/support/eventually.ts';
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

  it('keeps a test mail for administrators to read where no mail server is set', async () => {
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

  it('is shown to no other account and to no user who is not an administrator', async () => {
    expect((await list(stranger)).body).toEqual({ mails: [], total: 0 });
    const user = await api.newPerson(api.admin.accountId, 'USER');
    expect(await list(user)).toMatchObject({ status: 403, body: { code: 'auth.forbidden' } });
  });
});
