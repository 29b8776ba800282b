import type { AccountView, SessionView, TestRunView, UserRoleView } from '@assay/contract';
import { eventually } from '../../../test/support/eventually.ts';
import { type ApiUnderTest, type Person, startApi } from './apiUnderTest.ts';
import { prepareRun } from './prepareRun.ts';

/** In milliseconds; less than the age at which sessions are read again without a notice. */
const patience = 30_000;

describe('what another process changes', () => {
  let api: ApiUnderTest;
  let elsewhere: Pick<ApiUnderTest, 'call'>;
  beforeAll(async () => {
    api = await startApi();
    elsewhere = await api.another();
  });
  afterAll(() => api.stop());

  const statusHere = async (as: Person, path = '/test-runs') => (await api.call('GET', path, { as })).status;
  /** Twice: the second time from memory. */
  async function useHere(as: Person): Promise<void> {
    expect([await statusHere(as), await statusHere(as)]).toEqual([200, 200]);
  }

  it.each([
    ['logs out', (as: Person) => elsewhere.call('POST', '/logout', { as })],
    ['logs out everywhere', (as: Person) => elsewhere.call('POST', '/logout-everywhere', { as })],
  ])('refuses a session whose user %s', async (_, end) => {
    const grace = await api.newPerson(api.admin.accountId, 'USER');
    await useHere(grace);
    expect((await end(grace)).status).toBe(204);
    await eventually(async () => (await statusHere(grace)) === 401, patience);
  });

  it('refuses the sessions that a new password ends, and no others', async () => {
    const grace = await api.newPerson(api.admin.accountId, 'USER');
    const other = { ...grace, token: await api.operations.sessions.start(grace.userId) };
    await useHere(grace);
    await useHere(other);
    const body = { currentPassword: grace.password, password: 'another correct horse' };
    expect((await elsewhere.call('POST', '/users/me/password', { as: grace, body })).status).toBe(204);
    await eventually(async () => (await statusHere(other)) === 401, patience);
    expect(await statusHere(grace)).toBe(200);
  });

  it('refuses an ended session at once in the process that ended it', async () => {
    const grace = await api.newPerson(api.admin.accountId, 'USER');
    const other = { ...grace, token: await api.operations.sessions.start(grace.userId) };
    await useHere(grace);
    await useHere(other);
    const { body } = await api.call<SessionView[]>('GET', '/users/me/sessions', { as: grace });
    const ended = body.find(({ current }) => !current);
    await api.call('DELETE', `/users/me/sessions/${ended?.id}`, { as: grace });
    expect([await statusHere(other), await statusHere(grace)]).toEqual([401, 200]);
  });

  describe('once the read models have it', () => {
    const rolesOf = async (person: Person) => {
      const { body } = await api.call<UserRoleView[]>('GET', '/user-roles');
      return body.filter(({ user }) => user.id === person.userId);
    };

    it('takes away a removed role', async () => {
      const grace = await api.newPerson(api.admin.accountId, 'USER');
      await useHere(grace);
      const [role] = await rolesOf(grace);
      expect((await elsewhere.call('DELETE', `/user-roles/${role?.id}`)).status).toBe(200);
      await api.caughtUp();
      expect(await statusHere(grace)).toBe(404);
    });

    it('applies a changed role', async () => {
      const grace = await api.newPerson(api.admin.accountId, 'USER');
      await useHere(grace);
      expect(await statusHere(grace, '/account/invitations')).toBe(403);
      const [role] = await rolesOf(grace);
      await elsewhere.call('PUT', `/user-roles/${role?.id}`, { body: { roleType: 'ADMIN' } });
      await api.caughtUp();
      expect(await statusHere(grace, '/account/invitations')).toBe(200);
    });

    it('shows new names of the account and of projects', async () => {
      const { testRunId, projectId } = await prepareRun(api);
      const shown = async () => (await api.call<TestRunView>('GET', `/test-runs/${testRunId}`)).body;
      await shown();
      expect(await shown()).toMatchObject({ project: { name: 'Shop' }, account: { name: 'acme' } });
      const project = (await api.call<object>('GET', `/projects/${projectId}`)).body;
      const renamed = await elsewhere.call('PUT', `/projects/${projectId}`, { body: { ...project, name: 'Store' } });
      expect(renamed.status).toBe(200);
      expect((await elsewhere.call('POST', '/account/change-name?name=acme%202')).status).toBe(200);
      await api.caughtUp();
      expect(await shown()).toMatchObject({ project: { name: 'Store' }, account: { name: 'acme 2' } });
      expect((await api.call<AccountView>('GET', '/account')).body.name).toBe('acme 2');
    });

    it('counts new runs', async () => {
      const total = async () => (await api.call<{ total: number }>('GET', '/test-runs')).body.total;
      const before = await total();
      const body = { project: 'shop', environment: 'test' };
      expect((await elsewhere.call('POST', '/test-runs', { body })).status).toBe(201);
      await api.caughtUp();
      expect(await total()).toBe(before + 1);
    });
  });

  it('is seen while the change feed is lost', async () => {
    const grace = await api.newPerson(api.admin.accountId, 'USER');
    await useHere(grace);
    // The next notice creates it anew without a limit of its size, and such a feed cannot be followed.
    await api.documentStore.db('assay_ops').dropCollection('changeFeed');
    expect((await elsewhere.call('POST', '/account/change-name?name=acme%203')).status).toBe(200);
    await api.caughtUp();
    expect((await api.call<AccountView>('GET', '/account')).body.name).toBe('acme 3');
    expect((await elsewhere.call('POST', '/logout', { as: grace })).status).toBe(204);
    await eventually(async () => (await statusHere(grace)) === 401, patience);
  });
});
