import type { AuditEntry, EnvironmentView, ErrorBody, PipelineStageView } from '@assay/contract';
import { eventually } from '../../../test/support/eventually.ts';
import { type ApiUnderTest, type Person, startApi } from './apiUnderTest.ts';
import { readAtOnce } from './readAtOnce.ts';

describe('pipeline stages', () => {
  let api: ApiUnderTest;
  let stranger: Person;
  beforeAll(async () => {
    api = await startApi({ automation: true });
    stranger = await api.newAccount('stranger');
  });
  afterAll(() => api.stop());

  const create = (body: object) => api.done('POST', '/pipeline-stages', { body });
  const get = async (id: string) => (await api.call<PipelineStageView>('GET', `/pipeline-stages/${id}`)).body;
  const auditOf = async (id: string) => (await api.call<AuditEntry[]>('GET', `/pipeline-stages/${id}/auditTrail`)).body;
  const newPool = (runnerType: string, name: string, as?: Person) =>
    api.done('POST', '/runner-pools', { body: { name, runnerType, maxRunners: 2 }, ...(as ? { as } : {}) });

  it('come in order of creation unless they set a priority', async () => {
    const first = await create({ name: 'First' });
    const second = await create({ name: 'Second', testRunPriority: 10 });
    const before = await create({ name: 'Before', priority: 0 });
    expect(await get(first.id)).toMatchObject({ name: 'First', priority: 0, testRunPriority: 1, variables: [] });
    expect(await get(second.id)).toMatchObject({ priority: 1, testRunPriority: 10 });
    await api.done('PATCH', `/pipeline-stages/${first.id}`, { body: { priority: 7 } });
    const listed = await api.call<PipelineStageView[]>('GET', '/pipeline-stages');
    expect(listed.body.map(({ id }) => id)).toEqual([before.id, second.id, first.id]);
  });

  it('come in order of creation however quickly they are made one after another', async () => {
    const as = await api.newAccount('hasty');
    const names = ['Delta', 'Charlie', 'Bravo', 'Alpha'];
    for (const name of names) await api.call('POST', '/pipeline-stages', { as, body: { name } });
    await api.caughtUp();
    const { body } = await api.call<PipelineStageView[]>('GET', '/pipeline-stages', { as });
    expect(body.map(({ name, priority }) => [name, priority])).toEqual(names.map((name, index) => [name, index]));
  });

  it.each([
    [{ name: '' }, 'name', "Can't be blank"],
    [{ priority: null }, 'priority', "Can't be blank"],
    [{ priority: 'first' }, 'priority', 'Must be a number'],
    [{ priority: 1001 }, 'priority', 'Must be between 0 and 1000'],
    [{ testRunPriority: null }, 'testRunPriority', "Can't be blank"],
    [{ testRunPriority: 0 }, 'testRunPriority', 'Must be between 1 and 10'],
    [{ testRunPriority: 11 }, 'testRunPriority', 'Must be between 1 and 10'],
    [{ linuxRunnerPoolId: 'no-such-pool' }, 'linuxRunnerPoolId', 'Select an answer'],
    [{ variables: [{ key: 'A', value: '', encrypted: false, file: false }] }, 'variables', 'Variable Values Empty'],
    [{ variables: [{ key: 'A', value: '', encrypted: false, file: true }] }, 'variables', 'Environment File Empty'],
    [{ name: 'Abnahme\u202e' }, 'name', 'Has characters that cannot be seen'],
    [{ name: 'a\u0000b' }, 'name', 'Has characters that cannot be seen'],
    [{ name: 'half \ud83d' }, 'name', 'Has characters that cannot be seen'],
    [
      {
        variables: [
          { key: 'A', value: '1', encrypted: false, file: false },
          { key: 'A', value: '2', encrypted: false, file: false },
        ],
      },
      'variables',
      'Two variables have the same key',
    ],
  ])('refuse %j with the text of the form', async (change, field, message) => {
    const answer = await api.call<ErrorBody>('POST', '/pipeline-stages', { body: { name: 'Refused', ...change } });
    expect(answer).toMatchObject({ status: 400, body: { errors: [{ field, message }] } });
  });

  it('accept only pools of their account and of the right type', async () => {
    const [linux, windows] = [await newPool('LINUX', 'Linux'), await newPool('WINDOWS', 'Windows')];
    const theirs = await newPool('LINUX', 'Theirs', stranger);
    const { id } = await create({ name: 'Pooled', linuxRunnerPoolId: linux.id, windowsRunnerPoolId: windows.id });
    expect(await get(id)).toMatchObject({ linuxRunnerPoolId: linux.id, windowsRunnerPoolId: windows.id });
    for (const wrong of [windows.id, theirs.id]) {
      const answer = await api.call('PATCH', `/pipeline-stages/${id}`, { body: { linuxRunnerPoolId: wrong } });
      expect(answer).toMatchObject({ status: 400, body: { errors: [{ field: 'linuxRunnerPoolId' }] } });
    }
    await api.done('PATCH', `/pipeline-stages/${id}`, { body: { linuxRunnerPoolId: null } });
    expect(await get(id)).toMatchObject({ linuxRunnerPoolId: null, windowsRunnerPoolId: windows.id });
  });

  it('can be read as soon as they were made', async () => {
    for (const name of ['First at once', 'Second at once', 'Third at once']) {
      const made = await api.call<{ id: string }>('POST', '/pipeline-stages', { body: { name } });
      const read = () => api.call('GET', `/pipeline-stages/${made.body.id}`);
      expect((await readAtOnce(read)).status).toBe(200);
      await api.done('DELETE', `/pipeline-stages/${made.body.id}`);
    }
  });

  it('have a unique name, which is free again once they are archived', async () => {
    const { id } = await create({ name: 'Own' });
    const taken = { status: 400, body: { errors: [{ field: 'name', message: 'This name is already in use' }] } };
    expect(await api.call('POST', '/pipeline-stages', { body: { name: 'OWN' } })).toMatchObject(taken);
    await api.done('DELETE', `/pipeline-stages/${id}`);
    expect((await api.call('GET', `/pipeline-stages/${id}`)).status).toBe(404);
    expect((await api.call('DELETE', `/pipeline-stages/${id}`)).status).toBe(200);
    await create({ name: 'Own' });
  });

  it('show plain variables and never encrypted ones, not even in the audit trail', async () => {
    const variables = [
      { key: 'TOKEN', value: 's3cret', encrypted: true, file: false },
      { key: 'LEVEL', value: ' debug ', encrypted: false, file: false },
      { key: 'NOTICED', value: 'late-s3cret', encrypted: false, file: false },
    ];
    const { id } = await create({ name: 'Secretive', variables });
    const [token, level] = variables;
    const later = [
      { ...token, value: '' },
      level,
      { key: 'NOTICED', value: 'new-s3cret', encrypted: true, file: false },
    ];
    await api.done('PATCH', `/pipeline-stages/${id}`, { body: { variables: later } });
    const shown = await get(id);
    expect(shown.variables.map(({ key, value }) => [key, value])).toEqual([
      ['TOKEN', null],
      ['LEVEL', ' debug '],
      ['NOTICED', null],
    ]);
    const trail = await auditOf(id);
    expect(trail.map(({ field, newValue }) => [field, newValue])).toEqual([
      ['variables.NOTICED', null],
      ['variables.NOTICED', null],
      ['variables.LEVEL', ' debug '],
      ['variables.TOKEN', null],
      ['name', 'Secretive'],
      ['priority', expect.any(String)],
      ['testRunPriority', '1'],
    ]);
    expect(trail[0]).toMatchObject({ userName: 'Ada acme', email: api.admin.email, time: expect.any(String) });
    for (const answer of [shown, trail]) expect(JSON.stringify(answer)).not.toMatch(/s3cret|enc:/);
    // Not even where an earlier version is brought back, in which it was not encrypted yet.
    const first = trail.at(-1)?.revision;
    await api.done('POST', `/pipeline-stages/${id}/restore`, { body: { revision: first, reason: 'Again' } });
    expect(JSON.stringify(await get(id))).not.toMatch(/s3cret|enc:/);
  });

  it('come back as they were, without a pool that is gone since then', async () => {
    const pool = await newPool('LINUX', 'Passing');
    const variables = [{ key: 'LEVEL', value: 'debug', encrypted: false, file: false }];
    const body = { name: 'Earlier', testRunPriority: 4, linuxRunnerPoolId: pool.id, variables };
    const { id, revision } = await create(body);
    const later = { name: 'Later', testRunPriority: 9, linuxRunnerPoolId: null, variables: [] };
    await api.done('PATCH', `/pipeline-stages/${id}`, { body: later });
    await api.caughtUp();
    await api.done('DELETE', `/runner-pools/${pool.id}`);
    await api.done('POST', `/pipeline-stages/${id}/restore`, { body: { revision, reason: 'Too early' } });
    expect(await get(id)).toMatchObject({ name: 'Earlier', testRunPriority: 4, linuxRunnerPoolId: null, variables });
    expect((await auditOf(id)).slice(-1)).toMatchObject([{ field: 'testRunPriority', newValue: '4' }]);
    expect((await auditOf(id)).find(({ field }) => field === 'reason')).toMatchObject({ newValue: 'Too early' });
  });

  it('can be sent back as they were answered, as can the pools', async () => {
    const pool = await newPool('LINUX', 'Echoing');
    const { id } = await create({ name: 'Echoed', linuxRunnerPoolId: pool.id });
    await api.done('PATCH', `/pipeline-stages/${id}`, { body: { ...(await get(id)), testRunPriority: 6 } });
    expect(await get(id)).toMatchObject({ name: 'Echoed', testRunPriority: 6, linuxRunnerPoolId: pool.id });
    const answered = (await api.call<object>('GET', `/runner-pools/${pool.id}`)).body;
    await api.done('PATCH', `/runner-pools/${pool.id}`, { body: { ...answered, maxRunners: 3 } });
    const refused = await api.call('PATCH', `/runner-pools/${pool.id}`, { body: { ...answered, colour: 'red' } });
    expect(refused.status).toBe(400);
  });

  it('hold environments, which have no stage once it is archived', async () => {
    const { id } = await create({ name: 'Holding' });
    const body = { name: 'Held', key: 'held', pipelineStageId: id };
    const environment = await api.done('POST', '/environments', { body });
    const stageOf = async () =>
      (await api.call<EnvironmentView[]>('GET', '/environments')).body.find((one) => one.id === environment.id)
        ?.pipelineStageId;
    expect(await stageOf()).toBe(id);
    const theirs = await api.call<{ id: string }>('POST', '/pipeline-stages', { as: stranger, body: { name: 'T' } });
    for (const wrong of ['no-such-stage', theirs.body.id]) {
      const answer = await api.call('PATCH', `/environments/${environment.id}`, { body: { pipelineStageId: wrong } });
      expect(answer).toMatchObject({ status: 400, body: { errors: [{ field: 'pipelineStageId' }] } });
    }
    await api.done('DELETE', `/pipeline-stages/${id}`);
    await eventually(async () => expect(await stageOf()).toBeNull());
    // Read models are written in parallel.
    await api.caughtUp();
    const trail = await api.call<AuditEntry[]>('GET', `/environments/${environment.id}/auditTrail`);
    expect(trail.body[0]).toMatchObject({ field: 'pipelineStageId', newValue: null, userName: null, email: null });
  });
});
