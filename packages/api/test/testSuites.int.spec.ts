import type {
  ErrorBody,
  GenerateApiKeyAnswer,
  TestRunId,
  TestRunPage,
  TestRunView,
  TestSuiteView,
} from '@assay/contract';
import { testRunDecider } from '@assay/domain';
import { type ApiUnderTest, type Person, startApi } from './apiUnderTest.ts';
import { prepareRun } from './prepareRun.ts';

const required = { testTimeoutSeconds: 60, timeoutMinutes: 10 };

describe('a test suite', () => {
  let api: ApiUnderTest;
  let projectId: string;
  let otherProjectId: string;
  let user: Person;
  let runIds = 0;

  beforeAll(async () => {
    api = await startApi();
    ({ projectId } = await prepareRun(api));
    const body = { name: 'Docs', key: 'docs', gitUrl: '/repositories/docs', testingFramework: 'TestNG' };
    otherProjectId = (await api.done('POST', '/projects', { body: { ...body, testPackages: ['com.acme'] } })).id;
    user = await api.newPerson(api.admin.accountId, 'USER');
  });
  afterAll(() => api.stop());

  const create = async (body: object, inProject = projectId) =>
    (await api.done('POST', `/projects/${inProject}/test-suites`, { body: { ...required, ...body } })).id;
  const view = async (id: string) =>
    (await api.call<TestSuiteView>('GET', `/projects/${projectId}/test-suites/${id}`)).body;
  const run = async (body: object) => {
    const { id } = await api.done('POST', '/test-runs', { body: { project: 'shop', environment: 'test', ...body } });
    return (await api.call<TestRunView>('GET', `/test-runs/${id}`)).body;
  };
  const unused = () => {
    runIds += 1;
    return `Suite ${runIds}`;
  };

  it('takes from the project what is left out, also for a user', async () => {
    await api.done('PUT', `/projects/${projectId}`, { body: { retryFailedTests: true } });
    const body = { name: ' Smoke tests ', ...required };
    const { id } = await api.done('POST', `/projects/${projectId}/test-suites`, { as: user, body });
    expect(await view(id)).toMatchObject({
      projectId,
      name: 'Smoke tests',
      archived: false,
      type: 'Other',
      description: null,
      maxRunners: null,
      includeTags: [],
      excludedTags: [],
      testFilters: [],
      priority: null,
      classification: 'END_TO_END',
      retryFailedTests: true,
      parallelizeByFile: true,
      timeouts: required,
    });
    await api.done('PUT', `/projects/${projectId}`, { body: { retryFailedTests: false } });
  });

  it.each([
    [{ name: ' ' }, 'name', "Can't be blank"],
    [{ name: undefined }, 'name', "Can't be blank"],
    [{ testTimeoutSeconds: undefined }, 'testTimeoutSeconds', "Can't be blank"],
    [{ timeoutMinutes: null }, 'timeoutMinutes', "Can't be blank"],
    [{ testTimeoutSeconds: 10_801 }, 'testTimeoutSeconds', 'Must be between 1 and 10800 seconds'],
    [{ timeoutMinutes: 0 }, 'timeoutMinutes', 'Must be between 1 and 1440 minutes'],
    [{ timeoutMinutes: 'ten' }, 'timeoutMinutes', 'Must be a number'],
    [{ type: 'Weekly' }, 'type', 'Select an answer'],
    [{ priority: 11 }, 'priority', 'Must be between 1 and 10'],
    [{ maxRunners: 999 }, 'maxRunners', expect.stringMatching(/^Must be between 1 and \d+$/)],
    [{ retryFailedTests: 'yes' }, 'retryFailedTests', 'Select an answer'],
    [{ testFilters: [''] }, 'testFilters.0', "Can't be blank"],
  ])('is refused for %j with the text of the form', async (change, field, message) => {
    const body = { name: unused(), ...required, ...change };
    const answer = await api.call<ErrorBody>('POST', `/projects/${projectId}/test-suites`, { body });
    expect(answer.status).toBe(400);
    expect(answer.body.errors).toContainEqual({ field, message });
  });

  it('has a unique name in its project, and frees it when renamed or archived', async () => {
    const taken = { status: 400, body: { errors: [{ field: 'name', message: 'This name is already in use' }] } };
    const post = (name: string, inProject = projectId) =>
      api.call('POST', `/projects/${inProject}/test-suites`, { body: { name, ...required } });
    const id = await create({ name: 'Nightly' });
    expect(await post('nightly ')).toMatchObject(taken);
    expect((await post('Nightly', otherProjectId)).status).toBe(201);
    const second = await create({ name: 'Weekly' });
    const path = `/projects/${projectId}/test-suites`;
    expect(await api.call('PATCH', `${path}/${second}`, { body: { name: 'NIGHTLY' } })).toMatchObject(taken);
    await api.done('PATCH', `${path}/${id}`, { body: { name: 'Each night' } });
    expect((await api.done('PATCH', `${path}/${second}`, { body: { name: 'Nightly' } })).id).toBe(second);
    await api.done('DELETE', `${path}/${second}`);
    expect((await api.call('DELETE', `${path}/${second}`)).status).toBe(200);
    expect((await post('Nightly')).status).toBe(201);
    // Archiving the old one again takes nothing from the new one.
    await api.call('DELETE', `${path}/${second}`);
    expect(await post('Nightly')).toMatchObject(taken);
  });

  it('changes only if nobody else has changed it since', async () => {
    const id = await create({ name: unused() });
    const path = `/projects/${projectId}/test-suites/${id}`;
    const headers = { 'if-match': (await view(id)).revision };
    await api.done('PATCH', path, { body: { includeTags: ['@a'], type: 'Unit' }, headers });
    expect(await view(id)).toMatchObject({ includeTags: ['@a'], type: 'Unit', classification: 'UNIT' });
    expect((await api.call('PATCH', path, { body: { includeTags: [] }, headers })).status).toBe(412);
    const answer = await api.call('PATCH', path, { body: { maxRunners: 999 } });
    expect(answer.status).toBe(400);
  });

  it('is listed while it is in use, of all projects or of one', async () => {
    const id = await create({ name: unused() }, otherProjectId);
    const list = async (query = '') => (await api.call<TestSuiteView[]>('GET', `/test-suites${query}`)).body;
    const ids = async (query = '') => (await list(query)).map((suite) => suite.id as string);
    expect(await ids()).toContain(id);
    expect(await ids(`?projectId=${otherProjectId}`)).toContain(id);
    expect(await ids(`?projectId=${projectId}`)).not.toContain(id);
    const names = (await list()).map(({ name }) => name);
    expect(names).toEqual([...names].sort());
    await api.done('DELETE', `/projects/${otherProjectId}/test-suites/${id}`);
    expect(await ids()).not.toContain(id);
    const gone = await api.call('GET', `/projects/${otherProjectId}/test-suites/${id}`);
    expect(gone).toMatchObject({ status: 200, body: { archived: true, classification: 'UNKNOWN' } });
    const { key } = await api.done<GenerateApiKeyAnswer>('POST', '/account/api-key');
    expect((await api.call('GET', '/test-suites', { as: { token: key } })).status).toBe(200);
    const byKey = await api.call('POST', `/projects/${projectId}/test-suites`, {
      as: { token: key },
      body: { name: unused(), ...required },
    });
    expect(byKey.status).toBe(403);
  });

  it('is not found in another project, nor if it does not exist', async () => {
    const id = await create({ name: unused() });
    for (const path of [`${otherProjectId}/test-suites/${id}`, `${projectId}/test-suites/none`]) {
      for (const [method, body] of [['GET'], ['PATCH', {}], ['DELETE']] as const) {
        const answer = await api.call<ErrorBody>(method, `/projects/${path}`, { body });
        expect(answer).toMatchObject({ status: 404, body: { code: 'testSuite.notFound' } });
      }
    }
    const body = { name: unused(), ...required };
    expect((await api.call('POST', '/projects/none/test-suites', { body })).status).toBe(404);
  });

  it('gives a run what the request leaves out, and does not override what it sets', async () => {
    const settings = {
      includeTags: ['@fast'],
      excludedTags: ['@slow'],
      testFilters: ['Regex: cart.*adds', 'pays'],
      maxRunners: 3,
      priority: 8,
      retryFailedTests: true,
      parallelizeByFile: false,
    };
    const name = unused();
    const testSuiteId = await create({ name, ...settings });
    expect(await run({ testSuiteId })).toMatchObject({
      testSuiteId,
      testSuiteName: name,
      includeTags: ['@fast'],
      excludedTags: ['@slow'],
      testFilters: ['Regex: cart.*adds', 'pays'],
      maxRunners: 3,
      priority: 8,
      retryFailedTests: true,
      defaultToParallelizeByFile: false,
      timeouts: required,
    });
    const named = {
      includeTags: [],
      excludedTags: ['@broken'],
      testFilters: [],
      runners: 1,
      priority: 2,
      retryFailedTests: false,
      parallelizeByFile: true,
      testTimeoutSeconds: 5,
      timeoutMinutes: 7,
    };
    expect(await run({ testSuiteId, ...named })).toMatchObject({
      testSuiteId,
      includeTags: [],
      excludedTags: ['@broken'],
      testFilters: [],
      maxRunners: 1,
      priority: 2,
      retryFailedTests: false,
      defaultToParallelizeByFile: true,
      timeouts: { testTimeoutSeconds: 5, timeoutMinutes: 7 },
    });
    const plain = await create({ name: unused() });
    expect(await run({ testSuiteId: plain })).toMatchObject({ maxRunners: 2, priority: 1, retryFailedTests: false });
  });

  it('leaves its runs as they were when changed, except for the suite name they show', async () => {
    const testSuiteId = await create({ name: unused(), includeTags: ['@a'] });
    const { id } = await run({ testSuiteId });
    await api.done('PATCH', `/projects/${projectId}/test-suites/${testSuiteId}`, {
      body: { name: 'Of today', includeTags: ['@b'] },
    });
    await api.done('DELETE', `/projects/${projectId}/test-suites/${testSuiteId}`);
    const { body } = await api.call<TestRunView>('GET', `/test-runs/${id}`);
    expect(body).toMatchObject({ includeTags: ['@a'], testSuiteName: 'Of today' });
    // A rerun belongs to the same suite, whatever happened to it.
    await api.done('PATCH', `/test-runs/${id}`, { body: { status: 'CANCELED' } });
    const { id: rerun } = await api.done('POST', `/test-runs/${id}/rerun`, { body: { rerunTestRun: true } });
    const { state } = await api.eventLog.load(testRunDecider, rerun as TestRunId);
    expect(state).toMatchObject({ request: { testSuiteId, includeTags: ['@a'] } });
  });

  it('must belong to the project and be in use to be run', async () => {
    const missing = {
      status: 400,
      body: { errors: [{ field: 'testSuiteId', message: 'You must select a Test Suite' }] },
    };
    const post = (testSuiteId: string | null) =>
      api.call('POST', '/test-runs', { body: { project: 'shop', environment: 'test', testSuiteId } });
    expect(await post('none')).toMatchObject(missing);
    expect(await post(await create({ name: unused() }, otherProjectId))).toMatchObject(missing);
    const archived = await create({ name: unused() });
    await api.done('DELETE', `/projects/${projectId}/test-suites/${archived}`);
    expect(await post(archived)).toMatchObject(missing);
    expect((await post(null)).status).toBe(201);
  });

  it('finds its runs', async () => {
    const [one, two] = [await create({ name: unused() }), await create({ name: unused() })];
    const runs = [await run({ testSuiteId: one }), await run({ testSuiteId: two }), await run({ testSuiteId: one })];
    const list = async (suites: string) =>
      (await api.call<TestRunPage>('GET', `/test-runs?testSuiteId=${suites}`)).body.testRuns.map(({ id }) => id);
    expect(await list(one)).toEqual([runs[2]?.id, runs[0]?.id]);
    expect(await list(`${two}, ${one}`)).toHaveLength(3);
    expect(await list('none')).toEqual([]);
  });
});
