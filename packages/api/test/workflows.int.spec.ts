import type { WorkflowDetailView, WorkflowView } from '@assay/contract';
import { type ApiUnderTest, type Person, startApi } from './apiUnderTest.ts';

const step = (id: string, change: object = {}) => ({
  id,
  name: `Step ${id}`,
  description: null,
  testPlanId: null,
  next: [],
  ...change,
});

describe('workflows', () => {
  let api: ApiUnderTest;
  let stranger: Person;
  beforeAll(async () => {
    api = await startApi();
    stranger = await api.newAccount('stranger');
  });
  afterAll(() => api.stop());

  const create = async (name: string) => (await api.done('POST', '/workflows', { body: { name } })).id;
  const change = (id: string, body: object, headers = {}) => api.call('PATCH', `/workflows/${id}`, { body, headers });
  const read = async (id: string) => (await api.call<WorkflowDetailView>('GET', `/workflows/${id}`)).body;
  const names = async (as?: Person) =>
    (await api.call<WorkflowView[]>('GET', '/workflows', as ? { as } : {})).body.map(({ name }) => name);

  it('are created, drawn as a whole, renamed, and listed by name', async () => {
    const id = await create('Ship it');
    const steps = [step('build', { next: ['test'] }), step('test', { description: 'By hand', next: ['build'] })];
    await api.done('PATCH', `/workflows/${id}`, { body: { steps } });
    expect(await read(id)).toMatchObject({ name: 'Ship it', stepCount: 2, archived: false, steps });
    await api.done('PATCH', `/workflows/${id}`, { body: { name: 'Delivery' } });
    await api.done('PATCH', `/workflows/${id}`, { body: { steps: [step('test', { name: 'Try it' })] } });
    expect(await read(id)).toMatchObject({ name: 'Delivery', steps: [step('test', { name: 'Try it' })] });
    await create('Audit');
    expect(await names()).toEqual(['Audit', 'Delivery']);
    expect(await names(stranger)).toEqual([]);
  });

  it('have a name of their own, which is free again once they are archived', async () => {
    const id = await create('Own');
    const taken = { status: 400, body: { errors: [{ field: 'name', message: 'This name is already in use' }] } };
    expect(await api.call('POST', '/workflows', { body: { name: 'own' } })).toMatchObject(taken);
    await api.done('DELETE', `/workflows/${id}`);
    expect(await names()).not.toContain('Own');
    expect((await read(id)).archived).toBe(true);
    expect((await change(id, { name: 'Again' })).status).toBe(404);
    await create('Own');
  });

  it('refuse steps that lead nowhere, that are there twice, and plans that the account does not have', async () => {
    const id = await create('Refused');
    const plan = { name: 'Theirs', key: 'theirs' };
    const theirs = (await api.done('POST', '/test-plans', { as: stranger, body: plan })).id;
    const refused = async (steps: object[], field: string, message: string) =>
      expect(await change(id, { steps })).toMatchObject({ status: 400, body: { errors: [{ field, message }] } });
    const nowhere = 'A step leads to itself, or to a step that is not there.';
    await refused([step('a', { next: ['gone'] })], 'steps', nowhere);
    await refused([step('a'), step('a')], 'steps', 'Two steps have the same id.');
    await refused([step('a', { testPlanId: theirs })], 'steps.0.testPlanId', 'There is no such test plan.');
    await refused([step('a', { name: '' })], 'steps.0.name', "Can't be blank");
    expect((await read(id)).steps).toEqual([]);
  });

  it('keep a step whose plan was deleted since', async () => {
    const plan = (await api.done('POST', '/test-plans', { body: { name: 'Gate', key: 'gate' } })).id;
    const id = await create('Proven');
    const steps = [step('verify', { testPlanId: plan })];
    await api.done('PATCH', `/workflows/${id}`, { body: { steps } });
    await api.done('DELETE', `/test-plans/${plan}`);
    await api.done('PATCH', `/workflows/${id}`, { body: { steps: [...steps, step('ship')] } });
    expect((await read(id)).steps).toEqual([...steps, step('ship')]);
  });

  it('are changed only by somebody who has seen the newest revision', async () => {
    const id = await create('Seen');
    const { revision } = await read(id);
    await api.done('PATCH', `/workflows/${id}`, { body: { steps: [step('a')] } });
    expect((await change(id, { steps: [] }, { 'if-match': revision })).status).toBe(412);
    expect((await read(id)).stepCount).toBe(1);
  });
});
