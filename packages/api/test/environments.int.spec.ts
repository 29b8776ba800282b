import type { AuditEntry, EnvironmentView, ErrorBody } from '@assay/contract';
import { environmentDecider } from '@assay/domain';
import { type ApiUnderTest, startApi } from './apiUnderTest.ts';

describe('environments', () => {
  let api: ApiUnderTest;
  beforeAll(async () => {
    api = await startApi();
  });
  afterAll(() => api.stop());

  const secret = { key: 'TOKEN', value: ' s3cret ', encrypted: true, file: false };
  const plain = { key: 'LEVEL', value: ' debug ', encrypted: false, file: false };
  const list = async () => (await api.call<EnvironmentView[]>('GET', '/environments')).body;
  const find = async (id: string) => (await list()).find((environment) => environment.id === id);

  it('show the values of plain variables, and never those of encrypted ones', async () => {
    const body = { name: 'Staging', key: 'staging', url: '', variables: [secret, plain] };
    const { id } = await api.done('POST', '/environments', { body });
    expect(await find(id)).toMatchObject({
      name: 'Staging',
      key: 'staging',
      url: null,
      maximumParallelTestRuns: 0,
      variables: [
        { key: 'TOKEN', value: null, encrypted: true },
        { key: 'LEVEL', value: ' debug ', encrypted: false },
      ],
    });
    const everything = JSON.stringify(await list());
    expect(everything).not.toContain('s3cret');
    expect(everything).not.toContain('enc:v1');
  });

  it('keep an encrypted value that is left out, and remove a variable missing from the list', async () => {
    const body = { name: 'Kept', key: 'kept', variables: [secret, plain] };
    const { id, revision } = await api.done('POST', '/environments', { body });
    const { value: _, ...withoutValue } = secret;
    const headers = { 'if-match': revision };
    await api.done('PATCH', `/environments/${id}`, { body: { variables: [withoutValue] }, headers });
    expect((await find(id))?.variables).toEqual([{ key: 'TOKEN', value: null, encrypted: true, file: false }]);
    const stale = await api.call<ErrorBody>('PATCH', `/environments/${id}`, {
      body: { url: null, name: 'X' },
      headers,
    });
    expect(stale.status).toBe(412);
    // The refused rename keeps no name reserved.
    expect((await api.call('POST', '/environments', { body: { name: 'X', key: 'x' } })).status).toBe(201);
  });

  it.each([
    [{ name: '' }, 'name', "Can't be blank"],
    [{ key: 'no spaces please' }, 'key', expect.any(String)],
    [{ url: 'example.com' }, 'url', 'Invalid URL'],
    [{ maximumParallelTestRuns: 'many' }, 'maximumParallelTestRuns', 'Must be a number'],
    [{ maximumParallelTestRuns: -1 }, 'maximumParallelTestRuns', 'Must be between 0 and 1000'],
    [{ variables: [{ ...plain, value: '' }] }, 'variables', 'Variable Values Empty'],
    [{ variables: [{ ...plain, value: '', file: true }] }, 'variables', 'Environment File Empty'],
    [{ variables: [{ ...plain, key: '' }] }, 'variables.0.key', "Can't be blank"],
    [{ variables: [plain, { ...plain, value: '2' }] }, 'variables', 'Two variables have the same key'],
  ])('refuse %j with the text of the form', async (change, field, message) => {
    const body = { name: 'Refused', key: 'refused', ...change };
    const answer = await api.call<ErrorBody>('POST', '/environments', { body });
    expect(answer.status).toBe(400);
    expect(answer.body.errors).toContainEqual({ field, message });
  });

  it('are refused with everything that is wrong at once, whatever finds it', async () => {
    await api.done('POST', '/environments', { body: { name: 'Whole', key: 'whole' } });
    const refusedOf = async (body: object) => {
      const { status, body: answer } = await api.call<ErrorBody>('POST', '/environments', { body });
      return { status, fields: answer.errors?.map(({ field }) => field).sort() };
    };
    const taken = { name: ' whole', key: 'WHOLE', pipelineStageId: 'no-such' };
    expect(await refusedOf({ ...taken, maximumParallelTestRuns: 'many' })).toEqual({
      status: 400,
      fields: ['key', 'maximumParallelTestRuns', 'name', 'pipelineStageId'],
    });
    expect(await refusedOf({ ...taken, variables: [{ ...plain, value: '' }] })).toEqual({
      status: 400,
      fields: ['key', 'name', 'pipelineStageId', 'variables'],
    });
  });

  it('are too large for Windows with more than 32,767 characters, and saved if that is asked for', async () => {
    const large = (length: number) => ({ key: 'LARGE', value: 'x'.repeat(length), encrypted: false, file: false });
    const body = { name: 'Large', key: 'large', variables: [large(32_761)] };
    const refused = { status: 400, body: { errors: [{ field: 'variables', message: 'Environment too large' }] } };
    expect(await api.call<ErrorBody>('POST', '/environments', { body })).toMatchObject(refused);
    const { id } = await api.done('POST', '/environments', { body: { ...body, variables: [large(32_760)] } });
    const change = { variables: [large(40_000)] };
    expect(await api.call<ErrorBody>('PATCH', `/environments/${id}`, { body: change })).toMatchObject(refused);
    await api.done('PATCH', `/environments/${id}`, { body: { ...change, saveAnyway: true } });
    await api.done('PATCH', `/environments/${id}`, { body: { name: 'Still large' } });
    const file = { ...large(90_000), file: true };
    await api.done('PATCH', `/environments/${id}`, { body: { variables: [file] } });
  });

  it('come back as they were, as a change of their own with its reason, also what is encrypted', async () => {
    const body = { name: 'Past', key: 'past', url: 'https://past.test', variables: [secret, plain] };
    const { id, revision } = await api.done('POST', '/environments', { body });
    const later = { ...plain, value: 'info' };
    const change = { name: 'Present', url: null, variables: [{ ...secret, value: 'n3w-s3cret' }, later] };
    const { revision: newest } = await api.done('PATCH', `/environments/${id}`, { body: change });
    const restore = (sent: object, headers = {}) =>
      api.call<ErrorBody>('POST', `/environments/${id}/restore`, { body: sent, headers });
    const wanted = { revision, reason: 'The address was right' };
    expect((await restore({ ...wanted, reason: ' ' })).body.errors).toEqual([
      { field: 'reason', message: "Can't be blank" },
    ]);
    expect((await restore({ ...wanted, revision: '999' })).body.code).toBe('environment.versionNotFound');
    expect((await restore(wanted, { 'if-match': revision })).status).toBe(412);
    expect((await restore(wanted, { 'if-match': newest })).status).toBe(200);
    await api.caughtUp();
    expect(await find(id)).toMatchObject({ name: 'Past', url: 'https://past.test', key: 'past' });
    const state = await api.eventLog.load(environmentDecider, id);
    expect(state.state).toMatchObject({
      variables: new Map([
        ['TOKEN', { value: ' s3cret ', encrypted: true, file: false }],
        ['LEVEL', { value: ' debug ', encrypted: false, file: false }],
      ]),
    });
    const { body: trail } = await api.call<AuditEntry[]>('GET', `/environments/${id}/auditTrail`);
    expect(JSON.stringify(trail)).not.toContain('s3cret');
    const versions = [...new Set(trail.map((entry) => entry.revision))];
    expect(versions).toHaveLength(3);
    expect(versions.slice(1)).toEqual([newest, revision]);
    const ofRestored = trail.filter((entry) => entry.revision === versions[0]);
    expect(ofRestored.map(({ field, change: kind, oldValue, newValue }) => [field, kind, oldValue, newValue])).toEqual([
      ['variables.LEVEL', 'changed', 'info', ' debug '],
      ['variables.TOKEN', 'changed', null, null],
      ['url', 'added', null, 'https://past.test'],
      ['name', 'changed', 'Present', 'Past'],
      ['restored', 'added', null, revision],
      ['reason', 'added', null, 'The address was right'],
    ]);
    // Its other name is free again.
    expect((await api.call('POST', '/environments', { body: { name: 'Present', key: 'present' } })).status).toBe(201);
  });

  it('are cloned with their encrypted values, which stay encrypted', async () => {
    const { id } = await api.done('POST', '/environments', {
      body: { name: 'Model', key: 'model', variables: [secret] },
    });
    const { value: _, ...unseen } = secret;
    const body = { name: 'Twin', key: 'twin', variables: [unseen], cloneOf: id };
    const twin = await api.done('POST', '/environments', { body });
    const { state } = await api.eventLog.load(environmentDecider, twin.id);
    expect(state).toMatchObject({
      variables: new Map([['TOKEN', { value: ' s3cret ', encrypted: true, file: false }]]),
    });
    const refusedOf = async (change: object) =>
      (await api.call<ErrorBody>('POST', '/environments', { body: { ...body, name: 'Bad', key: 'bad', ...change } }))
        .body;
    expect((await refusedOf({ cloneOf: 'no-such' })).code).toBe('environment.notFound');
    const revealed = await refusedOf({ variables: [{ ...unseen, encrypted: false }] });
    expect(revealed.errors).toEqual([{ field: 'variables', message: 'Variable Values Empty' }]);
  });

  it('can be sent back as they were answered: secrets stay, and fields that nobody knows are refused', async () => {
    const { id } = await api.done('POST', '/environments', {
      body: { name: 'Echo', key: 'echo', variables: [secret] },
    });
    const answered = await find(id);
    await api.done('PATCH', `/environments/${id}`, { body: { ...answered, maximumParallelTestRuns: 4 } });
    expect(await find(id)).toMatchObject({ maximumParallelTestRuns: 4 });
    const { state } = await api.eventLog.load(environmentDecider, id);
    expect(state).toMatchObject({
      variables: new Map([['TOKEN', { value: ' s3cret ', encrypted: true, file: false }]]),
    });
    const unknown = await api.call<ErrorBody>('PATCH', `/environments/${id}`, { body: { ...answered, colour: 'red' } });
    expect(unknown.status).toBe(400);
  });

  it('free their name and key when they are archived, for good', async () => {
    const body = { name: 'Passing', key: 'passing' };
    const { id } = await api.done('POST', '/environments', { body });
    expect((await api.call<ErrorBody>('POST', '/environments', { body })).body.errors).toEqual([
      { field: 'name', message: 'This name is already in use' },
      { field: 'key', message: 'This key is already in use' },
    ]);
    await api.done('DELETE', `/environments/${id}`);
    expect((await api.call('DELETE', `/environments/${id}`)).status).toBe(200);
    expect(await find(id)).toBeUndefined();
    await api.done('POST', '/environments', { body });
    expect((await api.call('PATCH', `/environments/${id}`, { body: { name: 'Back' } })).status).toBe(404);
    // Archiving the old one again takes nothing from the new one.
    await api.call('DELETE', `/environments/${id}`);
    expect((await api.call('POST', '/environments', { body })).status).toBe(400);
  });
});
