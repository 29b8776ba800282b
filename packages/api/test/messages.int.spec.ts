import {
  type ErrorBody,
  type Follower,
  mentionOf,
  type NoticePage,
  type PersonalExport,
  type TestRunMessagePage,
  type UserId,
  type UserView,
} from '@assay/contract';
import { eventually } from '../../../test/support/eventually.ts';
import type { ApiUnderTest, Person } from './apiUnderTest.ts';
import { type MailedLinks, startApiWithMail } from './mailedLinks.ts';
import { type PreparedRun, prepareRun } from './prepareRun.ts';

describe('messages about a run', () => {
  let mail: MailedLinks;
  let api: ApiUnderTest;
  let grace: Person;
  let run: string;
  let prepared: PreparedRun;
  beforeAll(async () => {
    mail = await startApiWithMail();
    api = mail.api;
    grace = await api.newPerson(api.admin.accountId, 'USER');
    prepared = await prepareRun(api);
    run = `/test-runs/${prepared.testRunId}`;
  });
  afterAll(() => mail.stop());

  const say = async (text: string, as: { token: string } = api.admin, headers: Record<string, string> = {}) =>
    (await api.done('POST', `${run}/messages`, { as, body: { text }, headers })).id;
  const read = async (query = '') => (await api.call<TestRunMessagePage>('GET', `${run}/messages${query}`)).body;
  const refusal = async (method: string, path: string, as: Person, text?: string) => {
    const { status, body } = await api.call<ErrorBody>(method, path, { as, ...(text && { body: { text } }) });
    return { status, code: body.code };
  };

  it('are read in the order in which they were written, by whom, and with the people they name', async () => {
    const { key } = await api.done<{ key: string }>('POST', '/account/api-key');
    await say(`${mentionOf(grace.userId)}, is it the cart? ${mentionOf('stranger' as UserId)}`);
    await say('  It is.\n  Look.  ', grace);
    await say('Deployed 1.4.0', { token: key });
    const { messages, total, position } = await read();
    expect(total).toBe(3);
    expect(messages).toMatchObject([
      {
        userId: api.admin.userId,
        user: { fullName: 'Ada acme' },
        text: `<@${grace.userId}>, is it the cart? <@stranger>`,
        mentions: [{ userId: grace.userId, fullName: 'Grace USER' }],
        editedAt: null,
      },
      { userId: grace.userId, text: 'It is.\n  Look.', mentions: [] },
      { userId: null, user: null, text: 'Deployed 1.4.0', editableUntil: null },
    ]);
    expect((await read('?limit=1')).messages).toEqual(messages.slice(2));
    expect((await read('?limit=1&offset=2')).messages).toEqual(messages.slice(0, 1));
    expect((await read(`?since=${messages[1]?.position}`)).messages).toEqual(messages.slice(2));
    expect((await read(`?since=${position}`)).messages).toEqual([]);
  });

  it('that are empty or too long are not kept', async () => {
    const { total } = await read();
    for (const [text, message] of [
      [' \n ', "Can't be blank"],
      ['x'.repeat(4001), 'Invalid length'],
    ]) {
      const { status, body } = await api.call<ErrorBody>('POST', `${run}/messages`, { body: { text } });
      expect({ status, errors: body.errors }).toEqual({ status: 400, errors: [{ field: 'text', message }] });
    }
    await say('x'.repeat(4000));
    expect((await read()).total).toBe(total + 1);
  });

  it('are written once, however often the request is repeated', async () => {
    const headers = { 'idempotency-key': 'build-17' };
    const { total } = await read();
    const id = await say('Once', api.admin, headers);
    expect(await say('Once', api.admin, headers)).toBe(id);
    expect((await read()).total).toBe(total + 1);
  });

  it('are changed by their author and deleted by an administrator too, which leaves a trace', async () => {
    const id = await say('Tpyo', grace);
    const own = async () => (await read()).messages.find((message) => message.id === id);
    expect(await refusal('PUT', `/messages/${id}`, api.admin, 'Typo')).toEqual({
      status: 409,
      code: 'message.notYours',
    });
    const { total } = await read();
    await api.done('PUT', `/messages/${id}`, { as: grace, body: { text: `Typo, ${mentionOf(api.admin.userId)}` } });
    expect(await own()).toMatchObject({
      text: `Typo, <@${api.admin.userId}>`,
      mentions: [{ userId: api.admin.userId }],
      editedAt: expect.any(String),
    });
    const other = await api.newPerson(api.admin.accountId, 'USER');
    expect(await refusal('DELETE', `/messages/${id}`, other)).toEqual({ status: 409, code: 'message.notYours' });
    await api.done('DELETE', `/messages/${id}`);
    expect(await own()).toMatchObject({
      userId: grace.userId,
      text: null,
      mentions: [],
      deletedAt: expect.any(String),
    });
    expect((await read()).total).toBe(total);
    expect(await refusal('DELETE', `/messages/${id}`, grace)).toEqual({ status: 404, code: 'message.notFound' });
  });

  it('go with the key of their author, at once and wherever they are kept', async () => {
    const leaving = await api.newPerson(api.admin.accountId, 'USER');
    await say('My number is 555 1234', leaving);
    const { messages } = await api.done<PersonalExport>('GET', '/users/me/export', { as: leaving });
    expect(messages).toMatchObject([{ testRunId: prepared.testRunId, text: 'My number is 555 1234' }]);
    await api.operations.keys.erase(`user:${leaving.userId}`);
    const last = (await read()).messages.at(-1);
    expect(last).toMatchObject({ userId: leaving.userId, text: null, deletedAt: null });
  });

  const newRun = async () =>
    (await api.done('POST', '/test-runs', { body: { project: 'shop', environment: 'test' } })).id;
  const follow = (testRunId: string, as: Person) =>
    api.done<{ following: boolean }>('POST', '/users/me/toggle-follow', { as, body: { testRunId } });
  const cancel = (id: string, as: Person) =>
    api.done('PATCH', `/test-runs/${id}`, { as, body: { status: 'CANCELED' } });
  const noticesOf = async (as: Person) => (await api.call<NoticePage>('GET', '/users/me/notices', { as })).body;
  const told = (as: Person, count: number) =>
    eventually(async () => {
      const page = await noticesOf(as);
      return page.unread === count ? page : null;
    });
  const readAll = (as: Person) => api.done('POST', '/users/me/notices/read', { as, body: {} });
  const wantMail = (as: Person, notifyByEmail: boolean) =>
    api.done('POST', '/users/me/notification-settings', { as, body: { notifyByEmail, notifyBySlack: false } });

  it('are told by a notice to the people they name, once each, and not to their author', async () => {
    const [one, other] = [
      await api.newPerson(api.admin.accountId, 'USER'),
      await api.newPerson(api.admin.accountId, 'USER'),
    ];
    const id = await say(
      `${mentionOf(one.userId)}, ${mentionOf(one.userId)} and me: ${mentionOf(other.userId)}`,
      other,
    );
    const { notices } = await told(one, 1);
    expect(notices).toMatchObject([
      {
        testRunId: prepared.testRunId,
        reason: 'mentioned',
        messageId: id,
        by: { email: other.email },
        run: { number: 1, projectName: 'Shop' },
        read: false,
      },
    ]);
    await api.done('PUT', `/messages/${id}`, { as: other, body: { text: `Only ${mentionOf(one.userId)}` } });
    await say(mentionOf(api.admin.userId), one);
    await told(api.admin, 1);
    expect((await noticesOf(one)).unread).toBe(1);
    expect((await noticesOf(other)).notices).toEqual([]);
    await readAll(one);
    expect(await noticesOf(one)).toMatchObject({ unread: 0, notices: [{ read: true }] });
    await readAll(api.admin);
  });

  it('and its end are mailed to those who want mail, with the verdict and what failed, and not for their own doing', async () => {
    const [follower, silent] = [
      await api.newPerson(api.admin.accountId, 'USER'),
      await api.newPerson(api.admin.accountId, 'USER'),
    ];
    await wantMail(follower, true);
    const { body: me } = await api.call<UserView>('GET', '/users/me', { as: follower });
    expect(me.roles).toMatchObject([{ notifyByEmail: true, notifyBySlack: false }]);

    const id = await newRun();
    expect(await follow(id, follower)).toMatchObject({ following: true });
    expect(await follow(id, silent)).toMatchObject({ following: true });
    const { body: followers } = await api.call<Follower[]>('GET', `/test-runs/${id}/followers`);
    expect(followers.map(({ email }) => email).sort()).toEqual([follower.email, silent.email].sort());
    await cancel(id, api.admin);
    expect((await told(silent, 1)).notices).toMatchObject([
      { testRunId: id, reason: 'canceled', by: { email: api.admin.email }, run: { status: 'CANCELED' } },
    ]);
    expect(await mail.pathOfLinkTo(follower.email)).toBe(`/acme/test-runs/${id}`);
    expect(mail.subjectsTo(follower.email)).toEqual(['Shop #2 on master in Test']);

    const own = await newRun();
    await follow(own, follower);
    await cancel(own, follower);
    await say(`${mentionOf(follower.userId)}, look`);
    expect(await mail.pathOfLinkTo(follower.email, 2)).toBe(`/acme/test-runs/${prepared.testRunId}/messages`);
    expect(mail.subjectsTo(follower.email)).toHaveLength(2);
    expect(mail.subjectsTo(silent.email)).toEqual([]);
    await api.caughtUp();
    expect((await noticesOf(follower)).notices.map(({ testRunId }) => testRunId)).toEqual([prepared.testRunId, id]);
  });

  it('are joined by notices to reviewers, once for each run, unless they take it themselves', async () => {
    const reviewer = await api.newPerson(api.admin.accountId, 'USER');
    await wantMail(reviewer, true);
    const [given, taken] = [await newRun(), await newRun()];
    const assign = (testRunId: string, as: Person, assigneeUserId: UserId | null) =>
      api.done('PUT', '/review/user', { as, body: { reviewType: 'TEST_RUN', testRunId, assigneeUserId } });
    await assign(taken, reviewer, reviewer.userId);
    await assign(given, api.admin, reviewer.userId);
    await assign(given, api.admin, null);
    await assign(given, api.admin, reviewer.userId);
    expect((await told(reviewer, 1)).notices).toMatchObject([
      { testRunId: given, reason: 'reviewer', by: { email: api.admin.email } },
    ]);
    expect(await mail.pathOfLinkTo(reviewer.email)).toBe(`/acme/test-runs/${given}`);
    expect(mail.sourceTo(reviewer.email)).toMatch(/^Ada acme asked you to review Shop #/m);
    for (const id of [given, taken]) await cancel(id, api.admin);
  });

  it('are told to nobody who left the account or follows no longer', async () => {
    const [leaving, bored, loyal] = [
      await api.newPerson(api.admin.accountId, 'USER'),
      await api.newPerson(api.admin.accountId, 'USER'),
      await api.newPerson(api.admin.accountId, 'USER'),
    ];
    const id = await newRun();
    for (const person of [leaving, bored, bored, loyal]) await follow(id, person);
    const roles = (await api.call<{ id: string; user: { id: UserId } }[]>('GET', '/user-roles')).body;
    await api.done('DELETE', `/user-roles/${roles.find(({ user }) => user.id === leaving.userId)?.id}`);
    await cancel(id, api.admin);
    await told(loyal, 1);
    expect((await noticesOf(bored)).notices).toEqual([]);
    const { body } = await api.call<Follower[]>('GET', `/test-runs/${id}/followers`);
    expect(body.map(({ email }) => email)).toEqual([loyal.email]);
  });
});
