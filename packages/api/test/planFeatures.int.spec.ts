import {
  type AccountPlan,
  type AlertDeliveryPage,
  type Call,
  callsByArea,
  type ErrorBody,
  includes,
  messages,
  type PlanFeature,
  planFeatures,
  planOf,
  requestOf,
  type TestResultsPage,
  type TestResultView,
  type TestRunView,
  type Tier,
  type TriggerId,
  tiers,
  workflowsFlag,
} from '@assay/contract';
import { openOutgoingGuard } from '@assay/integrations';
import { eventually } from '../../../test/support/eventually.ts';
import { type ReceivingServer, receivingServer } from '../../../test/support/receivingServer.ts';
import { zipOf } from '../../../test/support/zipOf.ts';
import type { Person } from './apiUnderTest.ts';
import { grantStaff } from './grantStaff.ts';
import { type PlanCycle, startPlanCycle } from './planCycle.ts';
import { uploadForm } from './uploadForm.ts';

type Plan = { name: string; tier: Tier | null; legacyPlan: boolean };
const selfHosted: Plan = { name: 'the self-hosted plan', tier: null, legacyPlan: false };
/** The tiers, the plan that predates them, and the self-hosted one. */
const plans: readonly Plan[] = [
  ...tiers.map((tier) => ({ name: `tier ${tier}`, tier, legacyPlan: false })),
  { name: 'the legacy plan', tier: 1, legacyPlan: true },
  selfHosted,
];
const eachPlan = plans.map((plan) => [plan.name, plan] as const);

/** What the one table says of an account with the plan, for whom quality workflows are enabled. */
function included({ tier, legacyPlan }: Plan, feature: PlanFeature): boolean {
  const { tier: currentPlan, features, flags, ...plan }: AccountPlan = planOf(tier, legacyPlan);
  return includes({ ...plan, currentPlan, currentPlanFeatures: features, flags: [...flags, workflowsFlag] }, feature);
}

const gated = Object.values(callsByArea)
  .flatMap((area): Call[] => Object.values(area))
  .flatMap((call) => (call.feature === undefined ? [] : [{ call, feature: call.feature }]));
/** No call is about these alone. */
const withinCalls: readonly PlanFeature[] = ['recordings', 'runnerPools', 'windowsPools'];

const lacking = { code: 'plan.lacksFeature', message: 'The plan of the account does not include this.' };

describe('the table of plans', () => {
  let { api, ids, post }: PlanCycle = {} as PlanCycle;
  let staff: Person;
  let hooks: ReceivingServer;
  const triggers = { suite: '', plan: '' };
  beforeAll(async () => {
    hooks = await receivingServer();
    const guard = openOutgoingGuard(['127.0.0.1']);
    const cycle = await startPlanCycle({ flags: `${workflowsFlag}=on`, guard });
    ({ api, ids, post } = cycle);
    staff = await api.newAccount('provider');
    await grantStaff(api, staff);
    const testPlanId = await cycle.newPlan();
    await cycle.newSuite(testPlanId, await cycle.newStage(testPlanId));
    const { projectId, environmentId } = ids;
    const afterDeploy = { settleSeconds: 0, overlap: 'allow', deployedProjectIds: ['0'] };
    triggers.suite = await post('/triggers', { ...afterDeploy, name: 'Run', type: 'deploy', projectId, environmentId });
    triggers.plan = await post('/triggers', { ...afterDeploy, name: 'Plan', type: 'testPlanDeploy', testPlanId });
  });
  afterAll(async () => {
    await api.stop();
    await hooks.stop();
  });

  async function moveTo({ tier, legacyPlan }: Plan): Promise<void> {
    await api.done('PUT', `/employee/accounts/${api.admin.accountId}/plan`, { as: staff, body: { tier, legacyPlan } });
    await api.caughtUp();
  }
  /** About things that do not exist: whether the plan includes a call is decided before. */
  function ask(call: Call) {
    const { method, path, body } = requestOf(call, call.example);
    if (!call.mediaType) return api.call<ErrorBody>(method, path, { body });
    const headers = { 'content-type': `${call.mediaType}; boundary=x` };
    return api.call<ErrorBody>(method, path, { body: Buffer.from('--x--'), headers });
  }
  /** The newest of both triggers, which the plan may not let people read. */
  const slots = async () => {
    const models = api.readModels.of(api.admin.accountId);
    const views = await Promise.all(
      [triggers.suite, triggers.plan].map((id) => models.trigger(id as TriggerId, new Date())),
    );
    return views.flatMap((view) => view?.slots ?? []);
  };
  /** Uploads a test that names a video. */
  const uploadVideo = async () => {
    const name = 'out/pay.webm';
    const report = `<testsuite name="s"><testcase classname="Cart" name="pays"><system-out>[[ATTACHMENT|${name}]]</system-out></testcase></testsuite>`;
    const files = [
      { name: 'r.xml', content: report },
      { name, content: 'video' },
    ];
    const answer = await uploadForm(api, { projectId: ids.projectId, environmentId: ids.environmentId }, [
      { name: 'r.zip', content: zipOf(...files) },
    ]);
    expect(answer).toMatchObject({ status: 201 });
    return answer.body;
  };
  const videosOf = async (testRunId: string) => {
    const { body: page } = await api.call<TestResultsPage>('GET', `/test-runs/${testRunId}/results`);
    const { body } = await api.call<TestResultView>('GET', `/test-runs/${testRunId}/results/${page.tests[0]?.testId}`);
    return body.attemptsDetail.flatMap(({ videos }) => videos.map(({ name }) => name));
  };
  const uploadFailure = async () => {
    const content =
      '<testsuite name="s"><testcase classname="C" name="a"><failure message="no"/></testcase></testsuite>';
    const { projectId, environmentId } = ids;
    const answer = await uploadForm(api, { projectId, environmentId }, [{ name: 'r.xml', content }]);
    expect(answer).toMatchObject({ status: 201 });
    return answer.body.id;
  };

  it('has calls for each feature, except for those that are part of others', () => {
    const found = new Set([...gated.map(({ feature }) => feature), ...withinCalls]);
    expect([...found].sort()).toEqual([...planFeatures].sort());
  });

  it.each(eachPlan)('refuses exactly the calls that %s does not include', async (_, plan) => {
    await moveTo(plan);
    const wrong: string[] = [];
    for (const { call, feature } of gated) {
      const { status, body } = await ask(call);
      const isRefused = status === 403 && body.code === lacking.code && body.message === lacking.message;
      const isAnswered = status < 500 && status !== 401 && status !== 403;
      if (included(plan, feature) ? !isAnswered : !isRefused) {
        wrong.push(`${feature}: ${call.method} ${call.path} answers ${status} ${body?.code}`);
      }
    }
    expect(wrong).toEqual([]);
  });

  it.each(eachPlan)('opens Windows runner pools on %s, or says why not', async (name, plan) => {
    await moveTo(plan);
    const body = { name: `Windows of ${name}`, runnerType: 'WINDOWS', maxRunners: 1 };
    const answer = await api.call<ErrorBody>('POST', '/runner-pools', { body });
    if (included(plan, 'windowsPools')) expect(answer).toMatchObject({ status: 201 });
    else expect(answer.body.errors).toEqual([{ field: 'runnerType', message: messages.planWithoutWindows }]);
  });

  it.each(eachPlan)('has triggers start what %s includes, and say what they did not start', async (_, plan) => {
    await moveTo(plan);
    const before = new Set((await slots()).map(({ id }) => id));
    // Deploys themselves are part of every plan.
    await post(`/projects/${ids.projectId}/deploys`, { environment: 'test', branch: 'main' });
    const [run, planRun] = await eventually(async () => {
      const settled = (await slots()).filter(
        ({ id, outcome, testRun, testPlanRun }) => !before.has(id) && (outcome === 'refused' || testRun || testPlanRun),
      );
      return settled.length === 2 ? settled : null;
    });
    const wanted = (isIncluded: boolean) =>
      isIncluded ? { outcome: 'fired', message: null } : { outcome: 'refused', message: lacking.message };
    expect(run).toMatchObject(wanted(included(plan, 'triggers') && included(plan, 'ownRunners')));
    expect(planRun).toMatchObject(wanted(included(plan, 'triggers') && included(plan, 'testPlans')));
  });

  it.each(eachPlan)('has runs record videos, and shows earlier ones, where %s includes them', async (_, plan) => {
    await moveTo(selfHosted);
    const before = await uploadVideo();
    await moveTo(plan);
    const isIncluded = included(plan, 'recordings');
    expect(await videosOf(before.id)).toEqual(isIncluded ? ['pay.webm'] : []);
    if (included(plan, 'ownRunners')) {
      const run = await api.done('POST', '/test-runs', { body: { project: 'shop', environment: 'test' } });
      expect((await api.call<TestRunView>('GET', `/test-runs/${run.id}`)).body.recordVideo).toBe(isIncluded);
      await api.done('PATCH', `/test-runs/${run.id}`, { body: { status: 'CANCELED' } });
    }
    if (!included(plan, 'upload')) return;
    const upload = await uploadVideo();
    expect(upload.leftOut).toEqual(isIncluded ? [] : ['out/pay.webm']);
    await moveTo(selfHosted);
    expect(await videosOf(upload.id)).toEqual(isIncluded ? ['pay.webm'] : []);
    expect(await videosOf(before.id)).toEqual(['pay.webm']);
  });

  const unalerted = eachPlan.filter(([, plan]) => included(plan, 'upload') && !included(plan, 'alerts'));
  it.each(unalerted)('sends no alerts on %s', async (_, plan) => {
    await moveTo(selfHosted);
    const body = { eventType: 'TESTRUN_FAIL', actionType: 'TRIGGER_WEBHOOK', destination: hooks.url };
    const { id } = await api.done('POST', '/alerts', { body });
    await moveTo(plan);
    await uploadFailure();
    await moveTo(selfHosted);
    const alerted = await uploadFailure();
    const deliveries = await eventually(async () => {
      const { body: page } = await api.call<AlertDeliveryPage>('GET', `/alerts/${id}/deliveries`);
      return page.deliveries.length > 0 ? page.deliveries : null;
    });
    expect(deliveries.map(({ testRunId }) => testRunId)).toEqual([alerted]);
  });
});
