import {
  type AccessLogPage,
  type AccountId,
  type ErrorBody,
  type LoginAnswer,
  type RecoveryCodes,
  type SessionView,
  type TwoFactorSecret,
  type TwoFactorView,
  topics,
  type UserRoleView,
  type UserView,
} from '@assay/contract';
import { URI } from 'otpauth';
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
      await api.done('PUT', `/user-roles/${id}`, { body: { roleType: 'USER' } });
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

  it('sign in with a code as well once they have turned that on, and take each code once', async () => {
    const grace = await person();
    const earlier = await signIn(grace, grace.password);
    const ask = <Body>(method: string, path: string, body?: unknown) =>
      api.call<Body>(method, `/users/me/two-factor${path}`, { as: grace, body });
    const enter = async (code?: string) => {
      const body = { email: grace.email, password: grace.password, ...(code === undefined ? {} : { code }) };
      return (await api.call<LoginAnswer>('POST', '/login', { as: null, body })).body;
    };
    const currentPassword = grace.password;
    const refused = { status: 400, body: { errors: [{ message: 'This is not your password.' }] } };
    const askCode = { token: 'invalid', codeRequired: true };
    for (const path of ['', '/off', '/recovery-codes']) {
      expect(await ask('POST', path, { currentPassword: 'not mine' })).toMatchObject(refused);
    }
    expect(await ask('POST', '/confirm', { code: '123456' })).toMatchObject({
      status: 409,
      body: { code: 'twoFactor.notBegun' },
    });
    const { body: setup } = await ask<TwoFactorSecret>('POST', '', { currentPassword });
    const app = URI.parse(setup.url);
    expect(await enter()).toEqual({ token: expect.stringMatching(/^.{43}$/) });
    expect((await ask<ErrorBody>('POST', '/confirm', { code: 'none' })).body.errors).toEqual([
      { field: 'code', message: 'This is not the code that the app shows now.' },
    ]);
    const first = app.generate();
    const { body } = await ask<RecoveryCodes>('POST', '/confirm', { code: first });
    const [recovery] = body.recoveryCodes;
    expect(await ask('POST', '', { currentPassword })).toMatchObject({ status: 409 });
    expect([await isSignedIn(earlier), await isSignedIn(grace)]).toEqual([false, true]);

    expect(await enter()).toEqual(askCode);
    expect(await enter(first)).toEqual(askCode);
    expect(await enter('000000')).toEqual(askCode);
    const wrong = { email: grace.email, password: 'not mine', code: recovery };
    expect((await api.call('POST', '/login', { as: null, body: wrong })).body).toEqual({ token: 'invalid' });
    expect(await isSignedIn(await enter(recovery))).toBe(true);
    expect(await enter(recovery)).toEqual(askCode);
    expect((await ask<TwoFactorView>('GET', '')).body).toEqual({ since: expect.any(String), recoveryCodesLeft: 9 });
    expect(api.securityLines.filter((line) => line.includes('codeRefused'))).toHaveLength(3);

    expect((await ask('POST', '/off', { currentPassword })).status).toBe(204);
    expect(await isSignedIn(await enter())).toBe(true);
    expect(await ask('POST', '/recovery-codes', { currentPassword })).toMatchObject({ status: 409 });
  });

  it('who guess codes are slowed down as those who guess passwords', async () => {
    const grace = await person();
    const { body: setup } = await api.call<TwoFactorSecret>('POST', '/users/me/two-factor', {
      as: grace,
      body: { currentPassword: grace.password },
    });
    const code = URI.parse(setup.url).generate();
    await api.call('POST', '/users/me/two-factor/confirm', { as: grace, body: { code } });
    const { email, password } = grace;
    const guess = async (guessed: string) =>
      (await api.call('POST', '/login', { as: null, body: { email, password, code: guessed } })).status;
    const statuses = [];
    for (let count = 0; count < 12; count += 1) statuses.push(await guess('000000'));
    expect(statuses).toEqual([...Array(10).fill(200), 429, 429]);
    // Not even a right one.
    expect(await guess(code)).toBe(429);
  });

  it('get into an account that asks for two-factor sign-in only while they have it on', async () => {
    const admin = await api.newAccount('vault');
    const grace = await api.newPerson(admin.accountId, 'USER');
    const turnOn = async (as: { token: string; accountId: AccountId; password: string }) => {
      const body = { currentPassword: as.password };
      const { body: setup } = await api.call<TwoFactorSecret>('POST', '/users/me/two-factor', { as, body });
      const code = URI.parse(setup.url).generate();
      expect((await api.call('POST', '/users/me/two-factor/confirm', { as, body: { code } })).status).toBe(200);
    };
    const ask = (required: boolean) => api.call('PUT', '/account/two-factor', { as: admin, body: { required } });
    expect(await ask(true)).toMatchObject({ status: 409, body: { code: 'twoFactor.ownFirst' } });
    await turnOn(admin);

    const socket = await connectSocket(api, grace.token);
    const subscribe = () => socket.ask('subscribe', admin.accountId, topics.projects);
    expect(await subscribe()).toEqual({ ok: true });
    expect((await ask(true)).status).toBe(200);
    await socket.until(() => socket.resyncs() > 0);
    expect(await subscribe()).toEqual({ ok: false, code: 'twoFactor.required' });
    const shut = { status: 403, body: { code: 'twoFactor.required' } };
    const projects = (as: { token: string }) => api.call('GET', '/projects', { as: { ...admin, token: as.token } });
    expect(await projects(grace)).toMatchObject(shut);
    const { body: me } = await api.call<UserView>('GET', '/users/me', { as: grace });
    expect(me.roles).toMatchObject([{ accountName: 'vault', twoFactorRequired: true }]);
    expect((await projects(admin)).status).toBe(200);

    await turnOn(grace);
    expect((await projects(grace)).status).toBe(200);
    expect(await subscribe()).toEqual({ ok: true });
    const { body: people } = await api.call<UserRoleView[]>('GET', '/user-roles', { as: admin });
    expect(people.map(({ twoFactor }) => twoFactor)).toEqual([true, true]);
    const { body: seen } = await api.call<UserRoleView[]>('GET', '/user-roles', { as: grace });
    expect(seen.map(({ twoFactor }) => twoFactor)).toEqual([null, null]);

    const before = socket.resyncs();
    const body = { currentPassword: grace.password };
    expect((await api.call('POST', '/users/me/two-factor/off', { as: grace, body })).status).toBe(204);
    await socket.until(() => socket.resyncs() > before);
    expect(await projects(grace)).toMatchObject(shut);
    expect((await ask(false)).status).toBe(200);
    const log = await api.call<AccessLogPage>('GET', '/account/access-log?kind=account', { as: admin });
    expect(log.body.entries.map(({ action }) => action)).toEqual(['twoFactorOptional', 'twoFactorRequired']);
    await api.caughtUp();
    expect((await projects(grace)).status).toBe(200);
    socket.socket.disconnect();
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
