import type { ErrorBody, UserView } from '@assay/contract';
import { type ApiUnderTest, startApi } from './apiUnderTest.ts';

describe('signing in', () => {
  let api: ApiUnderTest;
  beforeAll(async () => {
    api = await startApi();
  });
  afterAll(() => api.stop());

  const login = (email: string, password: string) =>
    api.call<{ token: string }>('POST', '/login', { as: null, body: { email, password } });

  it('gives a token that works until the person logs out', async () => {
    const { body, status } = await login(api.admin.email.toUpperCase(), api.admin.password);
    expect(status).toBe(200);
    const as = { token: body.token };
    const me = await api.call<UserView>('GET', '/users/me', { as });
    expect(me.body).toMatchObject({
      email: api.admin.email,
      fullName: 'Ada acme',
      roles: [{ roleType: 'ADMIN' }],
      mayCreateAccount: false,
    });
    expect((await api.call('POST', '/logout', { as })).status).toBe(204);
    expect((await api.call('GET', '/users/me', { as })).status).toBe(401);
  });

  it("answers 'invalid' for a wrong password as for an unknown person", async () => {
    expect((await login(api.admin.email, 'wrong')).body).toEqual({ token: 'invalid' });
    expect((await login('nobody@example.com', 'wrong')).body).toEqual({ token: 'invalid' });
  });

  it('takes passwords verbatim', async () => {
    expect((await login(api.admin.email, ` ${api.admin.password} `)).body).toEqual({ token: 'invalid' });
  });

  it('is slowed down after ten failures with one e-mail from one address', async () => {
    const email = 'guessed@example.com';
    const attempts = await Promise.all(Array.from({ length: 10 }, (_, n) => login(email, `guess ${n}`)));
    expect(attempts.map(({ status }) => status)).toEqual(Array(10).fill(200));
    const eleventh = await login(' Guessed@Example.com', 'guess');
    expect(eleventh).toMatchObject({ status: 429, body: { code: 'rate.limited' } });
    expect(Number(eleventh.headers['retry-after'])).toBeGreaterThan(0);
    expect((await login(api.admin.email, api.admin.password)).body.token).not.toBe('invalid');
  });

  it.each([
    ['the address reported by a trusted proxy', ['127.0.0.0/8'], 200],
    ["the proxy's own address if none is trusted", [], 429],
  ])('counts attempts by %s', async (_, trustedProxies, status) => {
    const other = await startApi({ trustedProxies });
    const from = (address: string) =>
      other.app.inject({
        method: 'POST',
        url: '/api/login',
        headers: { 'x-forwarded-for': address },
        payload: { email: 'guessed@example.com', password: 'guess' },
      });
    for (let attempt = 0; attempt < 10; attempt += 1) await from('203.0.113.7');
    expect((await from('203.0.113.8')).statusCode).toBe(status);
    await other.stop();
  });

  it('keeps a record of sign-ins, refusals and changes of tokens and rights, without secrets', async () => {
    const { email, password } = api.admin;
    const from = api.securityLines.length;
    const { token } = (await login(email, password)).body;
    await login('secret-typed-into-the-wrong-field', password);
    const as = { token, accountId: api.admin.accountId };
    const made = await api.call<{ id: string; token: string }>('POST', '/agent-tokens', { as, body: { name: 'A' } });
    await api.call('DELETE', `/agent-tokens/${made.body.id}`, { as });
    const key = await api.call<{ key: string }>('POST', '/account/api-key', {
      as,
      headers: { 'idempotency-key': 'k' },
    });
    const invitation = { email: 'grace@example.com', firstName: 'Grace', lastName: 'Hopper', roleType: 'USER' };
    await api.call('POST', '/user-roles', { as, body: invitation });
    await api.call('GET', '/employee/agents', { as });
    await api.call('POST', '/logout', { as });
    await api.call('GET', '/users/me', { as });

    const lines = api.securityLines.slice(from);
    const actor = { kind: 'user', id: api.admin.userId };
    const who = { actor, address: '127.0.0.1', requestId: expect.any(String), time: expect.any(String) };
    expect(lines.map((line) => JSON.parse(line))).toMatchObject([
      { name: 'security', event: 'signedIn', userId: api.admin.userId, address: '127.0.0.1' },
      { event: 'signInFailed', name: expect.stringMatching(/^[0-9a-f]{16}$/) },
      { event: 'rightsChanged', method: 'POST', route: '/agent-tokens', accountId: as.accountId, ...who },
      { event: 'rightsChanged', method: 'DELETE', route: '/agent-tokens/:id', params: { id: made.body.id }, ...who },
      { event: 'rightsChanged', method: 'POST', route: '/account/api-key', ...who },
      { event: 'rightsChanged', method: 'POST', route: '/user-roles', ...who },
      { event: 'refused', status: 403, code: 'auth.forbidden', method: 'GET', route: '/api/employee/agents' },
      { event: 'signedOut', ...who },
      { event: 'refused', status: 401, code: 'auth.required', route: '/api/users/me' },
    ]);
    const text = lines.join('');
    for (const secret of [token, password, email, made.body.token, key.body.key, 'wrong-field', invitation.email]) {
      expect(text).not.toContain(secret);
    }
  });

  it('says what is missing', async () => {
    const { body, status } = await api.call<ErrorBody>('POST', '/login', { as: null, body: {} });
    expect(status).toBe(400);
    expect(body.errors).toEqual([
      { field: 'email', message: "Can't be blank" },
      { field: 'password', message: "Can't be blank" },
    ]);
  });
});
