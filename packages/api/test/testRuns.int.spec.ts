import type { CommandAnswer, ErrorBody, HistoryItem, SearchAnswer, TestRunPage, TestRunView } from '@assay/contract';
import { testRunDecider } from '@assay/domain';
import { type ApiUnderTest, startApi } from './apiUnderTest.ts';
import { type PreparedRun, prepareRun } from './prepareRun.ts';

describe('test runs', () => {
  let api: ApiUnderTest;
  let run: PreparedRun;
  beforeAll(async () => {
    api = await startApi();
    expect((await api.call('GET', '/test-runs/first')).body).toEqual({ exists: false });
    run = await prepareRun(api);
  });
  afterAll(() => api.stop());

  const shop = { project: 'shop', environment: 'test' };
  const cancel = (id: string) => api.done('PATCH', `/test-runs/${id}`, { body: { status: 'CANCELED' } });
  const view = async (id: string) => (await api.call<TestRunView>('GET', `/test-runs/${id}`)).body;

  it('take from the project what the request leaves out', async () => {
    expect(await view(run.testRunId)).toMatchObject({
      number: 1,
      status: 'QUEUED',
      branch: 'master',
      maxRunners: 2,
      priority: 1,
      ignoreQuarantine: false,
      timeouts: { testTimeoutSeconds: 900, timeoutMinutes: 180 },
    });
    expect((await api.call('GET', '/test-runs/first')).body).toEqual({ exists: true });
    const body = { ...shop, branch: 'next', runners: 1, testTimeoutSeconds: 30, timeoutMinutes: 5, priority: 10 };
    const { id } = await api.done('POST', '/test-runs', { body });
    expect(await view(id)).toMatchObject({
      number: 2,
      branch: 'next',
      maxRunners: 1,
      priority: 10,
      timeouts: { testTimeoutSeconds: 30, timeoutMinutes: 5 },
    });
  });

  it('are found by words of theirs, in any order', async () => {
    const search = (text: string) => api.call<SearchAnswer>('GET', `/search?text=${encodeURIComponent(text)}`);
    const { testRuns } = (await search(' #1  SHOP ')).body;
    expect(testRuns).toMatchObject([{ id: run.testRunId, number: 1, branch: 'master', status: 'QUEUED' }]);
    expect((await search('   ')).body).toEqual({ testRuns: [], tests: [] });
    expect((await search('nowhere')).body).toEqual({ testRuns: [], tests: [] });
  });

  it('run each test once, or as often as requested, and so do their reruns', async () => {
    expect(await view(run.testRunId)).toMatchObject({ copies: 1 });
    const { id } = await api.done('POST', '/test-runs', { body: { ...shop, copies: 20 } });
    expect(await view(id)).toMatchObject({ copies: 20 });
    await cancel(id);
    const again = await api.done('POST', `/test-runs/${id}/rerun`, { body: { rerunTestRun: true } });
    expect(await view(again.id)).toMatchObject({ copies: 20, rerunOf: { testRunId: id } });
  });

  it('run every requested test with or without selection rules, as there are none', async () => {
    for (const applyTestSelectionRules of [true, false]) {
      const { id } = await api.done('POST', '/test-runs', { body: { ...shop, applyTestSelectionRules } });
      expect(await view(id)).toMatchObject({ includeTags: [], excludedTags: [], testFilters: [] });
    }
  });

  it('are refused with everything that is wrong at once, whatever finds it', async () => {
    const body = { ...shop, environment: 'no-such', testSuiteId: 'no-such', priority: 11, runners: 999 };
    const refused = (await api.call<ErrorBody>('POST', '/test-runs', { body })).body.errors?.map(({ field }) => field);
    expect(refused?.sort()).toEqual(['environment', 'priority', 'runners', 'testSuiteId']);
  });

  it.each([
    [{ applyTestSelectionRules: 'yes' }, 'applyTestSelectionRules', 'Select an answer'],
    [{ project: '' }, 'project', "Can't be blank"],
    [{ project: 'no-such' }, 'project', 'There is no such project.'],
    [{ environment: undefined }, 'environment', 'You must select an environment'],
    [{ environment: 'no-such' }, 'environment', 'There is no such environment.'],
    [{ runners: 999 }, 'runners', expect.stringMatching(/^Must be between 1 and \d+$/)],
    [{ runners: 'two' }, 'runners', 'Must be a number'],
    [{ timeoutMinutes: 1441 }, 'timeoutMinutes', 'Must be between 1 and 1440 minutes'],
    [{ testTimeoutSeconds: 0 }, 'testTimeoutSeconds', 'Must be between 1 and 10800 seconds'],
    [{ copies: 0 }, 'copies', 'Must be between 1 and 100'],
    [{ copies: 101 }, 'copies', 'Must be between 1 and 100'],
    [{ priority: 11 }, 'priority', 'Must be between 1 and 10'],
    [{ retryFailedTests: 'yes' }, 'retryFailedTests', 'Select an answer'],
    [{ branch: '  ' }, 'branch', "Can't be blank"],
    [{ includeTags: ['ok', ''] }, 'includeTags.1', "Can't be blank"],
  ])('refuse %j with the text of the form', async (change, field, message) => {
    const { status, body } = await api.call<ErrorBody>('POST', '/test-runs', { body: { ...shop, ...change } });
    expect(status).toBe(400);
    expect(body).toMatchObject({ code: 'request.invalid', message: 'Form validation failed' });
    expect(body.errors).toContainEqual({ field, message });
  });

  it('are created once for one Idempotency-Key, even by simultaneous requests', async () => {
    const headers = { 'idempotency-key': 'one-run' };
    const post = () => api.call<CommandAnswer>('POST', '/test-runs', { body: shop, headers });
    const both = await Promise.all([post(), post()]);
    const made = both.filter(({ status }) => status === 201).map(({ body }) => body.id);
    expect(made.length).toBeGreaterThan(0);
    expect((await post()).body.id).toBe(made[0]);
    expect(new Set(made).size).toBe(1);
  });

  it('are canceled once, however often it is requested', async () => {
    const { id } = await api.done('POST', '/test-runs', { body: shop });
    const first = await api.done('PATCH', `/test-runs/${id}`, { body: { status: 'CANCELED' } });
    const again = await api.done('PATCH', `/test-runs/${id}`, { body: { status: 'CANCELED' } });
    expect(again.revision).toBe(first.revision);
    expect(await view(id)).toMatchObject({ status: 'CANCELED', statusDisplay: 'Canceled' });
    await api.done('PATCH', `/test-runs/${id}`, { body: { status: 'PASS' } });
    expect(await view(id)).toMatchObject({ status: 'PASS' });
    const { body: history } = await api.call<HistoryItem[]>('GET', `/test-runs/${id}/history`);
    expect(history.some(({ userEmail }) => userEmail === api.admin.email)).toBe(true);
    const wrong = await api.call<ErrorBody>('PATCH', `/test-runs/${id}`, { body: { status: 'RUNNING' } });
    expect(wrong.body.errors).toEqual([{ field: 'status', message: 'Select an answer' }]);
  });

  it('are rerun as they were', async () => {
    const body = { ...shop, branch: 'feature', ref: 'v1', includeTags: ['@smoke'], priority: 7 };
    const { id } = await api.done('POST', '/test-runs', { body });
    await cancel(id);
    const whole = await api.done('POST', `/test-runs/${id}/rerun`, { body: { rerunTestRun: true } });
    const { state } = await api.eventLog.load(testRunDecider, whole.id as PreparedRun['testRunId']);
    if (state.status === 'none') throw new Error('no rerun');
    expect(state.request).toMatchObject({
      branch: 'feature',
      ref: 'v1',
      includeTags: ['@smoke'],
      priority: 7,
      selectedTests: null,
      rerunOf: { testRunId: id, kind: 'whole', firstTestRunId: id },
    });
    await cancel(whole.id);
    const again = await api.done('POST', `/test-runs/${whole.id}/rerun`, { body: { rerunTestRun: true } });
    // A rerun of a rerun refers to the first run.
    expect((await view(again.id)).rerunOf).toMatchObject({
      testRunId: whole.id,
      kind: 'whole',
      firstTestRunId: id,
    });
  });

  it('cannot be rerun while unfinished, nor for failed tests when none failed', async () => {
    const { id } = await api.done('POST', '/test-runs', { body: shop });
    const rerun = (body: object) => api.call<ErrorBody>('POST', `/test-runs/${id}/rerun`, { body });
    for (const body of [{ rerunFailedTests: true }, { rerunTestRun: true }, { testIds: ['t1'] }]) {
      expect(await rerun(body)).toMatchObject({ status: 409, body: { code: 'testRun.notFinished' } });
    }
    await cancel(id);
    expect(await rerun({ rerunFailedTests: true })).toMatchObject({
      status: 409,
      body: { code: 'testRun.nothingFailed' },
    });
  });

  it.each([[{}], [{ rerunTestRun: true, rerunFailedTests: true }]])('cannot be rerun by %j', async (body) => {
    const answer = await api.call<ErrorBody>('POST', `/test-runs/${run.testRunId}/rerun`, { body });
    expect(answer.status).toBe(400);
    expect(answer.body.errors?.[0]?.message).toMatch(/^Give exactly one of/);
  });

  it('are listed by page and filter, newest first', async () => {
    const list = async (query: string) => (await api.call<TestRunPage>('GET', `/test-runs?${query}`)).body;
    const all = await list('limit=100');
    expect(all.testRuns.length).toBe(all.total);
    const numbers = all.testRuns.map(({ number }) => number);
    expect(numbers).toEqual([...numbers].sort((a, b) => b - a));
    expect((await list('offset=1&limit=2')).testRuns.map(({ id }) => id)).toEqual(
      all.testRuns.slice(1, 3).map(({ id }) => id),
    );
    const canceled = await list('status=CANCELED,PASS');
    expect(canceled.total).toBeGreaterThan(0);
    for (const { status } of canceled.testRuns) expect(['CANCELED', 'PASS']).toContain(status);
    expect((await list('branch=feature,next')).testRuns.map(({ branch }) => branch)).toContain('next');
    expect((await list(`project=shop&environment=${run.environmentId}`)).total).toBe(all.total);
    expect((await list('project=SHOP&environment=Test')).total).toBe(all.total);
    expect((await list('project=elsewhere')).total).toBe(0);
    const today = all.testRuns[0]?.createdAt.slice(0, 10);
    const ofToday = all.testRuns.filter(({ createdAt }) => createdAt.startsWith(`${today}`));
    expect((await list(`date=${today},${today}`)).total).toBe(ofToday.length);
    expect((await list('date=2001-01-01T00:00:00Z,2001-01-02T00:00:00Z')).total).toBe(0);
    expect((await list('date=2001-01-01T00:00:00Z,')).total).toBe(all.total);
    for (const query of ['limit=101', 'status=LOST', 'date=yesterday', 'offset=-1']) {
      expect((await api.call('GET', `/test-runs?${query}`)).status).toBe(400);
    }
  });

  it('are answered with 404 if they do not exist', async () => {
    for (const path of ['', '/results', '/results/t1', '/test-runners', '/history', '/logs', '/logs/setup']) {
      expect((await api.call('GET', `/test-runs/no-such-run${path}`)).status).toBe(404);
    }
    const answer = await api.call<ErrorBody>('PATCH', '/test-runs/no-such-run', { body: { status: 'PASS' } });
    expect(answer).toMatchObject({ status: 404, body: { code: 'testRun.notFound' } });
  });
});
