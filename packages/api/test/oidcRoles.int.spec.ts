import type { AccessLogPage, ErrorBody, RoleType, SsoRoles, SsoTestResult, UserRoleView } from '@assay/contract';
import type { AccountClaims } from 'oidc-provider';
import type { Person } from './apiUnderTest.ts';
import { type Begun, claimsOf, type ProviderSignIns, startProviderSignIns } from './providerSignIns.ts';

describe('signing in by a provider', () => {
  let api: ProviderSignIns['api'];
  let provider: ProviderSignIns['provider'];
  let signIns: ProviderSignIns['signIns'];
  let stop: ProviderSignIns['stop'];
  beforeAll(async () => {
    ({ api, provider, signIns, stop } = await startProviderSignIns());
  });
  afterAll(() => stop());

  describe('gives roles by groups', () => {
    const rule = (value: string, roleType: RoleType) => ({ provider: 'idp', claim: 'groups', value, roleType });
    const rules = [rule('leads', 'ADMIN'), rule('testers', 'USER')];
    const setRules = (sync: boolean, as: Person = api.admin) =>
      api.done('PUT', '/account/sso-roles', { as, body: { sync, rules } });
    /** @returns the person's role in the account after a sign-in, and whether it is from a group */
    async function roleAfter(person: Person, claims: AccountClaims, admin: Person = api.admin) {
      const { body } = await signIns.goThrough(claims);
      expect(body).toMatchObject({ status: 'signedIn' });
      await api.caughtUp();
      const roles = (await api.call<UserRoleView[]>('GET', '/user-roles', { as: admin })).body;
      const own = roles.find(({ user }) => user.id === person.userId);
      return own ? [own.roleType, own.fromSso] : null;
    }
    afterAll(() => setRules(false));

    it('from the first rule that fits, at each sign-in; who fits none any more loses access', async () => {
      const { grace, claims } = await signIns.linked();
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
      const back = await signIns.goThrough(claims, { purpose: 'link' });
      expect((await signIns.link(admin, signIns.authIdOf(back), back.cookie)).status).toBe(200);
      await setRules(true, admin);
      expect(await roleAfter(admin, claims, admin)).toEqual(['ADMIN', true]);
      for (const groups of [['testers'], []]) {
        expect(await roleAfter(admin, { ...claims, groups }, admin)).toEqual(['ADMIN', true]);
      }
    });
  });

  describe('is tried by an administrator', () => {
    const rule = (claim: string, value: string, roleType: RoleType, of = 'idp') => ({
      provider: of,
      claim,
      value,
      roleType,
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
      const back = await signIns.comeBack(await provider.visit(body.url, claims), cookie);
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
      const user = await signIns.person();
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
      const back = await signIns.comeBack({ authId, code: 'made-up', iss }, cookie);
      const seen = back.body.status === 'tested' ? back.body.authId : '';
      const { body: result } = await resultOf(seen, cookie);
      expect(result).toMatchObject({ problem: expect.stringContaining('invalid_grant'), claims: [], rule: null });
    });

    it('by administrators only, and signs nobody in', async () => {
      expect((await testFrom(await signIns.person())).status).toBe(403);
      const { grace, claims } = await signIns.linked();
      const { body, cookie } = await testFrom();
      const back = await signIns.comeBack(await provider.visit(body.url, claims), cookie);
      expect(JSON.stringify(back.body)).not.toContain('token');
      expect(back.body).toMatchObject({ status: 'tested' });
      expect(grace.userId).not.toBe('');
    });
  });
});
