import {
  type AccessLogPage,
  type AuthReturnAnswer,
  type ErrorBody,
  type ExternalIdentitiesView,
  messages,
  type RecoveryCodes,
  type RoleType,
  type SsoRoles,
  type SsoTestResult,
  type TwoFactorSecret,
  type UserRoleView,
  type UserView,
} from '@assay/contract';
import type { AccountClaims } from 'oidc-provider';
import { URI } from 'otpauth';
import { type Answer, type ApiUnderTest, type Person, startApi } from './apiUnderTest.ts';
import { type OpenIdProvider, startOpenIdProvider } from './openIdProvider.ts';

type Start = { provider?: string; purpose?: 'signIn' | 'link'; returnTo?: string; invitation?: object };
type Begun = Answer<{ url: string } & ErrorBody> & { cookie: string };
type Returned = Answer<AuthReturnAnswer & ErrorBody>;

const claimsOf = (email: string, more: Partial<AccountClaims> = {}): AccountClaims => ({
  sub: `subject of ${email}`,
  email,
  email_verified: true,
  ...more,
});

describe('signing in by a provider', () => {
  let provider: OpenIdProvider;
  let api: ApiUnderTest;
  beforeAll(async () => {
    provider = await startOpenIdProvider('https://assay.example.org/auth-return');
    const gone = { ...provider.settings, name: 'gone', label: 'Gone', issuer: 'http://127.0.0.1:1' };
    api = await startApi({ authProviders: [provider.settings, gone] });
  });
  afterAll(async () => {
    await api.stop();
    await provider.stop();
  });

  async function begin({ provider: name = 'idp', purpose = 'signIn', returnTo = '/', invitation }: Start = {}) {
    const body = { provider: name, purpose, returnTo, invitation };
    const answer = await api.call<Begun['body']>('POST', '/auth-start', { as: null, body });
    const [set] = [answer.headers['set-cookie']].flat();
    return { ...answer, cookie: set?.split(';')[0] ?? '' };
  }
  const comeBack = (body: object, cookie: string): Promise<Returned> =>
    api.call('POST', '/auth-return', { as: null, body, headers: { cookie } });
  /** Goes the whole way, as a browser does. */
  async function goThrough(claims: AccountClaims, start?: Start): Promise<Returned & { cookie: string }> {
    const { body, cookie } = await begin(start);
    return { ...(await comeBack(await provider.visit(body.url, claims), cookie)), cookie };
  }
  function tokenOf({ body }: Returned): string {
    if (body.status !== 'signedIn') throw new Error(`not signed in: ${JSON.stringify(body)}`);
    return body.token;
  }
  function authIdOf({ body }: Returned): string {
    if (body.status !== 'unlinked') throw new Error(`not to be linked: ${JSON.stringify(body)}`);
    return body.authId;
  }
  const link = (as: { token: string }, authId: string, cookie: string) =>
    api.call<ErrorBody>('POST', '/auth-integration', { as, body: { authId }, headers: { cookie } });
  async function invited(email: string) {
    const body = { email, firstName: 'Grace', lastName: 'Hopper', roleType: 'USER' };
    const { id } = await api.done('POST', '/user-roles', { body });
    const { path } = await api.done<{ path: string }>('GET', `/account/invitations/${id}/link`);
    return Object.fromEntries(new URL(path, api.url).searchParams);
  }
  const me = async (token: string) => (await api.call<UserView>('GET', '/users/me', { as: { token } })).body;
  const waysOf = async (as: { token: string }) => {
    await api.caughtUp();
    return (await api.call<ExternalIdentitiesView>('GET', '/users/me/external-identities', { as })).body;
  };
  const person = () => api.newPerson(api.admin.accountId, 'USER');
  async function linked(): Promise<{ grace: Person; claims: AccountClaims }> {
    const grace = await person();
    const claims = claimsOf(grace.email);
    const back = await goThrough(claims, { purpose: 'link', returnTo: '/acme/profile' });
    expect((await link(grace, authIdOf(back), back.cookie)).status).toBe(200);
    return { grace, claims };
  }

  it('is offered with what people see of each provider', async () => {
    const { body } = await api.call('GET', '/auth-providers', { as: null });
    expect(body).toEqual([
      { name: 'idp', label: 'Example ID', icon: 'key' },
      { name: 'gone', label: 'Gone', icon: 'key' },
    ]);
  });

  it('sends the browser there with a cookie that pages and other sites cannot use', async () => {
    const { body, headers } = await begin();
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
    const invitation = await invited('grace@example.net');
    const first = await goThrough(claims, { invitation, returnTo: '/login?token=t' });
    expect(first.body).toMatchObject({ status: 'signedIn', returnTo: '/' });
    await api.caughtUp();
    const grace = await me(tokenOf(first));
    expect(grace).toMatchObject({ fullName: 'Grace Hopper', email: 'grace@example.net' });
    expect(grace.roles).toMatchObject([{ accountName: 'acme', roleType: 'USER' }]);

    const again = await goThrough({ ...claims, email: 'new@example.net' }, { returnTo: '/acme/test-runs?page=2' });
    expect(again.body).toMatchObject({ status: 'signedIn', returnTo: '/acme/test-runs?page=2' });
    expect(tokenOf(again)).not.toBe(tokenOf(first));
    expect((await me(tokenOf(again))).id).toBe(grace.id);
  });

  it('lets nobody in without an invitation, or by one to another address', async () => {
    const stranger = claimsOf('stranger@example.net');
    expect(await goThrough(stranger)).toMatchObject({ status: 403, body: { code: 'authReturn.notInvited' } });
    const invitation = await invited('ken@example.net');
    const other = { status: 409, body: { code: 'invitation.otherPerson' } };
    expect(await goThrough(stranger, { invitation })).toMatchObject(other);
    const madeUp = { ...invitation, token: 'made-up' };
    const invalid = { status: 404, body: { code: 'invitation.invalid' } };
    expect(await goThrough(claimsOf('ken@example.net'), { invitation: madeUp })).toMatchObject(invalid);
  });

  it.each([{ email_verified: false }, { email_verified: undefined }, { email: undefined }])(
    'lets nobody in whose address the provider has not verified: %j',
    async (more) => {
      const invitation = await invited(`${Object.entries(more).join('-')}@example.net`);
      const back = await goThrough({ ...claimsOf(invitation.email ?? ''), ...more }, { invitation });
      expect(back).toMatchObject({ status: 403, body: { code: 'authReturn.emailNotVerified' } });
    },
  );

  it('does not trust an address alone: its person links the account after signing in by password', async () => {
    const [grace, mallory] = [await person(), await person()];
    const claims = claimsOf(grace.email.toUpperCase());
    const back = await goThrough(claims, { returnTo: '/acme/agents' });
    const shown = { status: 'unlinked', purpose: 'signIn', label: 'Example ID', returnTo: '/acme/agents' };
    expect(back.body).toMatchObject(shown);
    expect(back.body).not.toHaveProperty('token');

    const signIn = async (password: string) => {
      const body = { email: grace.email, password };
      return (await api.call<{ token: string }>('POST', '/login', { as: null, body })).body;
    };
    const wrong = await signIn('wrong horse');
    expect((await link(wrong, authIdOf(back), back.cookie)).status).toBe(401);
    const right = await signIn(grace.password);
    expect((await link(right, authIdOf(back), back.cookie)).status).toBe(200);
    expect(await waysOf(grace)).toMatchObject({
      hasPassword: true,
      identities: [{ provider: 'idp', label: 'Example ID', email: grace.email.toUpperCase() }],
    });
    expect((await me(tokenOf(await goThrough(claims)))).id).toBe(grace.userId);
    expect((await waysOf(mallory)).identities).toEqual([]);
  });

  it('links nothing to another person than the one with the address', async () => {
    const [grace, mallory] = [await person(), await person()];
    const back = await goThrough(claimsOf(grace.email));
    const refused = { status: 409, body: { code: 'authReturn.otherPerson' } };
    expect(await link(mallory, authIdOf(back), back.cookie)).toMatchObject(refused);
    expect((await waysOf(mallory)).identities).toEqual([]);
    expect((await waysOf(grace)).identities).toEqual([]);
  });

  it('links an account to one person only, whatever address it has later', async () => {
    const { grace, claims } = await linked();
    const mallory = await person();
    const back = await goThrough({ ...claims, email: mallory.email }, { purpose: 'link' });
    const refused = { status: 409, body: { code: 'reservation.identityTaken' } };
    expect(await link(mallory, authIdOf(back), back.cookie)).toMatchObject(refused);
    expect((await me(tokenOf(await goThrough(claims)))).id).toBe(grace.userId);
  });

  it('tells subjects apart by case', async () => {
    const { claims } = await linked();
    const other = { ...claims, sub: claims.sub.toUpperCase() };
    expect((await goThrough(other)).body).toMatchObject({ status: 'unlinked' });
  });

  it('links only what this browser has just shown, once', async () => {
    const [grace, mallory] = [await person(), await person()];
    const hers = await goThrough(claimsOf(grace.email), { purpose: 'link' });
    const his = await goThrough(claimsOf(mallory.email), { purpose: 'link' });
    const invalid = { status: 400, body: { code: 'authReturn.invalid' } };
    expect(await link(grace, authIdOf(hers), his.cookie)).toMatchObject(invalid);
    expect(await link(grace, authIdOf(hers), '')).toMatchObject(invalid);
    expect((await link(grace, authIdOf(hers), hers.cookie)).status).toBe(200);
    expect(await link(grace, authIdOf(hers), hers.cookie)).toMatchObject(invalid);
  });

  it('is unlinked again, but not the last way in', async () => {
    const { grace, claims } = await linked();
    const unlink = (as: { token: string }, id?: string) =>
      api.call<ErrorBody>('DELETE', `/users/me/external-identities/${id}`, { as });
    const [identity] = (await waysOf(grace)).identities;
    expect(await unlink(await person(), identity?.id)).toMatchObject({ status: 404 });
    expect((await unlink(grace, identity?.id)).status).toBe(200);
    expect((await waysOf(grace)).identities).toEqual([]);
    expect((await goThrough(claims)).body).toMatchObject({ status: 'unlinked' });

    const invitation = await invited('only@example.net');
    const only = { token: tokenOf(await goThrough(claimsOf('only@example.net'), { invitation })) };
    const ways = await waysOf(only);
    expect(ways.hasPassword).toBe(false);
    const refused = { status: 409, body: { code: 'externalIdentity.lastWayIn' } };
    expect(await unlink(only, ways.identities[0]?.id)).toMatchObject(refused);
  });

  it('keeps the link of another invitation from setting a password for somebody without one', async () => {
    const email = 'barbara@example.net';
    await goThrough(claimsOf(email), { invitation: await invited(email) });
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
      const { body, cookie } = await goThrough(claims, { returnTo: '/acme/agents' });
      if (body.status !== 'codeNeeded') throw new Error(`no code is needed: ${JSON.stringify(body)}`);
      return { authId: body.authId, cookie };
    }

    it('asks for a code, as a provider does not stand in for it; each serves once and from the same browser', async () => {
      const { grace, claims } = await linked();
      const [first = '', second = ''] = await turnOn(grace);
      const { authId, cookie } = await untilCode(claims);
      const { cookie: another } = await begin();
      expect(await sendCode(authId, first, another)).toMatchObject(invalid);
      const wrong = await sendCode(authId, 'AAAAA-AAAAA', cookie);
      expect(wrong).toMatchObject({ status: 200, body: { status: 'codeNeeded', wrong: true } });
      expect(wrong.body).not.toHaveProperty('token');
      const next = wrong.body.status === 'codeNeeded' ? wrong.body.authId : '';
      expect(await sendCode(authId, first, cookie)).toMatchObject(invalid);
      const right = await sendCode(next, first, cookie);
      expect(right.body).toMatchObject({ status: 'signedIn', returnTo: '/acme/agents' });
      expect((await me(tokenOf(right))).id).toBe(grace.userId);
      expect(await sendCode(next, second, cookie)).toMatchObject(invalid);
      const again = await untilCode(claims);
      expect((await sendCode(again.authId, first, again.cookie)).body).toMatchObject({ wrong: true });

      const { body: log } = await api.call<AccessLogPage>('GET', '/account/access-log');
      const hers = log.entries.filter(({ actor }) => actor.id === grace.userId).map(({ action }) => action);
      expect(hers).toEqual(expect.arrayContaining(['signedIn', 'signInFailed']));
    });

    it('ends after five wrong codes', async () => {
      const { grace, claims } = await linked();
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
      const { claims } = await linked();
      const { body, cookie } = await begin();
      const { cookie: another } = await begin();
      const returned = await provider.visit(body.url, claims);
      expect(await comeBack(returned, another)).toMatchObject(invalid);
      expect(await comeBack(returned, '')).toMatchObject(invalid);
      expect(await comeBack({ ...returned, authId: 'made-up' }, cookie)).toMatchObject(invalid);
      expect((await comeBack(returned, cookie)).body).toMatchObject({ status: 'signedIn' });
      expect(await comeBack(returned, cookie)).toMatchObject(invalid);
    });

    it('with a code of another sign-in, or that names another issuer', async () => {
      const { claims } = await linked();
      const failed = { status: 400, body: { code: 'authReturn.failed', message: messages.authReturnFailed } };
      const [victim, attacker] = [await begin(), await begin()];
      const { code } = await provider.visit(attacker.body.url, claims);
      const { authId } = await provider.visit(victim.body.url, claims);
      expect(await comeBack({ authId, code }, victim.cookie)).toMatchObject(failed);
      const { body, cookie } = await begin();
      const returned = await provider.visit(body.url, claims);
      expect(await comeBack({ ...returned, iss: 'https://evil.example.org' }, cookie)).toMatchObject(failed);
    });

    it.each(['https://evil.example.org', '//evil.example.org', '/\\evil.example.org', '/\t/evil.example.org', 'acme'])(
      'with a way back to elsewhere: %j',
      async (returnTo) => {
        expect(await begin({ returnTo })).toMatchObject({ status: 400, body: { code: 'request.invalid' }, cookie: '' });
      },
    );

    it('with a provider that is unknown, or does not answer', async () => {
      expect(await begin({ provider: 'nobody' })).toMatchObject({ status: 404, cookie: '' });
      const away = { status: 503, body: { code: 'authProvider.away' }, cookie: '' };
      expect(await begin({ provider: 'gone' })).toMatchObject(away);
    });
  });

  it('is in the security log, without codes, tokens or addresses', async () => {
    const { grace, claims } = await linked();
    const back = await goThrough(claims);
    const log = api.securityLines.join('\n');
    expect(log).toContain(`"event":"signedIn","userId":"${grace.userId}","provider":"idp"`);
    expect(log).toContain('"event":"externalIdentityLinked","provider":"idp"');
    for (const secret of [tokenOf(back), grace.email, claims.sub]) expect(log).not.toContain(secret);
  });

  describe('gives roles by groups', () => {
    const rule = (value: string, roleType: RoleType) => ({ provider: 'idp', claim: 'groups', value, roleType });
    const rules = [rule('leads', 'ADMIN'), rule('testers', 'USER')];
    const setRules = (sync: boolean, as: Person = api.admin) =>
      api.done('PUT', '/account/sso-roles', { as, body: { sync, rules } });
    /** @returns the person's role in the account after a sign-in, and whether it is from a group */
    async function roleAfter(person: Person, claims: AccountClaims, admin: Person = api.admin) {
      const { body } = await goThrough(claims);
      expect(body).toMatchObject({ status: 'signedIn' });
      await api.caughtUp();
      const roles = (await api.call<UserRoleView[]>('GET', '/user-roles', { as: admin })).body;
      const own = roles.find(({ user }) => user.id === person.userId);
      return own ? [own.roleType, own.fromSso] : null;
    }
    afterAll(() => setRules(false));

    it('from the first rule that fits, at each sign-in; who fits none any more loses access', async () => {
      const { grace, claims } = await linked();
      await setRules(true);
      expect((await api.call<SsoRoles>('GET', '/account/sso-roles')).body).toEqual({ sync: true, rules });
      const withGroups = (...groups: string[]) => roleAfter(grace, { ...claims, groups });
      // Until a group gives a role, the one that people gave stays.
      expect(await withGroups('others')).toEqual(['USER', false]);
      expect(await withGroups('testers', 'leads')).toEqual(['ADMIN', true]);
      expect(await withGroups('testers')).toEqual(['USER', true]);
      expect(await roleAfter(grace, { ...claims, hasgroups: true })).toEqual(['USER', true]);
      expect(await withGroups('others')).toBeNull();
      expect((await api.call('GET', '/account', { as: grace })).status).toBe(404);
      expect(await withGroups('leads')).toEqual(['ADMIN', true]);
      await setRules(false);
      expect(await withGroups('others')).toEqual(['ADMIN', true]);

      const { body: log } = await api.call<AccessLogPage>('GET', '/account/access-log');
      expect(log.entries.map(({ action }) => action)).toEqual(
        expect.arrayContaining(['ssoRolesChanged', 'groupsNotTold', 'roleChanged', 'roleRemoved', 'roleGranted']),
      );
      const facts = [];
      for await (const { type, data, envelope } of api.eventLog.read(`userRoles-${grace.accountId}`)) {
        if ('userId' in data && data.userId === grace.userId) facts.push([type, envelope.actor]);
      }
      const bySso = { kind: 'automation', id: 'sso' };
      expect(facts.slice(1)).toEqual([
        ['UserRoleChanged', bySso],
        ['UserRoleTiedToGroups', bySso],
        ['UserRoleChanged', bySso],
        ['UserRoleTiedToGroups', bySso],
        ['UserRoleRemoved', bySso],
        ['UserRoleGranted', bySso],
        ['UserRoleTiedToGroups', bySso],
      ]);
    });

    it('and never takes the last administrator away', async () => {
      const admin = await api.newAccount('solo');
      const claims = claimsOf(admin.email, { groups: ['leads'] });
      const back = await goThrough(claims, { purpose: 'link' });
      expect((await link(admin, authIdOf(back), back.cookie)).status).toBe(200);
      await setRules(true, admin);
      expect(await roleAfter(admin, claims, admin)).toEqual(['ADMIN', true]);
      for (const groups of [['testers'], []]) {
        expect(await roleAfter(admin, { ...claims, groups }, admin)).toEqual(['ADMIN', true]);
      }
    });
  });

  describe('is tried by an administrator', () => {
    const rule = (claim: string, value: string, roleType: RoleType, of = 'idp') => ({
      ...{ provider: of, claim, value, roleType },
    });
    const rules = [
      rule('groups', 'leads', 'ADMIN', 'gone'),
      rule('groups', 'leads', 'ADMIN'),
      rule('groups', 'qa', 'USER'),
    ];
    const testFrom = async (as: Person = api.admin, name = 'idp') => {
      const answer = await api.call<Begun['body']>('POST', '/account/sso-test', { as, body: { provider: name } });
      return { ...answer, cookie: String(answer.headers['set-cookie']).split(';')[0] ?? '' };
    };
    const resultOf = (authId: string, cookie: string, as: Person = api.admin) =>
      api.call<SsoTestResult & ErrorBody>('POST', '/account/sso-test/result', {
        as,
        body: { authId },
        headers: { cookie },
      });
    async function tested(claims: AccountClaims) {
      const { body, cookie } = await testFrom();
      const back = await comeBack(await provider.visit(body.url, claims), cookie);
      if (back.body.status !== 'tested') throw new Error(`not tested: ${JSON.stringify(back.body)}`);
      expect(back.body.returnTo).toBe('/acme/settings/users');
      return { authId: back.body.authId, cookie };
    }
    async function rolesRecorded(): Promise<number> {
      let count = 0;
      for await (const _ of api.eventLog.read(`userRoles-${api.admin.accountId}`)) count++;
      return count;
    }
    beforeAll(() => api.done('PUT', '/account/sso-roles', { body: { sync: true, rules } }));
    afterAll(() => api.done('PUT', '/account/sso-roles', { body: { sync: false, rules: [] } }));

    it('and shows the claims and the rule that would fit, while nothing changes', async () => {
      const user = await person();
      const before = await rolesRecorded();
      const { authId, cookie } = await tested(claimsOf('qa.lead@example.net', { groups: ['staff', 'qa'] }));
      const rival = await api.newAccount('curious');
      expect((await resultOf(authId, cookie, user)).status).toBe(403);
      const { body } = await resultOf(authId, cookie);
      expect(body).toMatchObject({
        provider: 'idp',
        problem: null,
        emailVerified: true,
        leftOut: [],
        rule: 2,
        roleType: 'USER',
      });
      const claim = (name: string) => body.claims.find((one) => one.name === name);
      expect(claim('groups')).toEqual({
        name: 'groups',
        values: ['staff', 'qa'],
        valueCount: 2,
        masked: false,
        rules: [1, 2],
      });
      expect(claim('email')).toMatchObject({ values: ['qa•••'], masked: true });
      expect(JSON.stringify(body)).not.toContain('qa.lead@');
      for (const as of [api.admin, rival]) {
        expect(await resultOf(authId, cookie, as)).toMatchObject({ status: 400, body: { code: 'authReturn.invalid' } });
      }
      expect(await rolesRecorded()).toBe(before);
    });

    it('and says that no rule fits, or that groups are left out', async () => {
      const none = await tested(claimsOf('nobody@example.net', { email_verified: false, groups: [] }));
      const unfit = { emailVerified: false, rule: null, roleType: null, leftOut: [] };
      expect((await resultOf(none.authId, none.cookie)).body).toMatchObject(unfit);
      const many = await tested(claimsOf('many@example.net', { hasgroups: true }));
      expect((await resultOf(many.authId, many.cookie)).body).toMatchObject({ rule: null, leftOut: ['groups'] });
    });

    it('and says why the provider tells nothing', async () => {
      const { body, cookie } = await testFrom();
      const { authId, iss } = await provider.visit(body.url, claimsOf('x@example.net'));
      const back = await comeBack({ authId, code: 'made-up', iss }, cookie);
      const seen = back.body.status === 'tested' ? back.body.authId : '';
      const { body: result } = await resultOf(seen, cookie);
      expect(result).toMatchObject({ problem: expect.stringContaining('invalid_grant'), claims: [], rule: null });
    });

    it('by administrators only, and signs nobody in', async () => {
      expect((await testFrom(await person())).status).toBe(403);
      const { grace, claims } = await linked();
      const { body, cookie } = await testFrom();
      const back = await comeBack(await provider.visit(body.url, claims), cookie);
      expect(JSON.stringify(back.body)).not.toContain('token');
      expect(back.body).toMatchObject({ status: 'tested' });
      expect(grace.userId).not.toBe('');
    });
  });
});

describe('registration by a provider', () => {
  let provider: OpenIdProvider;
  let api: ApiUnderTest;
  beforeAll(async () => {
    provider = await startOpenIdProvider('https://assay.example.org/auth-return');
    api = await startApi({
      authProviders: [provider.settings],
      registration: { isOpen: true, promoCodes: new Set(['spring']) },
    });
  });
  afterAll(async () => {
    await api.stop();
    await provider.stop();
  });

  async function comeAs(claims: AccountClaims): Promise<Returned & { cookie: string }> {
    const body = { provider: 'idp', purpose: 'signIn', returnTo: '/' };
    const begun = await api.call<{ url: string }>('POST', '/auth-start', { as: null, body });
    const cookie = String(begun.headers['set-cookie']).split(';')[0] ?? '';
    const returned = await provider.visit(begun.body.url, claims);
    const back = await api.call<Returned['body']>('POST', '/auth-return', {
      as: null,
      body: returned,
      headers: { cookie },
    });
    return { ...back, cookie };
  }
  const register = (authId: string, cookie: string, more: object = {}): Promise<Returned> =>
    api.call('POST', '/register', {
      as: null,
      body: { authId, firstName: 'Katherine', lastName: 'Johnson', ...more },
      headers: { cookie },
    });
  const authIdOf = ({ body }: Returned) => (body.status === 'newcomer' ? body.authId : '');

  it('makes a login of a verified address once, which then signs in and makes an organization', async () => {
    const claims = claimsOf('katherine@example.net', { given_name: 'Katherine', family_name: 'Johnson' });
    const back = await comeAs(claims);
    expect(back.body).toMatchObject({
      status: 'newcomer',
      email: 'katherine@example.net',
      firstName: expect.any(String),
      label: 'Example ID',
    });
    const noCode = await register(authIdOf(back), back.cookie, { promoCode: 'never' });
    expect(noCode).toMatchObject({ status: 400, body: { errors: [{ field: 'promoCode' }] } });
    const made = await register(authIdOf(back), back.cookie, { promoCode: 'spring' });
    expect(made.body).toMatchObject({ status: 'signedIn', returnTo: '/' });
    const token = made.body.status === 'signedIn' ? made.body.token : '';
    await api.caughtUp();
    const { body: user } = await api.call<UserView>('GET', '/users/me', { as: { token } });
    expect(user).toMatchObject({ fullName: 'Katherine Johnson', email: 'katherine@example.net', roles: [] });
    const own = await api.call('POST', '/account', { as: { token }, body: { name: 'langley' } });
    expect(own.status).toBe(201);
    expect((await comeAs(claims)).body).toMatchObject({ status: 'signedIn' });
    const invalid = { status: 400, body: { code: 'authReturn.invalid' } };
    expect(await register(authIdOf(back), back.cookie)).toMatchObject(invalid);
  });

  it('takes nobody in place of a login that is there, also when two come at once', async () => {
    const claims = claimsOf('mary@example.net');
    const [one, two] = [await comeAs(claims), await comeAs({ ...claims, sub: 'another account, the same address' })];
    expect((await register(authIdOf(one), one.cookie)).body).toMatchObject({ status: 'signedIn' });
    const taken = { status: 400, body: { code: 'reservation.emailTaken' } };
    expect(await register(authIdOf(two), two.cookie)).toMatchObject(taken);
    const admins = await comeAs(claimsOf(api.admin.email));
    expect(admins.body).toMatchObject({ status: 'unlinked' });
    const authId = admins.body.status === 'unlinked' ? admins.body.authId : '';
    expect(await register(authId, admins.cookie)).toMatchObject(taken);
  });
});
