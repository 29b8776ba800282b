import type {
  ErrorBody,
  RunTriggerAnswer,
  TestPlanRunPage,
  TestPlanView,
  TestRunView,
  TriggerView,
} from '@assay/contract';
import type { ApiUnderTest, Person } from './apiUnderTest.ts';
import { isOver, type PlanCycle, startPlanCycle, statusesOf, suitesOf } from './planCycle.ts';

const commit = 'c'.repeat(40);

describe('test plans', () => {
  let api: ApiUnderTest;
  let ids: PlanCycle['ids'];
  let { post, entry, newPlan, newStage, newSuite, planOf, until, runNext, cycle } = {} as PlanCycle;
  let grace: Person;
  beforeAll(async () => {
    ({ api, ids, post, entry, newPlan, newStage, newSuite, planOf, until, runNext, cycle } = await startPlanCycle());
    grace = await api.newPerson(api.admin.accountId, 'USER');
  });
  afterAll(() => api.stop());

  const arrangement = async (id: string) =>
    (await planOf(id)).stages.map(({ name, suites }) => [name, ...suites.map(({ branch }) => branch)].join(' '));
  const refusals = async (path: string, body: object) =>
    (await api.call<ErrorBody>('POST', path, { body })).body.errors?.map(({ field, message }) => [field, message]);

  const cancel = async (testRunId: string | null | undefined) => cycle.cancel(testRunId ?? '');

  it('are listed by name, found by key, changed and taken out of use, which frees their key', async () => {
    const body = { name: 'Release gate', key: 'release-gate', goal: 'Nothing ships broken' };
    const id = await post('/test-plans', body);
    const { body: list } = await api.call<TestPlanView[]>('GET', '/test-plans', { as: grace });
    expect(list).toContainEqual(expect.objectContaining({ id, ...body, hasTestSuites: false, lastExecutedAt: null }));
    expect(await refusals('/test-plans', { name: '', key: 'release-gate' })).toEqual([
      ['name', "Can't be blank"],
      ['key', 'This key is already in use'],
    ]);
    const { revision } = await planOf(id);
    const headers = { 'if-match': revision };
    await api.done('PATCH', `/test-plans/${id}`, { body: { goal: null, key: 'gate' }, headers });
    expect((await api.call('PATCH', `/test-plans/${id}`, { body: { goal: 'x' }, headers })).status).toBe(412);
    expect(await planOf(id)).toMatchObject({ name: 'Release gate', key: 'gate', goal: null });
    await api.done('DELETE', `/test-plans/${id}`);
    expect(await planOf(id)).toMatchObject({ archived: true });
    await post('/test-plans', { name: 'Another', key: 'gate' });
    expect((await api.call('POST', `/test-plans/${id}/runs`)).status).toBe(404);
  });

  it('are arranged in stages, whose suites move within them and across, also when they are broken', async () => {
    const plan = await newPlan();
    const last = await newStage(plan, { name: 'Last', executionType: 'Sequential', alwaysRun: true });
    const first = await newStage(plan, { name: 'First', order: 1 });
    for (const branch of ['b', 'c']) await newSuite(plan, last, { branch });
    const suite = await newSuite(plan, last, { branch: 'a', order: 1 });
    expect(await arrangement(plan)).toEqual(['First', 'Last a b c']);
    const change = (stage: string, body: object) =>
      api.done('PATCH', `/test-plans/${plan}/stages/${stage}/suites/${suite}`, { body });
    await change(last, { order: 3 });
    expect(await arrangement(plan)).toEqual(['First', 'Last b c a']);
    await change(last, { testPlanStageId: first, branch: 'a2' });
    await api.done('PATCH', `/test-plans/${plan}/stages/${first}`, { body: { order: 2, stopAtFailure: true } });
    expect(await arrangement(plan)).toEqual(['Last b c', 'First a2']);
    expect(await planOf(plan)).toMatchObject({
      hasTestSuites: true,
      suiteCount: 3,
      stages: [{}, { stopAtFailure: true }],
    });
    const elsewhere = await api.call<ErrorBody>('DELETE', `/test-plans/${plan}/stages/${last}/suites/${suite}`);
    expect(elsewhere).toMatchObject({ status: 404, body: { code: 'testPlan.suiteNotFound' } });
    await api.done('DELETE', `/test-plans/${plan}/stages/${first}/suites/${suite}`);
    await api.done('DELETE', `/test-plans/${plan}/stages/${last}`);
    expect(await arrangement(plan)).toEqual(['First']);
  });

  it('refuse suites with the texts of the form, all at once, and keep nothing that a choice leaves unused', async () => {
    const plan = await newPlan();
    const stage = await newStage(plan);
    const suites = `/test-plans/${plan}/stages/${stage}/suites`;
    expect(await refusals(suites, {})).toEqual([
      ['projectId', "Can't be blank"],
      ['testSuiteId', "Can't be blank"],
      ['environmentId', 'You must select an environment'],
    ]);
    expect(await refusals(suites, { projectId: ids.projectId, testSuiteId: 'gone' })).toEqual([
      ['testSuiteId', 'No suite found'],
      ['environmentId', 'You must select an environment'],
      ['branch', 'You must select a branch'],
    ]);
    const builds = { name: 'Built', key: 'built', testingFramework: 'Playwright', gitUrl: null };
    const built = { projectId: await post('/projects', builds) };
    const suite = { name: 'Smoke', testTimeoutSeconds: 60, timeoutMinutes: 10 };
    const ofBuilt = { ...built, testSuiteId: await post(`/projects/${built.projectId}/test-suites`, suite) };
    expect(await refusals(suites, entry(ofBuilt))).toEqual([['buildId', 'You must select a build']]);
    const dynamic = { useDynamicEnvironment: true, dynamicEnvironment: 'review-{pr}' };
    expect(await refusals(suites, entry(dynamic))).toEqual([
      ['dynamicEnvironment', 'Only {branch} and {build} stand for something'],
    ]);
    await newSuite(plan, stage, { ...dynamic, dynamicEnvironment: 'test', latestDeploy: true });
    const { stages } = await planOf(plan);
    expect(stages[0]?.suites[0]).toMatchObject({
      environmentId: null,
      dynamicEnvironment: 'test',
      latestDeploy: true,
      branch: null,
    });
  });

  it('run stage by stage on one commit of the branch, and say how each suite came out', async () => {
    const plan = await newPlan();
    const smoke = await newStage(plan);
    for (const _ of ['one', 'two']) await newSuite(plan, smoke);
    await newSuite(plan, await newStage(plan, { name: 'Regression' }));
    const run = await post(`/test-plans/${plan}/runs`, undefined, grace);
    const begun = await until(plan, run, (view) => suitesOf(view)[0]?.testRun !== null);
    // The second one waits for the commit that the first one finds.
    expect(statusesOf(begun)).toEqual(['running', 'pending', 'pending']);
    expect(begun).toMatchObject({ status: 'Running', startedBy: 'Grace USER', createdBy: { id: grace.userId } });
    for (let count = 0; count < 3; count++) await runNext('PASS');
    const done = await until(plan, run, isOver);
    expect(done).toMatchObject({
      status: 'completed',
      passed: true,
      stageTotals: { total: 2, pass: 2, fail: 0, skipped: 0 },
      totals: { testCount: 3, passCount: 3, failCount: 0 },
    });
    for (const suite of suitesOf(done)) expect(suite).toMatchObject({ status: 'pass', commit, environment: 'Test' });
    const [, second] = suitesOf(done);
    const { body: testRun } = await api.call<TestRunView>('GET', `/test-runs/${second?.testRunId}`);
    expect(testRun).toMatchObject({ commit, testSuiteId: ids.testSuiteId, createdBy: { fullName: 'Test plan' } });
    const { body: page } = await api.call<TestPlanRunPage>('GET', `/test-plans/${plan}/runs?page=1&limit=10`);
    expect(page).toMatchObject({ total: 1, testPlanRuns: [{ id: run }] });
    expect(await planOf(plan)).toMatchObject({
      lastRun: { id: run, passed: true },
      stages: [{}, { suites: [{ lastResult: { status: 'pass' } }] }],
    });
  });

  it('after a failure run only what always runs; what did not pass is rerun, and the rest follows', async () => {
    const plan = await newPlan();
    const smoke = await newStage(plan);
    await newSuite(plan, smoke, { commit });
    await newSuite(plan, smoke, {
      commit,
      latestDeploy: true,
      useDynamicEnvironment: true,
      dynamicEnvironment: 'later',
    });
    await newSuite(plan, await newStage(plan, { name: 'Regression' }), { commit });
    await newSuite(plan, await newStage(plan, { name: 'Clean up', alwaysRun: true }), { commit });
    const run = await post(`/test-plans/${plan}/runs`);
    await runNext('FAIL');
    await runNext('PASS');
    const failed = await until(plan, run, isOver);
    expect(statusesOf(failed)).toEqual(['fail', 'error', 'skipped', 'pass']);
    expect(failed).toMatchObject({
      passed: false,
      stageTotals: { total: 3, pass: 1, fail: 1, skipped: 1 },
      stages: [{ status: 'fail' }, { status: 'skipped', skippedAfter: 'Smoke' }, { status: 'pass' }],
    });
    expect(suitesOf(failed)[1]).toMatchObject({ isError: true, message: 'There is no such environment.' });
    const [suite] = suitesOf(failed);
    const again = { body: { testPlanSuiteIds: [suite?.testPlanSuiteId] } };
    await api.done('POST', `/test-plans/${plan}/runs/${run}/rerun`, again);
    await runNext('PASS');
    const rerun = await until(plan, run, isOver);
    expect(suitesOf(rerun)[0]).toMatchObject({ status: 'pass', attempts: [{ status: 'fail' }, { status: 'pass' }] });
    const refused = await api.call<ErrorBody>('POST', `/test-plans/${plan}/runs/${run}/rerun`, {
      body: { testPlanSuiteIds: [suitesOf(rerun)[2]?.testPlanSuiteId] },
    });
    expect(refused).toMatchObject({ status: 409, body: { code: 'testPlanRun.suiteNotEnded' } });
  });

  it('are stopped for good, and say by whom', async () => {
    const plan = await newPlan();
    await newSuite(plan, await newStage(plan));
    await newSuite(plan, await newStage(plan, { alwaysRun: true }));
    const { key } = await api.done<{ key: string }>('POST', '/account/api-key');
    const cli = { token: key, accountId: api.admin.accountId };
    const stop = async (by: typeof cli | Person) => {
      const run = await post(`/test-plans/${plan}/runs`, undefined, by);
      await until(plan, run, (view) => suitesOf(view)[0]?.testRun !== null);
      await post(`/test-plans/${plan}/runs/${run}/cancel`, undefined, by);
      // The run is shown from another read model than the suite.
      return until(plan, run, (view) => {
        const [suite] = suitesOf(view);
        return suite?.status === 'canceled' && suite.testRun?.status === 'CANCELED';
      });
    };
    const byGrace = await stop(grace);
    expect(byGrace).toMatchObject({
      status: 'Canceled',
      passed: null,
      canceledBy: grace.email,
      startedBy: 'Grace USER',
    });
    expect(statusesOf(byGrace)).toEqual(['canceled', 'skipped']);
    expect(byGrace.stages.map((stage) => stage.skippedAfter)).toEqual([null, null]);
    const { testRun } = suitesOf(byGrace)[0] ?? {};
    expect(testRun).toMatchObject({ status: 'CANCELED' });
    expect(await stop(cli)).toMatchObject({ statusUpdatedBy: null, canceledBy: 'CLI', startedBy: 'CLI' });
    const over = await api.call<ErrorBody>('POST', `/test-plans/${plan}/runs/${byGrace.id}/rerun`, {
      body: { failed: true },
    });
    expect(over).toMatchObject({ status: 409, body: { code: 'testPlanRun.canceled' } });
  });

  it('are refused while they have no suites', async () => {
    const plan = await newPlan();
    await newStage(plan);
    const answer = await api.call<ErrorBody>('POST', `/test-plans/${plan}/runs`);
    expect(answer).toMatchObject({ status: 409, body: { code: 'testPlan.withoutSuites' } });
  });

  it('are started by triggers: by Run Now, and after deploys', async () => {
    const plan = await newPlan();
    await newSuite(plan, await newStage(plan), { latestDeploy: true });
    const onDeploy = {
      name: 'Gate',
      type: 'testPlanDeploy',
      testPlanId: plan,
      deployedProjectIds: ['0'],
      settleSeconds: 0,
    };
    const trigger = await post('/triggers', { ...onDeploy, overlap: 'allow' });
    const now = await api.done<RunTriggerAnswer>('POST', `/triggers/${trigger}/run-now`, { body: {} });
    expect(now).toMatchObject({ testRunId: null, testPlanRunId: expect.any(String) });
    const refused = await until(plan, now.testPlanRunId ?? '', isOver);
    expect(refused).toMatchObject({ trigger: { id: trigger, name: 'Gate' }, startedBy: 'Gate' });
    expect(suitesOf(refused)[0]).toMatchObject({ status: 'error', message: 'No latest deploy of Shop in Test' });
    await api.done('POST', `/projects/${ids.projectId}/deploys`, {
      body: { environment: 'test', branch: 'main', commit },
    });
    for (;;) {
      const { body } = await api.call<TestPlanRunPage>('GET', `/test-plans/${plan}/runs`);
      if (body.total < 2) continue;
      const view = await until(plan, body.testPlanRuns[0]?.id ?? '', (each) => suitesOf(each)[0]?.testRun !== null);
      expect(suitesOf(view)[0]).toMatchObject({ branch: 'main', commit });
      await cancel(suitesOf(view)[0]?.testRunId);
      break;
    }
    const { body: shown } = await api.call<TriggerView>('GET', `/triggers/${trigger}`);
    expect(shown).toMatchObject({
      testPlan: { id: plan },
      slots: [
        { cause: 'deploy', testPlanRun: { testPlanId: plan } },
        { cause: 'person', testPlanRun: { passed: false } },
      ],
    });
  });
});
