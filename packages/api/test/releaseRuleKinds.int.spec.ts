import type { CriterionRule, ErrorBody, ReleaseCriterionView, ReleaseView, TestPlanRunView } from '@assay/contract';
import { isOver, type PlanCycle, startPlanCycle } from './planCycle.ts';
import { uploadForm } from './uploadForm.ts';
import { passed, suite } from './uploadsUnderTest.ts';

const templatePath = '/release/release-criteria-template';
const [shipped, other, older, newest] = ['a', 'b', '1', '2'].map((digit) => digit.repeat(40)) as [
  string,
  string,
  string,
  string,
];
const flaky = (name: string) =>
  `<testcase classname="shop.Cart" name="${name}" time="1"><flakyFailure message="late">at cart.js:7</flakyFailure></testcase>`;

describe('rules of releases', () => {
  let plans: PlanCycle;
  beforeAll(async () => {
    plans = await startPlanCycle();
  });
  afterAll(() => plans.api.stop());

  const nothing = { testSuiteId: null, environmentId: null, maxAgeHours: null };
  const template = (rule: object) =>
    plans.api.call<ErrorBody & { id: string }>('POST', templatePath, { body: { text: 'It answers itself', rule } });
  /** @returns the id of a release whose only criterion has the rule */
  async function releaseOf(
    rule: Partial<CriterionRule>,
    commit: string,
    projectId: string = plans.ids.projectId,
  ): Promise<string> {
    const { body, status } = await template({ ...nothing, ...rule });
    expect(status).toBe(201);
    await plans.api.caughtUp();
    const ships = [{ projectId, commit }];
    const id = await plans.post('/release', { title: 'Checkout 3', ships });
    await plans.api.done('DELETE', `${templatePath}/${body.id}`);
    return id;
  }
  async function answerOf(id: string): Promise<[string | undefined, string | undefined, string[]]> {
    const { body } = await plans.api.call<ReleaseCriterionView[]>('GET', `/release/${id}/release-criteria`);
    const answer = body[0]?.answer;
    const evidence = answer?.evidence.map(
      ({ title, answer: one, testRunId }) => `${title} ${one} ${testRunId !== null}`,
    );
    return [answer?.answer, answer?.reason, evidence ?? []];
  }
  const start = (plan: string) => plans.post(`/test-plans/${plan}/runs`);
  const until = (plan: string, run: string, met: (view: TestPlanRunView) => boolean) => plans.until(plan, run, met);

  it('ask for the newest run of a plan on the shipped versions, which has to pass as a whole', async () => {
    const plan = await plans.newPlan();
    const stage = await plans.newStage(plan, { executionType: 'Sequential' });
    const tested = await plans.newSuite(plan, stage, { commit: shipped });
    const id = await releaseOf({ kind: 'planPasses', testPlanId: plan as never }, shipped);
    const name = 'Plan 1';
    expect(await answerOf(id)).toEqual(['noEvidence', `No run of ${name} on the shipped versions`, []]);

    const failing = await start(plan);
    await until(plan, failing, ({ stages }) => stages[0]?.suites[0]?.testRunId != null);
    expect(await answerOf(id)).toEqual(['pending', `${name} is in progress`, ['Smoke pending true']]);
    await plans.runNext('FAIL');
    await until(plan, failing, isOver);
    expect(await answerOf(id)).toEqual(['notMet', `${name} failed: 1 of 1 suites`, ['Smoke notMet true']]);

    const passing = await start(plan);
    await plans.runNext('PASS');
    await until(plan, passing, isOver);
    expect(await answerOf(id)).toEqual(['met', `${name} passed: 1 suite`, ['Smoke met true']]);

    // A run of another version tells nothing about this one.
    await plans.api.done('PATCH', `/test-plans/${plan}/stages/${stage}/suites/${tested}`, { body: { commit: other } });
    const elsewhere = await start(plan);
    await plans.runNext('FAIL');
    await until(plan, elsewhere, isOver);
    expect((await answerOf(id))[0]).toBe('met');
    await plans.newSuite(plan, stage, { commit: other });
    expect(await answerOf(id)).toEqual(['noEvidence', `${name} has other suites than at its run`, ['Smoke met true']]);
    await plans.api.done('DELETE', `/test-plans/${plan}`);
    expect(await answerOf(id)).toEqual(['noEvidence', 'The test plan was deleted', []]);
  });

  it('do not count passes after a retry unless they are asked to', async () => {
    const commit = '7'.repeat(40);
    const lenient = await releaseOf({ kind: 'runsPass' }, commit);
    const strict = await releaseOf({ kind: 'runsPass', flakyPassesCount: false }, commit);
    const fields = { ...plans.ids, commit };
    await uploadForm(plans.api, fields, [{ name: 'flaky.xml', content: suite(flaky('adds'), passed('pays')) }]);
    expect((await answerOf(lenient))[0]).toBe('met');
    expect((await answerOf(strict)).slice(0, 2)).toEqual([
      'notMet',
      expect.stringMatching(/#\d+ passed, but 1 test only after a retry$/),
    ]);
    const { status, body } = await template({ ...nothing, kind: 'nothingNewlyFlaky', flakyPassesCount: false });
    expect([status, body.errors]).toEqual([400, [{ field: 'rule', message: 'Invalid value' }]]);
  });

  it('ask that no test has become flaky since the last Go', async () => {
    const { environmentId } = plans.ids;
    const cart = { name: 'Cart', key: 'cart', gitUrl: '/repositories/cart', testingFramework: 'Playwright' };
    const projectId = await plans.post('/projects', cart);
    const upload = (commit: string, ...cases: string[]) =>
      uploadForm(plans.api, { projectId, environmentId, commit }, [{ name: 'cart.xml', content: suite(...cases) }]);
    const earlier = await releaseOf({ kind: 'nothingNewlyFlaky' }, older, projectId);
    expect(await answerOf(earlier)).toEqual(['noEvidence', 'No run of this commit', []]);
    await upload(older, flaky('adds'), passed('pays'));
    const [answer, reason, [cited]] = await answerOf(earlier);
    expect([answer, reason]).toEqual(['notMet', '1 test has become flaky: adds']);
    expect(cited).toBe('adds notMet true');
    await plans.api.done('PUT', `/release/${earlier}`, { body: { decision: 'Go', reason: 'Known' } });

    const next = await releaseOf({ kind: 'nothingNewlyFlaky' }, newest, projectId);
    await upload(newest, flaky('adds'), passed('pays'));
    expect((await answerOf(next)).slice(0, 2)).toEqual(['met', 'No test has become flaky since the last Go']);
    await upload(newest, flaky('adds'), flaky('pays'));
    expect((await answerOf(next)).slice(0, 2)).toEqual(['notMet', '1 test has become flaky: pays']);
    const { body } = await plans.api.call<ReleaseView>('GET', `/release/${next}`);
    expect(body.completedCount).toBe(0);
  });

  it.each([
    [{ kind: 'planPasses' }, 'You must select a Test Plan'],
    [{ kind: 'planPasses', testPlanId: 'unknown' }, 'You must select a Test Plan'],
    [{ kind: 'runsPass', testPlanId: 'unknown' }, 'Invalid value'],
    [{ kind: 'nothingNewlyFlaky', testSuiteId: 'unknown' }, 'Invalid value'],
    [{ kind: 'planPasses', testPlanId: 'unknown', environmentId: 'unknown' }, 'Invalid value'],
  ])('refuse %j', async (rule, message) => {
    const { status, body } = await template({ ...nothing, ...rule });
    expect([status, body.errors]).toEqual([400, [{ field: 'rule', message }]]);
  });
});
