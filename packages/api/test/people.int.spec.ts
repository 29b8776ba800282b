import { type ErrorBody, type SessionView, topics, type UserRoleView, type UserView } from '@assay/contract';
import { eventually } from '../../../test/support/eventually.ts';
import type { ApiUnderTest, Person } from './apiUnderTest.ts';
import { type MailedLinks, startApiWithMail } from './mailedLinks.ts';
import { connectSocket } from './socketUnderTest.ts';

const strong = 'plenty of moths';

describe('people', () => {
  let mail: MailedLinks;
  let api: ApiUnderTest;
  beforeAll(async () => {
    mail = await startApiWithMail();
    api = mail.api;
  });
  afterAll(() => mail.stop());

  const person = () => api.newPerson(api.admin.accountId, 'USER');
  const roleOf = async ({ userId }: Person) => {
    await api.caughtUp();
    const { body } = await api.call<UserRoleView[]>('GET', '/user-roles');
    const role = body.find(({ user }) => user.id === userId);
    if (!role) throw new Error('the person has no role');
    return role;
  };
  const signIn = async ({ email }: Person, password: string) => {
    const answer = await api.call<{ token: string }>('POST', '/login', { as: null, body: { email, password } });
    return answer.body;
  };
  const isSignedIn = async (as: { token: string }) => (await api.call('GET', '/users/me', { as })).status === 200;

  describe('with a role', () => {
    it('get another one from an administrator, and rights with it at once', async () => {
      const grace = await person();
      const { id, lastSeenAt } = await roleOf(grace);
      expect(Date.parse(lastSeenAt ?? '')).toBeLessThanOrEqual(Date.now());
      expect((await api.call('GET', '/account/invitations', { as: grace })).status).toBe(403);
      await api.done('PUT', `/user-roles/${id}`, { body: { id, roleType: 'ADMIN' } });
      expect((await api.call('GET', '/account/invitations', { as: grace })).status).toBe(200);
      await api.done('PUT', `/user-roles/${id}`, { body: { roleType: 'user' } });
      expect((await roleOf(grace)).roleType).toBe('USER');
      expect((await api.call('GET', '/account/invitations', { as: grace })).status).toBe(403);
    });

    it('lose it with everything that they could see, on open sockets of other processes as well', async () => {
      const grace = await person();
      const socket = await connectSocket(api, grace.token);
      expect(await socket.ask('subscribe', api.admin.accountId, topics.projects)).toEqual({ ok: true });
      const { id } = await roleOf(grace);
      const other = await api.another();
      expect((await other.call('DELETE', `/user-roles/${id}`)).status).toBe(200);
      await socket.until(() => socket.resyncs() > 0);
      await api.caughtUp();
      expect((await api.call('GET', '/projects', { as: { ...grace } })).status).toBe(404);
      expect(await socket.ask('subscribe', api.admin.accountId, topics.projects)).toEqual({
        ok: false,
        code: 'notFound',
      });
      const environment = { key: 'unseen', name: 'Unseen', gitUrl: 'https://git.example.org/unseen' };
      await api.call('POST', '/projects', { body: { ...environment, testingFramework: 'Playwright' } });
      await api.caughtUp();
      // A notice that everybody hears comes after one about projects would have.
      await api.operations.changeFeed.publish([{ accountId: null, topic: '$rebuilt', ids: ['x'], position: null }]);
      await socket.until(() => socket.resyncs() > 1);
      expect(socket.changes).toEqual([]);
      socket.socket.disconnect();
    });

    it('stay if they are the last administrator, even when two remove each other at the same moment', async () => {
      const admin = await api.newAccount('pair');
      const mine = async () =>
        (await api.call<UserRoleView[]>('GET', '/user-roles', { as: admin })).body.filter(
          ({ roleType }) => roleType === 'ADMIN',
        );
      const [only] = await mine();
      const last = { status: 409, body: { code: 'userRole.lastAdministrator' } };
      const demote = { as: admin, body: { roleType: 'USER' } };
      expect(await api.call('DELETE', `/user-roles/${only?.id}`, { as: admin })).toMatchObject(last);
      expect(await api.call('PUT', `/user-roles/${only?.id}`, demote)).toMatchObject(last);

      const second = await api.newPerson(admin.accountId, 'ADMIN');
      const other = await api.another();
      const [one, two] = await mine();
      const answers = await Promise.all([
        api.call('DELETE', `/user-roles/${two?.id}`, { as: second }),
        other.call('DELETE', `/user-roles/${one?.id}`, { as: admin }),
      ]);
      await api.caughtUp();
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
      const left = [admin, second].filter(Boolean);
      const still = await Promise.all(left.map((as) => api.call('GET', '/account/invitations', { as })));
      expect(still.filter(({ status }) => status === 200)).toHaveLength(1);
    });

    it('are out of reach of other accounts and of roles without the right', async () => {
      const grace = await person();
      const { id } = await roleOf(grace);
      const stranger = await api.newAccount('stranger');
      const body = { roleType: 'ADMIN' };
      expect((await api.call('PUT', `/user-roles/${id}`, { as: stranger, body })).status).toBe(404);
      expect((await api.call('PUT', `/user-roles/${id}`, { as: grace, body })).status).toBe(403);
      expect((await api.call('DELETE', `/user-roles/${id}`, { as: grace })).status).toBe(403);
      expect((await roleOf(grace)).roleType).toBe('USER');
    });
  });

  it('change their name', async () => {
    const grace = await person();
    await api.done('POST', '/users/me', { as: grace, body: { firstName: ' Amazing ', lastName: 'Grace' } });
    expect((await api.call<UserView>('GET', '/users/me', { as: grace })).body.fullName).toBe('Amazing Grace');
    const blank = await api.call<ErrorBody>('POST', '/users/me', { as: grace, body: { firstName: '', lastName: 'G' } });
    expect(blank.body.errors).toEqual([{ field: 'firstName', message: "Can't be blank" }]);
  });

  it('see where they are signed in, and sign out one place or all of them', async () => {
    const grace = await person();
    const second = await signIn(grace, grace.password);
    const socket = await connectSocket(api, second.token);
    const { body: sessions } = await api.call<SessionView[]>('GET', '/users/me/sessions', { as: grace });
    expect(sessions.map(({ current }) => current).sort()).toEqual([false, true]);
    const other = sessions.find(({ current }) => !current);
    expect(other).toMatchObject({ address: '127.0.0.1', userAgent: 'lightMyRequest' });
    // Another person's session is out of reach.
    await api.call('DELETE', `/users/me/sessions/${other?.id}`);
    expect(await isSignedIn(second)).toBe(true);
    await api.call('DELETE', `/users/me/sessions/${other?.id}`, { as: grace });
    await socket.until(() => socket.socket.disconnected);
    expect([await isSignedIn(second), await isSignedIn(grace)]).toEqual([false, true]);
    const third = await signIn(grace, grace.password);
    expect((await api.call('POST', '/logout-everywhere', { as: third })).status).toBe(204);
    expect([await isSignedIn(third), await isSignedIn(grace)]).toEqual([false, false]);
  });

  it('change their password, which ends all other sessions and is told by mail', async () => {
    const grace = await person();
    const other = await signIn(grace, grace.password);
    const change = (currentPassword: string, password: string) =>
      api.call<ErrorBody>('POST', '/users/me/password', { as: grace, body: { currentPassword, password } });
    expect((await change('not mine', strong)).body.errors).toEqual([
      { field: 'currentPassword', message: 'This is not your password.' },
    ]);
    expect((await change(grace.password, 'qwerty123456')).body.errors).toMatchObject([{ field: 'password' }]);
    expect(await isSignedIn(other)).toBe(true);
    expect((await change(grace.password, strong)).status).toBe(204);
    expect([await isSignedIn(other), await isSignedIn(grace)]).toEqual([false, true]);
    expect(await signIn(grace, grace.password)).toEqual({ token: 'invalid' });
    expect((await signIn(grace, strong)).token).not.toBe('invalid');
    const subjects = await eventually(() =>
      mail.subjectsTo(grace.email).length > 0 ? mail.subjectsTo(grace.email) : null,
    );
    expect(subjects).toEqual(['Your password for Assay was changed']);
  });

  it('who forgot their password set another one by a link that works once', async () => {
    const grace = await person();
    const forget = (email: string) => api.call('POST', '/forgot-password', { as: null, body: { email } });
    const reset = (token: string | null, password = strong) =>
      api.call<ErrorBody>('POST', '/password-reset', { as: null, body: { token, password } });
    expect((await forget(grace.email.toUpperCase())).status).toBe(204);
    const token = (await mail.linkTo(grace.email)).get('token');
    expect((await reset(token, 'short')).body.errors).toMatchObject([{ field: 'password' }]);
    expect((await reset(token)).status).toBe(204);
    expect(await isSignedIn(grace)).toBe(false);
    expect((await signIn(grace, strong)).token).not.toBe('invalid');
    const refused = { status: 404, body: { code: 'passwordReset.invalid', message: 'Invalid Password Reset Token' } };
    for (const used of [token, 'made-up', `${token}0`]) expect(await reset(used)).toMatchObject(refused);
  });

  it('learn from a forgotten password nothing about who is known here', async () => {
    const answer = await api.call('POST', '/forgot-password', { as: null, body: { email: 'nobody@example.com' } });
    expect(answer).toMatchObject({ status: 204 });
    expect(mail.subjectsTo('nobody@example.com')).toEqual([]);
    const many = await Promise.all(
      Array.from({ length: 11 }, () =>
        api.call('POST', '/forgot-password', { as: null, body: { email: 'often@example.com' } }),
      ),
    );
    expect(many.filter(({ status }) => status === 429)).toHaveLength(1);
  });
});
