import type { ErrorBody, RunnerPoolView } from '@assay/contract';
import { type ApiUnderTest, type Person, startApi } from './apiUnderTest.ts';

describe('runner pools', () => {
  let api: ApiUnderTest;
  let stranger: Person;
  beforeAll(async () => {
    api = await startApi();
    stranger = await api.newAccount('stranger');
  });
  afterAll(() => api.stop());

  const pool = (name: string) => ({ name, runnerType: 'LINUX', maxRunners: 10 });
  const get = (id: string) => api.call<RunnerPoolView>('GET', `/runner-pools/${id}`);

  it('are created, changed and listed by name', async () => {
    const { id } = await api.done('POST', '/runner-pools', { body: pool(' Large ') });
    expect((await get(id)).body).toMatchObject({
      id,
      name: 'Large',
      runnerType: 'LINUX',
      maxRunners: 10,
      currentRunners: 0,
    });
    await api.done('PATCH', `/runner-pools/${id}`, { body: { name: 'Larger', runnerType: 'WINDOWS', maxRunners: 30 } });
    await api.done('POST', '/runner-pools', { body: pool('Big') });
    const listed = await api.call<RunnerPoolView[]>('GET', '/runner-pools');
    expect(listed.body.map(({ name, runnerType, maxRunners }) => [name, runnerType, maxRunners])).toEqual([
      ['Big', 'LINUX', 10],
      ['Larger', 'WINDOWS', 30],
    ]);
  });

  it.each([
    [{ name: '' }, 'name', "Can't be blank"],
    [{ name: undefined }, 'name', "Can't be blank"],
    [{ runnerType: undefined }, 'runnerType', "Can't be blank"],
    [{ runnerType: 'MACOS' }, 'runnerType', 'Select an answer'],
    [{ maxRunners: undefined }, 'maxRunners', "Can't be blank"],
    [{ maxRunners: null }, 'maxRunners', "Can't be blank"],
    [{ maxRunners: 'many' }, 'maxRunners', 'Must be a number'],
    [{ maxRunners: 257 }, 'maxRunners', 'Must be between 1 and 256'],
    [{ cpus: 4 }, 'cpus', 'Unknown field'],
  ])('refuse %j with the text of the form', async (change, field, message) => {
    const answer = await api.call<ErrorBody>('POST', '/runner-pools', { body: { ...pool('Refused'), ...change } });
    expect(answer).toMatchObject({ status: 400, body: { errors: [{ field, message }] } });
  });

  it('refuse 0 runners, and on changes more than the account has', async () => {
    const { id } = await api.done('POST', '/runner-pools', { body: pool('Bounded') });
    const none = await api.call<ErrorBody>('PATCH', `/runner-pools/${id}`, { body: { maxRunners: 0 } });
    expect(none.body.errors).toMatchObject([{ field: 'maxRunners' }]);
    const many = await api.call<ErrorBody>('PATCH', `/runner-pools/${id}`, { body: { maxRunners: 257 } });
    expect(many.body.errors).toEqual([{ field: 'maxRunners', message: 'Must be between 1 and 256' }]);
    expect((await get(id)).body.maxRunners).toBe(10);
  });

  it('have a unique name in their account, which is free again once they are archived', async () => {
    const { id } = await api.done('POST', '/runner-pools', { body: pool('Own') });
    const taken = { status: 400, body: { errors: [{ field: 'name', message: 'This name is already in use' }] } };
    expect(await api.call('POST', '/runner-pools', { body: pool('own') })).toMatchObject(taken);
    expect((await api.call('POST', '/runner-pools', { as: stranger, body: pool('own') })).status).toBe(201);
    await api.done('PATCH', `/runner-pools/${id}`, { body: { name: 'Renamed' } });
    const { id: second } = await api.done('POST', '/runner-pools', { body: pool('Own') });
    await api.done('DELETE', `/runner-pools/${second}`);
    expect((await get(second)).status).toBe(404);
    expect((await api.call('DELETE', `/runner-pools/${second}`)).status).toBe(200);
    expect((await api.call('POST', '/runner-pools', { body: pool('Own') })).status).toBe(201);
  });

  it('keep their type and cannot be archived while a stage uses them, effective at once', async () => {
    const { id } = await api.done('POST', '/runner-pools', { body: pool('In use') });
    const stage = await api.call<{ id: string }>('POST', '/pipeline-stages', {
      body: { name: 'Uses it', linuxRunnerPoolId: id },
    });
    const inUse = { status: 409, body: { code: 'runnerPool.inUse' } };
    expect(await api.call('DELETE', `/runner-pools/${id}`)).toMatchObject(inUse);
    const retyped = await api.call('PATCH', `/runner-pools/${id}`, { body: { runnerType: 'WINDOWS' } });
    expect(retyped).toMatchObject(inUse);
    await api.done('DELETE', `/pipeline-stages/${stage.body.id}`);
    expect((await api.call('DELETE', `/runner-pools/${id}`)).status).toBe(200);
  });

  it('have one of the existing machine types', async () => {
    expect((await api.call('GET', '/runner-configurations')).body).toEqual([
      { id: 'WINDOWS', key: 'windows', archived: false },
      { id: 'LINUX', key: 'linux', archived: false },
    ]);
  });

  it('are changed only with the newest revision, if one is sent', async () => {
    const { id, revision } = await api.done('POST', '/runner-pools', { body: pool('Seen') });
    await api.done('PATCH', `/runner-pools/${id}`, { body: { maxRunners: 3 }, headers: { 'if-match': revision } });
    const stale = await api.call('PATCH', `/runner-pools/${id}`, {
      body: { maxRunners: 4 },
      headers: { 'if-match': revision },
    });
    expect(stale.status).toBe(412);
  });
});
