import type { EnvironmentView, TestPlanRunView, TestRunView } from '@assay/contract';
import { isOver, type PlanCycle, startPlanCycle, statusesOf, suitesOf } from './planCycle.ts';

const [deployed, newer, edited] = ['c', 'd', 'e'].map((letter) => letter.repeat(40)) as [string, string, string];

describe('what a run of a test plan tests, and where', () => {
  let plans: PlanCycle;
  beforeAll(async () => {
    plans = await startPlanCycle();
  });
  afterAll(() => plans.api.stop());

  const deploy = (commit: string) =>
    plans.post(`/projects/${plans.ids.projectId}/deploys`, { environment: 'test', branch: 'main', commit });
  const newEnvironment = (key: string) => plans.post('/environments', { name: key, key });
  /** @returns the plan run once the suite at the place has begun */
  const begun = (plan: string, run: string, place: number): Promise<TestPlanRunView> =>
    plans.until(plan, run, (view) => suitesOf(view)[place]?.testRun !== null);
  async function environmentOf(testRunId: string | null | undefined): Promise<string> {
    const { body } = await plans.api.call<TestRunView>('GET', `/test-runs/${testRunId}`);
    const { body: known } = await plans.api.call<EnvironmentView[]>('GET', '/environments');
    return known.find(({ id }) => id === body.environmentId)?.key ?? '';
  }

  it('is the environment that a dynamic one names, also one that is made when the plan already runs', async () => {
    await newEnvironment('review-feature-cart');
    const plan = await plans.newPlan();
    const dynamic = (text: string) => ({
      environmentId: null,
      useDynamicEnvironment: true,
      dynamicEnvironment: text,
      branch: 'feature/cart',
      commit: deployed,
    });
    await plans.newSuite(plan, await plans.newStage(plan), dynamic('review-{branch}'));
    await plans.newSuite(plan, await plans.newStage(plan, { name: 'Later' }), dynamic('later-{branch}'));
    const run = await plans.post(`/test-plans/${plan}/runs`);
    const [first] = suitesOf(await begun(plan, run, 0));
    expect(await environmentOf(first?.testRunId)).toBe('review-feature-cart');
    await newEnvironment('later-feature-cart');
    await plans.runNext('PASS');
    const [, second] = suitesOf(await begun(plan, run, 1));
    expect(await environmentOf(second?.testRunId)).toBe('later-feature-cart');
    await plans.runNext('PASS');
    expect(await plans.until(plan, run, isOver)).toMatchObject({ status: 'completed', passed: true });
  });

  it('stays as it was when the plan began, though a newer deploy comes and the plan is edited meanwhile', async () => {
    const plan = await plans.newPlan();
    await plans.newSuite(plan, await plans.newStage(plan), { latestDeploy: true });
    const after = await plans.newStage(plan, { name: 'After', executionType: 'Sequential' });
    await plans.newSuite(plan, after, { latestDeploy: true });
    const named = await plans.newSuite(plan, after, { commit: deployed });
    await deploy(deployed);
    const run = await plans.post(`/test-plans/${plan}/runs`);
    expect(suitesOf(await begun(plan, run, 0))[0]).toMatchObject({ commit: deployed });

    await deploy(newer);
    await plans.api.done('PATCH', `/test-plans/${plan}/stages/${after}/suites/${named}`, { body: { commit: edited } });
    await plans.runNext('PASS');
    expect(suitesOf(await begun(plan, run, 1))[1]).toMatchObject({ commit: deployed });
    await plans.runNext('PASS');
    expect(suitesOf(await begun(plan, run, 2))[2]).toMatchObject({ commit: deployed });
    await plans.runNext('PASS');
    expect(statusesOf(await plans.until(plan, run, isOver))).toEqual(['pass', 'pass', 'pass']);

    const next = await plans.post(`/test-plans/${plan}/runs`);
    const view = await begun(plan, next, 0);
    expect(suitesOf(view)[0]).toMatchObject({ commit: newer });
    await plans.post(`/test-plans/${plan}/runs/${next}/cancel`);
    await plans.until(plan, next, isOver);
  });
});
