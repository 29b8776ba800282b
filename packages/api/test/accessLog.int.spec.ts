import type {
  AccessLogEntry,
  AccessLogPage,
  ErrorBody,
  GenerateApiKeyAnswer,
  TwoFactorSecret,
  UserRoleId,
  UserRoleView,
} from '@assay/contract';
import { userRolesDecider } from '@assay/domain';
import { URI } from 'otpauth';
import { signedBy } from '../../../test/support/storesUnderTest.ts';
import { type ApiUnderTest, type Person, startApi } from './apiUnderTest.ts';
import { grantStaff } from './grantStaff.ts';
import { prepareRun } from './prepareRun.ts';

describe('the access log of an account', () => {
  let api: ApiUnderTest;
  beforeAll(async () => {
    api = await startApi();
  });
  afterAll(() => api.stop());

  const read = async (query = '', as: Person = api.admin) =>
    (await api.call<AccessLogPage>('GET', `/account/access-log${query}`, { as })).body;
  const told = (entries: readonly AccessLogEntry[]) =>
    entries.map(({ action, actor, about, detail }) => [action, actor.fullName, about, detail]);
  const tellOf = async (query: string, as?: Person) => told((await read(query, as)).entries);
  const login = (email: string, password: string) =>
    api.call<{ token: string }>('POST', '/login', { as: null, body: { email, password } });

  it('tells who signed in, who failed to, and who signed out, with the address', async () => {
    const grace = await api.newPerson(api.admin.accountId, 'USER');
    const { fullName } = (await api.call<{ fullName: string }>('GET', '/users/me', { as: grace })).body;
    await login(grace.email, 'wrong');
    await login('nobody@example.com', 'wrong');
    const { token } = (await login(grace.email, grace.password)).body;
    await api.call('POST', '/logout', { as: { token } });
    const { entries } = await read(`?user=${grace.userId}`);
    expect(told(entries)).toEqual([
      ['signedOut', fullName, null, null],
      ['signedIn', fullName, null, null],
      ['signInFailed', fullName, null, null],
    ]);
    expect(entries.map(({ address }) => address)).toEqual(Array(3).fill('127.0.0.1'));
    expect(await tellOf('?kind=signOut')).toEqual([['signedOut', fullName, null, null]]);
  });

  it('tells of a sign-in in each account of the person, and in no other', async () => {
    const stranger = await api.newAccount('stranger');
    await login(stranger.email, stranger.password);
    expect(await tellOf('?kind=signIn', stranger)).toEqual([['signedIn', 'Ada stranger', null, null]]);
    expect((await read('?limit=100')).entries.map(({ actor }) => actor.id)).not.toContain(stranger.userId);
  });

  it('has changes of how a person signs in, in each account of the person', async () => {
    const elsewhere = await api.newAccount('elsewhere');
    const grace = await api.newPerson(api.admin.accountId, 'USER');
    const grant = { type: 'grantUserRole' as const, userId: grace.userId, roleType: 'USER' as const };
    const { accountId } = elsewhere;
    await api.eventLog.handle(
      userRolesDecider,
      accountId,
      { ...grant, accountId, userRoleId: 'second' as UserRoleId },
      signedBy('ada', accountId),
    );
    await api.caughtUp();
    const change = <Answer = unknown>(method: string, path: string, body: object) =>
      api.done<Answer>(method, `/users/me${path}`, { as: { token: grace.token }, body });
    const own = { currentPassword: grace.password };
    const { url } = await change<TwoFactorSecret>('POST', '/two-factor', own);
    await change('POST', '/two-factor/confirm', { code: URI.parse(url).generate() });
    await change('POST', '/two-factor/recovery-codes', own);
    await change('POST', '/two-factor/off', own);
    await change('POST', '/password', { ...own, password: 'a better horse' });
    const { fullName } = (await api.call<{ fullName: string }>('GET', '/users/me', { as: grace })).body;
    for (const administrator of [api.admin, elsewhere]) {
      const { entries } = await read(`?kind=signInMethod&user=${grace.userId}`, administrator);
      expect(told(entries)).toEqual([
        ['passwordChanged', fullName, null, null],
        ['twoFactorTurnedOff', fullName, null, null],
        ['recoveryCodesRenewed', fullName, null, null],
        ['twoFactorTurnedOn', fullName, null, null],
      ]);
      expect(entries.map(({ address }) => address)).toEqual(Array(4).fill('127.0.0.1'));
    }
  });

  it('tells of roles and invitations, with who it was about', async () => {
    const linus = await api.newPerson(api.admin.accountId, 'USER');
    const { fullName } = (await api.call<{ fullName: string }>('GET', '/users/me', { as: linus })).body;
    const roles = (await api.call<UserRoleView[]>('GET', '/user-roles')).body;
    const role = roles.find(({ user }) => user.id === linus.userId);
    await api.done('PUT', `/user-roles/${role?.id}`, { body: { roleType: 'ADMIN' } });
    await api.done('DELETE', `/user-roles/${role?.id}`);
    const invited = { email: 'barbara@example.com', firstName: 'Barbara', lastName: 'L', roleType: 'USER' };
    const { id } = await api.done('POST', '/user-roles', { body: invited });
    await api.done('DELETE', `/account/invitations/${id}`);
    const me = 'Ada acme';
    expect((await tellOf(`?kind=role&user=${api.admin.userId}`)).slice(0, 2)).toEqual([
      ['roleRemoved', me, fullName, null],
      ['roleChanged', me, fullName, 'ADMIN'],
    ]);
    expect(await tellOf('?kind=invitation')).toEqual([
      ['invitationWithdrawn', me, 'Erased person', null],
      ['invitationSent', me, 'Erased person', 'USER'],
    ]);
  });

  it('tells of API keys: made, first used on a day, and revoked', async () => {
    const body = { name: 'Jenkins', scope: 'READ' };
    const { id, key } = await api.done<GenerateApiKeyAnswer>('POST', '/account/api-keys', { body });
    await api.call('GET', '/projects', { as: { token: key } });
    await api.call('GET', '/projects', { as: { token: key } });
    await api.done('DELETE', `/account/api-keys/${id}`);
    expect(await tellOf('?kind=apiKey')).toEqual([
      ['apiKeyRevoked', 'Ada acme', 'Jenkins', null],
      ['apiKeyUsed', 'API key Jenkins', 'Jenkins', null],
      ['apiKeyCreated', 'Ada acme', 'Jenkins', 'READ'],
    ]);
  });

  it("tells of agents' tokens: made, used for the first time, and revoked", async () => {
    const made = await api.done<{ id: string; token: string }>('POST', '/agent-tokens', { body: { name: 'Builders' } });
    const renew = () => api.call('POST', '/agents/unheard-of/exit', { as: { token: made.token }, body: {} });
    await renew();
    await renew();
    await api.done('DELETE', `/agent-tokens/${made.id}`);
    expect((await renew()).status).toBe(401);
    const again = await api.call<ErrorBody>('DELETE', `/agent-tokens/${made.id}`);
    expect([again.status, again.body.code]).toEqual([404, 'agentToken.notFound']);
    expect(await tellOf('?kind=agentToken')).toEqual([
      ['agentTokenRevoked', 'Ada acme', 'Builders', null],
      ['agentTokenUsed', null, 'Builders', null],
      ['agentTokenCreated', 'Ada acme', 'Builders', null],
    ]);
    // One from before tokens were recorded.
    const { accountId } = api.admin;
    const { id } = await api.operations.agentTokens.create({ name: 'Old', accountId });
    await api.done('DELETE', `/agent-tokens/${id}`);
    expect((await tellOf('?kind=agentToken'))[0]).toEqual(['agentTokenRevoked', 'Ada acme', 'Old', null]);
  });

  it('tells who changed secrets and what staff looked at, and never a value', async () => {
    const variables = [
      { key: 'TOKEN', value: 'battery-staple', encrypted: true, file: false },
      { key: 'PLAIN', value: 'to-be-seen', encrypted: false, file: false },
    ];
    const { testRunId } = await prepareRun(api, { variables });
    expect(await tellOf('?kind=secret')).toEqual([['secretSet', 'Ada acme', 'Test', 'TOKEN']]);
    const staff = await api.newAccount('staff');
    await grantStaff(api, staff);
    const path = `/employee/test-runs/${testRunId}/runners`;
    const reason = 'Ticket 4112';
    await api.done('POST', '/employee/access', { as: staff, body: { testRunId, reason } });
    await api.call('GET', path, { as: staff });
    expect(await tellOf('?kind=staff')).toEqual([
      ['staffRead', 'Ada staff', path, reason],
      ['staffAccessStarted', 'Ada staff', null, reason],
    ]);
    expect(await tellOf('?kind=staff', staff)).toEqual([]);
    expect(JSON.stringify(await read('?limit=100'))).not.toMatch(/battery-staple|to-be-seen/);
  });

  it('comes in pages that hold each entry once, newest first, and within dates', async () => {
    const whole = (await read('?limit=100')).entries;
    expect(whole.length).toBeGreaterThan(10);
    const paged: AccessLogEntry[] = [];
    let next: string | null = null;
    do {
      const page: AccessLogPage = await read(`?limit=3${next === null ? '' : `&before=${encodeURIComponent(next)}`}`);
      expect(page.entries.length).toBeLessThanOrEqual(3);
      paged.push(...page.entries);
      next = page.next;
    } while (next !== null);
    expect(paged).toEqual(whole);
    expect(whole.map(({ at }) => at)).toEqual(
      whole
        .map(({ at }) => at)
        .sort()
        .reverse(),
    );
    const [from, to] = [whole.at(-3)?.at ?? '', whole.at(2)?.at ?? ''];
    const within = whole.filter(({ at }) => at >= from && at <= to);
    expect((await read(`?limit=100&from=${from}&to=${to}`)).entries).toEqual(within);
    expect((await read('?to=2020-01-01T00:00:00Z')).entries).toEqual([]);
  });

  it('is for administrators only', async () => {
    const user = await api.newPerson(api.admin.accountId, 'USER');
    expect((await api.call('GET', '/account/access-log', { as: user })).status).toBe(403);
  });
});
