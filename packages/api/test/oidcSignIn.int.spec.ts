import {
  type AccessLogPage,
  type ErrorBody,
  messages,
  type RecoveryCodes,
  type TwoFactorSecret,
} from '@assay/contract';
import type { AccountClaims } from 'oidc-provider';
import { URI } from 'otpauth';
import type { Person } from './apiUnderTest.ts';
import { claimsOf, type ProviderSignIns, type Returned, startProviderSignIns } from './providerSignIns.ts';

describe('signing in by a provider', () => {
  let api: ProviderSignIns['api'];
  let provider: ProviderSignIns['provider'];
  let signIns: ProviderSignIns['signIns'];
  let stop: ProviderSignIns['stop'];
  beforeAll(async () => {
    ({ api, provider, signIns, stop } = await startProviderSignIns());
  });
  afterAll(() => stop());

  it('is offered with what people see of each provider', async () => {
    const { body } = await api.call('GET', '/auth-providers', { as: null });
    expect(body).toEqual([
      { name: 'idp', label: 'Example ID', icon: 'key' },
      { name: 'gone', label: 'Gone', icon: 'key' },
    ]);
  });

  it('sends the browser there with a cookie that pages and other sites cannot use', async () => {
    const { body, headers } = await signIns.begin();
    const { searchParams } = new URL(body.url);
    expect(Object.fromEntries(searchParams)).toMatchObject({
      response_type: 'code',
      code_challenge_method: 'S256',
      redirect_uri: 'https://assay.example.org/auth-return',
    });
    for (const name of ['state', 'nonce', 'code_challenge']) expect(searchParams.get(name)).toMatch(/^[\w-]{43}$/);
    expect(String(headers['set-cookie'])).toMatch(
      /^__Host-assay-auth=[\w-]{43}; Max-Age=600; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
    );
  });

  it('lets somebody invited in, who comes back by it with a new session each time', async () => {
    const claims = claimsOf('grace@example.net');
    const invitation = await signIns.invited('grace@example.net');
    const first = await signIns.goThrough(claims, { invitation, returnTo: '/login?token=t' });
    expect(first.body).toMatchObject({ status: 'signedIn', returnTo: '/' });
    await api.caughtUp();
    const grace = await signIns.me(signIns.tokenOf(first));
    expect(grace).toMatchObject({ fullName: 'Grace Hopper', email: 'grace@example.net' });
    expect(grace.roles).toMatchObject([{ accountName: 'acme', roleType: 'USER' }]);

    const again = await signIns.goThrough(
      { ...claims, email: 'new@example.net' },
      { returnTo: '/acme/test-runs?page=2' },
    );
    expect(again.body).toMatchObject({ status: 'signedIn', returnTo: '/acme/test-runs?page=2' });
    expect(signIns.tokenOf(again)).not.toBe(signIns.tokenOf(first));
    expect((await signIns.me(signIns.tokenOf(again))).id).toBe(grace.id);
  });

  it('lets nobody in without an invitation, or by one to another address', async () => {
    const stranger = claimsOf('stranger@example.net');
    expect(await signIns.goThrough(stranger)).toMatchObject({ status: 403, body: { code: 'authReturn.notInvited' } });
    const invitation = await signIns.invited('ken@example.net');
    const other = { status: 409, body: { code: 'invitation.otherPerson' } };
    expect(await signIns.goThrough(stranger, { invitation })).toMatchObject(other);
    const madeUp = { ...invitation, token: 'made-up' };
    const invalid = { status: 404, body: { code: 'invitation.invalid' } };
    expect(await signIns.goThrough(claimsOf('ken@example.net'), { invitation: madeUp })).toMatchObject(invalid);
  });

  it.each([{ email_verified: false }, { email_verified: undefined }, { email: undefined }])(
    'lets nobody in whose address the provider has not verified: %j',
    async (more) => {
      const invitation = await signIns.invited(`${Object.entries(more).join('-')}@example.net`);
      const back = await signIns.goThrough({ ...claimsOf(invitation.email ?? ''), ...more }, { invitation });
      expect(back).toMatchObject({ status: 403, body: { code: 'authReturn.emailNotVerified' } });
    },
  );

  it('does not trust an address alone: its person links the account after signing in by password', async () => {
    const [grace, mallory] = [await signIns.person(), await signIns.person()];
    const claims = claimsOf(grace.email.toUpperCase());
    const back = await signIns.goThrough(claims, { returnTo: '/acme/agents' });
    const shown = { status: 'unlinked', purpose: 'signIn', label: 'Example ID', returnTo: '/acme/agents' };
    expect(back.body).toMatchObject(shown);
    expect(back.body).not.toHaveProperty('token');

    const signIn = async (password: string) => {
      const body = { email: grace.email, password };
      return (await api.call<{ token: string }>('POST', '/login', { as: null, body })).body;
    };
    const wrong = await signIn('wrong horse');
    expect((await signIns.link(wrong, signIns.authIdOf(back), back.cookie)).status).toBe(401);
    const right = await signIn(grace.password);
    expect((await signIns.link(right, signIns.authIdOf(back), back.cookie)).status).toBe(200);
    expect(await signIns.waysOf(grace)).toMatchObject({
      hasPassword: true,
      identities: [{ provider: 'idp', label: 'Example ID', email: grace.email.toUpperCase() }],
    });
    expect((await signIns.me(signIns.tokenOf(await signIns.goThrough(claims)))).id).toBe(grace.userId);
    expect((await signIns.waysOf(mallory)).identities).toEqual([]);
  });

  it('links nothing to another person than the one with the address', async () => {
    const [grace, mallory] = [await signIns.person(), await signIns.person()];
    const back = await signIns.goThrough(claimsOf(grace.email));
    const refused = { status: 409, body: { code: 'authReturn.otherPerson' } };
    expect(await signIns.link(mallory, signIns.authIdOf(back), back.cookie)).toMatchObject(refused);
    expect((await signIns.waysOf(mallory)).identities).toEqual([]);
    expect((await signIns.waysOf(grace)).identities).toEqual([]);
  });

  it('links an account to one person only, whatever address it has later', async () => {
    const { grace, claims } = await signIns.linked();
    const mallory = await signIns.person();
    const back = await signIns.goThrough({ ...claims, email: mallory.email }, { purpose: 'link' });
    const refused = { status: 409, body: { code: 'reservation.identityTaken' } };
    expect(await signIns.link(mallory, signIns.authIdOf(back), back.cookie)).toMatchObject(refused);
    expect((await signIns.me(signIns.tokenOf(await signIns.goThrough(claims)))).id).toBe(grace.userId);
  });

  it('tells subjects apart by case', async () => {
    const { claims } = await signIns.linked();
    const other = { ...claims, sub: claims.sub.toUpperCase() };
    expect((await signIns.goThrough(other)).body).toMatchObject({ status: 'unlinked' });
  });

  it('links only what this browser has just shown, once', async () => {
    const [grace, mallory] = [await signIns.person(), await signIns.person()];
    const hers = await signIns.goThrough(claimsOf(grace.email), { purpose: 'link' });
    const his = await signIns.goThrough(claimsOf(mallory.email), { purpose: 'link' });
    const invalid = { status: 400, body: { code: 'authReturn.invalid' } };
    expect(await signIns.link(grace, signIns.authIdOf(hers), his.cookie)).toMatchObject(invalid);
    expect(await signIns.link(grace, signIns.authIdOf(hers), '')).toMatchObject(invalid);
    expect((await signIns.link(grace, signIns.authIdOf(hers), hers.cookie)).status).toBe(200);
    expect(await signIns.link(grace, signIns.authIdOf(hers), hers.cookie)).toMatchObject(invalid);
  });

  it('is unlinked again, but not the last way in', async () => {
    const { grace, claims } = await signIns.linked();
    const unlink = (as: { token: string }, id?: string) =>
      api.call<ErrorBody>('DELETE', `/users/me/external-identities/${id}`, { as });
    const [identity] = (await signIns.waysOf(grace)).identities;
    expect(await unlink(await signIns.person(), identity?.id)).toMatchObject({ status: 404 });
    expect((await unlink(grace, identity?.id)).status).toBe(200);
    expect((await signIns.waysOf(grace)).identities).toEqual([]);
    expect((await signIns.goThrough(claims)).body).toMatchObject({ status: 'unlinked' });
    const log = `/account/access-log?kind=signInMethod&user=${grace.userId}`;
    const { body } = await api.call<AccessLogPage>('GET', log);
    expect(body.entries.map(({ action, about }) => [action, about])).toEqual([
      ['providerUnlinked', 'idp'],
      ['providerLinked', 'idp'],
    ]);

    const invitation = await signIns.invited('only@example.net');
    const only = { token: signIns.tokenOf(await signIns.goThrough(claimsOf('only@example.net'), { invitation })) };
    const ways = await signIns.waysOf(only);
    expect(ways.hasPassword).toBe(false);
    const refused = { status: 409, body: { code: 'externalIdentity.lastWayIn' } };
    expect(await unlink(only, ways.identities[0]?.id)).toMatchObject(refused);
  });

  it('keeps the link of another invitation from setting a password for somebody without one', async () => {
    const email = 'barbara@example.net';
    await signIns.goThrough(claimsOf(email), { invitation: await signIns.invited(email) });
    const rival = await api.newAccount('rival');
    const invitation = { email, firstName: 'B', lastName: 'L', roleType: 'ADMIN' };
    const { id } = await api.done('POST', '/user-roles', { as: rival, body: invitation });
    const { path } = await api.done<{ path: string }>('GET', `/account/invitations/${id}/link`, { as: rival });
    const { searchParams } = new URL(path, api.url);
    const offer = await api.call('GET', `/invitations?${searchParams}`, { as: null });
    expect(offer.body).toMatchObject({ canSignIn: true });
    const register = { token: searchParams.get('token'), email, firstName: 'B', lastName: 'L' };
    const taken = await api.call('POST', '/register-email', {
      as: null,
      body: { ...register, password: 'plenty of moths' },
    });
    expect(taken).toMatchObject({ status: 400, body: { code: 'reservation.emailTaken' } });
  });

  describe('of somebody who has turned two-factor sign-in on', () => {
    const invalid = { status: 400, body: { code: 'authReturn.invalid' } };
    const sendCode = (authId: string, code: string, cookie: string): Promise<Returned> =>
      api.call('POST', '/auth-code', { as: null, body: { authId, code }, headers: { cookie } });
    /** @returns the codes that are taken besides those of the app */
    async function turnOn(as: Person): Promise<string[]> {
      const body = { currentPassword: as.password };
      const setup = await api.call<TwoFactorSecret>('POST', '/users/me/two-factor', { as, body });
      const code = URI.parse(setup.body.url).generate();
      const on = await api.call<RecoveryCodes>('POST', '/users/me/two-factor/confirm', { as, body: { code } });
      return on.body.recoveryCodes;
    }
    async function untilCode(claims: AccountClaims) {
      const { body, cookie } = await signIns.goThrough(claims, { returnTo: '/acme/agents' });
      if (body.status !== 'codeNeeded') throw new Error(`no code is needed: ${JSON.stringify(body)}`);
      return { authId: body.authId, cookie };
    }

    it('asks for a code, as a provider does not stand in for it; each serves once and from the same browser', async () => {
      const { grace, claims } = await signIns.linked();
      const [first = '', second = ''] = await turnOn(grace);
      const { authId, cookie } = await untilCode(claims);
      const { cookie: another } = await signIns.begin();
      expect(await sendCode(authId, first, another)).toMatchObject(invalid);
      const wrong = await sendCode(authId, 'AAAAA-AAAAA', cookie);
      expect(wrong).toMatchObject({ status: 200, body: { status: 'codeNeeded', wrong: true } });
      expect(wrong.body).not.toHaveProperty('token');
      const next = wrong.body.status === 'codeNeeded' ? wrong.body.authId : '';
      expect(await sendCode(authId, first, cookie)).toMatchObject(invalid);
      const right = await sendCode(next, first, cookie);
      expect(right.body).toMatchObject({ status: 'signedIn', returnTo: '/acme/agents' });
      expect((await signIns.me(signIns.tokenOf(right))).id).toBe(grace.userId);
      expect(await sendCode(next, second, cookie)).toMatchObject(invalid);
      const again = await untilCode(claims);
      expect((await sendCode(again.authId, first, again.cookie)).body).toMatchObject({ wrong: true });

      const { body: log } = await api.call<AccessLogPage>('GET', '/account/access-log');
      const hers = log.entries.filter(({ actor }) => actor.id === grace.userId).map(({ action }) => action);
      expect(hers).toEqual(expect.arrayContaining(['signedIn', 'signInFailed']));
    });

    it('ends after five wrong codes', async () => {
      const { grace, claims } = await signIns.linked();
      const [right = ''] = await turnOn(grace);
      const { authId, cookie } = await untilCode(claims);
      let next = authId;
      for (let guess = 1; guess < 5; guess++) {
        const { body } = await sendCode(next, '000000', cookie);
        next = body.status === 'codeNeeded' ? body.authId : next;
      }
      expect(await sendCode(next, '000000', cookie)).toMatchObject(invalid);
      expect(await sendCode(next, right, cookie)).toMatchObject(invalid);
    });
  });

  describe('is refused', () => {
    const invalid = { status: 400, body: { code: 'authReturn.invalid' } };

    it('with a state that was used, is of another browser, or was made up', async () => {
      const { claims } = await signIns.linked();
      const { body, cookie } = await signIns.begin();
      const { cookie: another } = await signIns.begin();
      const returned = await provider.visit(body.url, claims);
      expect(await signIns.comeBack(returned, another)).toMatchObject(invalid);
      expect(await signIns.comeBack(returned, '')).toMatchObject(invalid);
      expect(await signIns.comeBack({ ...returned, authId: 'made-up' }, cookie)).toMatchObject(invalid);
      expect((await signIns.comeBack(returned, cookie)).body).toMatchObject({ status: 'signedIn' });
      expect(await signIns.comeBack(returned, cookie)).toMatchObject(invalid);
    });

    it('with a code of another sign-in, or that names another issuer', async () => {
      const { claims } = await signIns.linked();
      const failed = { status: 400, body: { code: 'authReturn.failed', message: messages.authReturnFailed } };
      const [victim, attacker] = [await signIns.begin(), await signIns.begin()];
      const { code } = await provider.visit(attacker.body.url, claims);
      const { authId } = await provider.visit(victim.body.url, claims);
      expect(await signIns.comeBack({ authId, code }, victim.cookie)).toMatchObject(failed);
      const { body, cookie } = await signIns.begin();
      const returned = await provider.visit(body.url, claims);
      expect(await signIns.comeBack({ ...returned, iss: 'https://evil.example.org' }, cookie)).toMatchObject(failed);
    });

    it.each(['https://evil.example.org', '//evil.example.org', '/\\evil.example.org', '/\t/evil.example.org', 'acme'])(
      'with a way back to elsewhere: %j',
      async (returnTo) => {
        expect(await signIns.begin({ returnTo })).toMatchObject({
          status: 400,
          body: { code: 'request.invalid' },
          cookie: '',
        });
      },
    );

    it('with a provider that is unknown, or does not answer', async () => {
      expect(await signIns.begin({ provider: 'nobody' })).toMatchObject({ status: 404, cookie: '' });
      const away = { status: 503, body: { code: 'authProvider.away' }, cookie: '' };
      expect(await signIns.begin({ provider: 'gone' })).toMatchObject(away);
    });
  });

  it('is in the security log, without codes, tokens or addresses', async () => {
    const { grace, claims } = await signIns.linked();
    const back = await signIns.goThrough(claims);
    const log = api.securityLines.join('\n');
    expect(log).toContain(`"event":"signedIn","userId":"${grace.userId}","provider":"idp"`);
    expect(log).toContain('"event":"externalIdentityLinked","provider":"idp"');
    for (const secret of [signIns.tokenOf(back), grace.email, claims.sub]) expect(log).not.toContain(secret);
  });
});
