import { subscriptionLink } from '@assay/application';
import type { AlertDeliveryPage, AlertView, ErrorBody, MailSubscriptionView, UserView } from '@assay/contract';
import { openMailChannel } from '@assay/integrations';
import { eventually } from '../../../test/support/eventually.ts';
import { smtpServer } from '../../../test/support/smtpServer.ts';
import { type ApiUnderTest, startApi } from './apiUnderTest.ts';

const oneClick = {
  headers: { 'content-type': 'application/x-www-form-urlencoded' },
  body: Buffer.from('List-Unsubscribe=One-Click'),
  as: null,
};

describe('the link that mails end with', () => {
  let api: ApiUnderTest;
  let server: Awaited<ReturnType<typeof smtpServer>>;
  let mail: ReturnType<typeof openMailChannel>;
  beforeAll(async () => {
    server = await smtpServer();
    mail = openMailChannel({ url: `smtp://${server.address}`, from: 'Assay <assay@example.org>' });
    api = await startApi({ automation: true, mail });
  });
  afterAll(async () => {
    await api.stop();
    mail.close();
    await server.stop();
  });

  /** @returns the path of the link in the head of a mail to the address, after at least so many mails */
  const linkTo = (address: string, mails: number) =>
    eventually(() => {
      const sources = server.received.filter(({ to }) => to.includes(address)).map(({ source }) => source);
      if (sources.length < mails) return null;
      const head = (sources.at(-1) ?? '').replaceAll(/\r\n[ \t]+/g, '');
      return /^List-Unsubscribe: *<http:\/\/localhost:3000(\S+)>/im.exec(head)?.[1] ?? null;
    });
  const subscription = async (method: 'GET' | 'POST' | 'DELETE', link: string) =>
    (await api.call<MailSubscriptionView>(method, link, method === 'POST' ? oneClick : { as: null })).body;

  it('unsubscribes one address of an alert by one click without a session, says so, and undoes it', async () => {
    const [ops, dev] = ['ops@example.org', 'dev@example.org'];
    const body = { eventType: 'TESTRUN_FAIL', actionType: 'SEND_EMAIL', destination: `${ops}, ${dev}` };
    const { id } = await api.done('POST', '/alerts', { body });
    await api.done('POST', `/alerts/${id}/test`);
    const link = await linkTo(ops, 1);
    expect(await linkTo(dev, 1)).not.toBe(link);
    expect(server.received.map(({ to }) => to)).toEqual(expect.arrayContaining([[ops], [dev]]));

    const about = { kind: 'alert', alertEvent: 'test run fails' };
    expect(await subscription('GET', link)).toMatchObject({ ...about, subscribed: true });
    expect(await subscription('POST', link)).toMatchObject({ ...about, subscribed: false });
    expect(await subscription('POST', link)).toMatchObject({ subscribed: false });
    await api.caughtUp();
    const alert = async () => (await api.call<AlertView>('GET', `/alerts/${id}`)).body;
    expect(await alert()).toMatchObject({ unsubscribed: [ops] });

    await api.done('POST', `/alerts/${id}/test`);
    await linkTo(dev, 2);
    const { body: log } = await api.call<AlertDeliveryPage>('GET', `/alerts/${id}/deliveries`);
    expect(log.total).toBe(3);
    expect(server.received.filter(({ to }) => to.includes(ops))).toHaveLength(1);

    expect(await subscription('DELETE', link)).toMatchObject({ subscribed: true });
    await api.caughtUp();
    expect(await alert()).toMatchObject({ unsubscribed: [] });
    await api.done('DELETE', `/alerts/${id}`);
    expect((await api.call<ErrorBody>('GET', link, { as: null })).body.code).toBe('mailSubscription.invalid');
  });

  it('turns off what one person is told by mail, and nothing else', async () => {
    const grace = await api.newPerson(api.admin.accountId, 'USER');
    const settings = { notifyByEmail: true, notifyBySlack: true };
    await api.done('POST', '/users/me/notification-settings', { as: grace, body: settings });
    const { accountId, userId } = grace;
    const link = subscriptionLink(api.operations, { kind: 'notices', accountId, userId });
    const role = async () => {
      await api.caughtUp();
      return (await api.call<UserView>('GET', '/users/me', { as: grace })).body.roles[0];
    };
    expect(await subscription('POST', link)).toMatchObject({ kind: 'notices', alertEvent: null, subscribed: false });
    expect(await role()).toMatchObject({ notifyByEmail: false, notifyBySlack: true });
    expect(await subscription('DELETE', link)).toMatchObject({ subscribed: true });
    expect(await role()).toMatchObject(settings);
  });

  it('refuses one that was made up', async () => {
    for (const method of ['GET', 'DELETE'] as const) {
      const { status, body } = await api.call<ErrorBody>(method, '/unsubscribe/made-up', { as: null });
      expect([status, body.code]).toEqual([404, 'mailSubscription.invalid']);
    }
    expect((await api.call<ErrorBody>('POST', '/unsubscribe/made-up', oneClick)).body.code).toBe(
      'mailSubscription.invalid',
    );
  });
});
