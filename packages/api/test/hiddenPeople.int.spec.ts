import type { CommandAnswer, Follower, TeamView, UserRoleView } from '@assay/contract';
import { providerDomainsOf } from '../src/accounts/hiddenPeople.ts';
import { type ApiUnderTest, type Person, startApi } from './apiUnderTest.ts';
import { prepareRun } from './prepareRun.ts';

describe("people of the provider's domain in somebody's account", () => {
  let api: ApiUnderTest;
  let served: Pick<ApiUnderTest, 'call'>;
  let user: Person;
  let ops: Person;
  let colleague: Person;
  beforeAll(async () => {
    api = await startApi();
    const { accountId } = api.admin;
    user = await api.newPerson(accountId, 'USER');
    ops = await api.newPerson(accountId, 'ADMIN', 'Assay.example');
    colleague = await api.newPerson(accountId, 'USER', 'assay.example');
    served = await api.another({ providerDomains: providerDomainsOf({ ASSAY_PROVIDER_DOMAINS: 'assay.example' }) });
  });
  afterAll(() => api.stop());

  const idsFor = async (as: Person, query = '', via: Pick<ApiUnderTest, 'call'> = served) => {
    const { body } = await via.call<UserRoleView[]>('GET', `/user-roles${query}`, { as });
    return body.map((role) => role.user.id).sort();
  };
  const everybody = () => [api.admin, user, ops, colleague].map(({ userId }) => userId).sort();
  const customers = () => [api.admin, user].map(({ userId }) => userId).sort();

  it('are hidden from users, and from nobody where no domain is set', async () => {
    expect(await idsFor(user)).toEqual(customers());
    expect(await idsFor(user, '', api)).toEqual(everybody());
  });

  it('are shown to administrators, who answer for the rights in their account, and to each other', async () => {
    expect(await idsFor(api.admin)).toEqual(everybody());
    expect(await idsFor(colleague)).toEqual(everybody());
  });

  it('stay hidden whatever a user asks for', async () => {
    for (const query of ['?all=true', '?includeHidden=1', '?domain=assay.example', `?userId=${ops.userId}`]) {
      const { status, body } = await served.call<UserRoleView[]>('GET', `/user-roles${query}`, { as: user });
      if (status === 200) expect(body.map((role) => role.user.id).sort()).toEqual(customers());
      else expect(status).toBe(400);
    }
    const { key } = await api.done<{ key: string }>('POST', '/account/api-keys', {
      body: { name: 'Reports', scope: 'USER', expiresAt: null },
    });
    const { body } = await served.call<UserRoleView[]>('GET', '/user-roles', { as: { token: key } });
    expect(body.map((role) => role.user.id).sort()).toEqual(customers());
    const { status } = await served.call('GET', '/employee/users?search=assay', { as: user });
    expect(status).toBe(403);
  });

  it('are left out of teams and of followers as well', async () => {
    const { id: team } = await api.done('POST', '/team', { body: { name: 'On call' } });
    for (const { userId } of [user, ops]) await api.done('POST', `/team/${team}/user/${userId}`);
    const membersFor = async (as: Person) =>
      (await served.call<TeamView[]>('GET', '/team', { as })).body[0]?.users.map(({ userId }) => userId).sort();
    expect(await membersFor(user)).toEqual([user.userId]);
    expect(await membersFor(api.admin)).toEqual([user, ops].map(({ userId }) => userId).sort());

    const { testRunId } = await prepareRun(api);
    for (const as of [user, ops]) await api.done('POST', '/users/me/toggle-follow', { as, body: { testRunId } });
    const followersFor = async (as: Person) =>
      (await served.call<Follower[]>('GET', `/test-runs/${testRunId}/followers`, { as })).body.map(
        ({ userId }) => userId,
      );
    expect(await followersFor(user)).toEqual([user.userId]);
    expect((await followersFor(api.admin)).sort()).toEqual([user, ops].map(({ userId }) => userId).sort());
  });

  it('count as administrators all the same', async () => {
    const { body } = await served.call<UserRoleView[]>('GET', '/user-roles');
    const roleOf = ({ userId }: Person) => body.find((role) => role.user.id === userId)?.id ?? '';
    const demote = (person: Person) =>
      served.call<CommandAnswer>('PUT', `/user-roles/${roleOf(person)}`, { as: ops, body: { roleType: 'USER' } });
    expect((await demote(api.admin)).status).toBe(200);
    expect(await demote(ops)).toMatchObject({ status: 409, body: { code: 'userRole.lastAdministrator' } });
    await api.caughtUp();
    // No longer an administrator, so no longer told of them.
    expect(await idsFor(api.admin)).toEqual(customers());
  });
});
