import type { ErrorBody, TeamView, UserRoleView } from '@assay/contract';
import { type ApiUnderTest, type Person, startApi } from './apiUnderTest.ts';

describe('teams', () => {
  let api: ApiUnderTest;
  let stranger: Person;
  let grace: Person;
  beforeAll(async () => {
    api = await startApi();
    stranger = await api.newAccount('stranger');
    grace = await api.newPerson(api.admin.accountId, 'USER');
  });
  afterAll(() => api.stop());

  const create = async (name: string) => (await api.done('POST', '/team', { body: { name } })).id;
  const list = async (as?: Person) => (await api.call<TeamView[]>('GET', '/team', as ? { as } : {})).body;
  const team = async (id: string) => (await list()).find((one) => one.id === id);
  const membersOf = async (id: string) => (await team(id))?.users.map(({ userId }) => userId);

  it('are created, changed as a whole, and listed by name', async () => {
    const { id } = await api.done('POST', '/team', {
      body: { name: ' Payments ', description: 'Pays', email: 'pay@example.com', slackChannel: '#pay' },
    });
    expect(await team(id)).toMatchObject({
      name: 'Payments',
      description: 'Pays',
      email: 'pay@example.com',
      slackChannel: '#pay',
      users: [],
    });
    await api.done('PUT', `/team/${id}`, { body: { name: 'Payments', slackChannel: '#money' } });
    expect(await team(id)).toMatchObject({ description: null, email: null, slackChannel: '#money' });
    await create('Checkout');
    expect((await list()).map(({ name }) => name)).toEqual(['Checkout', 'Payments']);
  });

  it.each([
    [{ name: '' }, 'name', 'Name is required'],
    [{ name: undefined }, 'name', 'Name is required'],
    [{ name: null }, 'name', 'Name is required'],
    [{ name: 'n'.repeat(101) }, 'name', 'Invalid length'],
    [{ email: 'nobody' }, 'email', 'Invalid email address'],
    [{ slackChannel: 's'.repeat(81) }, 'slackChannel', 'Invalid length'],
    [{ users: [] }, 'users', 'Unknown field'],
  ])('refuse %j with the text of the form', async (change, field, message) => {
    const answer = await api.call<ErrorBody>('POST', '/team', { body: { name: 'Refused', ...change } });
    expect(answer).toMatchObject({ status: 400, body: { errors: [{ field, message }] } });
  });

  it('have a unique name in their account, which is free again once they are archived', async () => {
    const id = await create('Own');
    const taken = { status: 400, body: { errors: [{ field: 'name', message: 'This name is already in use' }] } };
    expect(await api.call('POST', '/team', { body: { name: 'own' } })).toMatchObject(taken);
    const other = await create('Other');
    expect(await api.call('PUT', `/team/${other}`, { body: { name: 'OWN' } })).toMatchObject(taken);
    expect((await api.call('POST', '/team', { as: stranger, body: { name: 'Own' } })).status).toBe(201);
    await api.done('DELETE', `/team/${id}`);
    expect(await team(id)).toBeUndefined();
    expect((await api.call('PUT', `/team/${id}`, { body: { name: 'Own' } })).status).toBe(404);
    await create('Own');
  });

  it('are changed only by somebody who has seen the newest revision', async () => {
    const id = await create('Seen');
    const seen = (await team(id))?.revision ?? '';
    await api.done('PUT', `/team/${id}`, { body: { name: 'Seen', description: 'by somebody else' } });
    const headers = { 'if-match': seen };
    const late = await api.call<ErrorBody>('PUT', `/team/${id}`, { body: { name: 'Late' }, headers });
    expect(late.status).toBe(412);
    expect((await team(id))?.name).toBe('Seen');
    const newest = { 'if-match': (await team(id))?.revision ?? '' };
    await api.done('PUT', `/team/${id}`, { body: { name: 'Late' }, headers: newest });
    expect((await team(id))?.name).toBe('Late');
  });

  it('have people of the account as members, each once', async () => {
    const id = await create('Members');
    await api.done('POST', `/team/${id}/user/${grace.userId}`);
    await api.done('POST', `/team/${id}/user/${grace.userId}`);
    await api.done('POST', `/team/${id}/user/${api.admin.userId}`);
    expect((await team(id))?.users).toEqual([
      { userId: api.admin.userId, fullName: 'Ada acme', email: api.admin.email },
      { userId: grace.userId, fullName: 'Grace USER', email: grace.email },
    ]);
    await api.done('DELETE', `/team/${id}/user/${grace.userId}`);
    await api.done('DELETE', `/team/${id}/user/${grace.userId}`);
    expect(await membersOf(id)).toEqual([api.admin.userId]);
  });

  it('refuse people without a role in the account', async () => {
    const id = await create('Closed');
    for (const userId of [stranger.userId, 'nobody']) {
      const answer = await api.call<ErrorBody>('POST', `/team/${id}/user/${userId}`);
      expect(answer).toMatchObject({ status: 404, body: { code: 'team.userNotFound' } });
    }
    expect(await membersOf(id)).toEqual([]);
  });

  it('are visible to every user, with people of the account only', async () => {
    await create('For all to see');
    expect(await list(grace)).toEqual(await list());
    const { body: roles } = await api.call<UserRoleView[]>('GET', '/user-roles', { as: grace });
    expect(roles.map(({ roleType, user }) => [user.fullName, user.email, roleType])).toEqual([
      ['Ada acme', api.admin.email, 'ADMIN'],
      ['Grace USER', grace.email, 'USER'],
    ]);
    const { body: others } = await api.call<UserRoleView[]>('GET', '/user-roles', { as: stranger });
    expect(others.map(({ user }) => user.id)).toEqual([stranger.userId]);
  });
});
