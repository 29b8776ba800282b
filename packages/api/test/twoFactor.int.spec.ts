import {
  type AccessLogPage,
  type AccountId,
  type ErrorBody,
  type LoginAnswer,
  type RecoveryCodes,
  type TwoFactorSecret,
  type TwoFactorView,
  topics,
  type UserRoleView,
  type UserView,
} from '@assay/contract';
import { URI } from 'otpauth';
import { type ApiUnderTest, type Person, startApi } from './apiUnderTest.ts';
import { connectSocket } from './socketUnderTest.ts';

describe('two-factor sign-in', () => {
  let api: ApiUnderTest;
  beforeAll(async () => {
    api = await startApi();
  });
  afterAll(() => api.stop());

  const person = () => api.newPerson(api.admin.accountId, 'USER');
  const enterAs = async ({ email, password }: Person) =>
    (await api.call<LoginAnswer>('POST', '/login', { as: null, body: { email, password } })).body;
  const isSignedIn = async (as: { token: string }) => (await api.call('GET', '/users/me', { as })).status === 200;

  it('asks for a code once somebody has turned it on, and takes each code once', async () => {
    const grace = await person();
    const earlier = await enterAs(grace);
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

  it('slows down who guess codes as those who guess passwords', async () => {
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

  it('is needed in an account that asks for it', async () => {
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
    await api.caughtUp();
    const log = await api.call<AccessLogPage>('GET', '/account/access-log?kind=account', { as: admin });
    expect(log.body.entries.map(({ action }) => action)).toEqual(['twoFactorOptional', 'twoFactorRequired']);
    expect((await projects(grace)).status).toBe(200);
    socket.socket.disconnect();
  });
});
