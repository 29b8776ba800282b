import assert from 'node:assert/strict';
import type { NoticePage, ProjectTestView, TestRenames, TestRunnerView, TestRunView } from '@assay/contract';
import type { Caller } from './caller.ts';
import { eventually } from './eventually.ts';
import type { Repository } from './makeRepository.ts';
import { createEnvironment, createProject, finishedRun, resultsOf, startRun } from './runs.ts';
import { steadyProject } from './steadyTests.ts';
import { zipOf } from './zipOf.ts';

const secret = { key: 'TOKEN', value: 'sesame', encrypted: true, file: false };
const order = { project: steadyProject.key, environment: 'rebuilt' };

export type OneOfEach = {
  accountId: string;
  projectId: string;
  environmentId: string;
  pipelineStageId: string;
  runnerPoolId: string;
  testSuiteId: string;
  buildId: string;
  triggerId: string;
  testPlanId: string;
  workflowId: string;
  alertId: string;
  distributionRuleId: string;
  releaseId: string;
  /** Failed, by an agent, and rerun; staff may read it. */
  testRunId: string;
  /** Of that run, and the agent that it is of. */
  testRunnerId: string;
  agentId: string;
  /** The rerun of its failed tests. */
  rerun: TestRunView;
  /** Of a failed test of the run. */
  testId: string;
};

/**
 * One of each thing that the product has: at least one document for every read model, and a row in every list. The failed
 * run that the rest is about has been followed, reviewed, talked about and rerun.
 */
export async function makeOneOfEach(caller: Caller, repository: Repository): Promise<OneOfEach> {
  const post = async (path: string, body: object) => (await caller.post<{ id: string }>(path, body)).id;
  const environmentId = await createEnvironment(caller, { key: 'rebuilt', name: 'Rebuilt', variables: [secret] });
  await caller.call('PATCH', `/environments/${environmentId}`, { url: 'https://staging.example.org' });
  const projectId = await createProject(caller, { ...steadyProject, gitUrl: repository.path });
  const gone = await createProject(caller, { ...steadyProject, key: 'gone', name: 'Gone', gitUrl: repository.path });
  await caller.call('DELETE', `/projects/${gone}`);

  const runnerPoolId = await post('/runner-pools', { name: 'Large', runnerType: 'LINUX', maxRunners: 2 });
  const invited = { email: 'grace@example.net', firstName: 'Grace', lastName: 'Hopper', roleType: 'USER' };
  await caller.post('/user-roles', invited);
  await caller.post('/account/api-keys', { name: 'Nightly', scope: 'CI' });
  await caller.post('/team', { name: 'Checkout', slackChannel: '#checkout' });
  const pipelineStageId = await post('/pipeline-stages', {
    name: 'Integration',
    testRunPriority: 2,
    variables: [secret],
  });
  const suite = { name: 'Smoke', testTimeoutSeconds: 60, timeoutMinutes: 10 };
  const testSuiteId = await post(`/projects/${projectId}/test-suites`, suite);
  await caller.call('PATCH', `/projects/${projectId}/test-suites/${testSuiteId}`, { includeTags: ['@smoke'] });
  await caller.post(`/projects/${projectId}/deploys`, { environment: 'rebuilt', branch: 'main' });
  await caller.post('/authorizations', { provider: 'Slack', token: 'xoxb-secret-token' });
  await caller.post('/deploy-keys', { gitUrl: 'git@git.example.org:northwind/shop.git' });
  const alertId = await post('/alerts', {
    eventType: 'TESTRUN_FAIL',
    actionType: 'SEND_EMAIL',
    destination: 'ops@example.com',
  });
  const triggerId = await post('/triggers', { type: 'now', projectId, environmentId });
  const testPlanId = await post('/test-plans', { name: 'Gate', key: 'gate' });
  const stages = `/test-plans/${testPlanId}/stages`;
  const stage = await post(stages, { name: 'Smoke' });
  const nowhere = { useDynamicEnvironment: true, dynamicEnvironment: 'nowhere', latestDeploy: true };
  await caller.post(`${stages}/${stage}/suites`, { projectId, testSuiteId, ...nowhere });
  await caller.post(`/test-plans/${testPlanId}/runs`, undefined);

  const units = { orderToApply: 0, ruleType: 'FILE', assignedTo: 'UNIT', includePatterns: ['*.js'] };
  const distributionRuleId = await post('/test-distribution-analysis-rule', units);
  await caller.call('PUT', '/insight/mark', { insightId: '2026-W48.NEW_FLAKY.0123456789abcdef' });
  const workflowId = await post('/workflows', { name: 'To production' });
  await post('/release/release-criteria-template', { text: 'Release notes are written' });
  const releaseId = await post('/release', { title: 'Checkout 2.9', proposedReleaseDate: '2026-11-26' });

  const build = new FormData();
  build.set('name', '1.0.0');
  build.set('file', new Blob([zipOf({ name: 'readme.txt', content: 'nothing to run' })]), 'build.zip');
  const { id: buildId } = await caller.post<{ id: string }>(`/projects/${projectId}/build`, build);

  const upload = new FormData();
  for (const [name, value] of Object.entries({ projectId, environmentId })) upload.set(name, value);
  upload.set('file', new Blob(['<testsuite name="s"><testcase classname="C" name="t"/></testsuite>']), 'r.xml');
  await caller.post('/test-runs-upload', upload);

  await moveTest(caller, environmentId);

  await caller.post('/users/me/notification-settings', { notifyByEmail: true, notifyBySlack: false });
  const followed = await startRun(caller, order);
  await caller.post('/users/me/toggle-follow', { testRunId: followed });
  const first = await finishedRun(caller, followed);
  await eventually(async () => (await caller.get<NoticePage>('/users/me/notices')).unread === 1);
  await caller.post('/users/me/notices/read', {});
  await caller.call('PATCH', `/test-runs/${first.id}`, { status: 'PASS' });
  await caller.call('PUT', '/review/status', {
    reviewType: 'TEST_RUN',
    testRunId: first.id,
    reviewStatusId: 'TEST_BUG',
  });
  // The test history is projected after the results.
  const failing = await eventually(async () => {
    const tests = await caller.get<ProjectTestView[]>(`/projects/${projectId}/tests`);
    return tests.find(({ name }) => name === 'eleven') ?? null;
  });
  await caller.call('PUT', `/projects/${projectId}/tests/${failing.id}/quarantine`, { reason: 'Under repair' });
  const failed = (await resultsOf(caller, first.id)).find(({ status }) => status === 'FAIL');
  const problem = `/projects/${projectId}/problems/${failed?.testRunAnalysisRootCauseId}`;
  await caller.call('PUT', problem, { reviewStatusId: 'PRODUCT_BUG' });
  const message = { text: 'Eleven is under repair' };
  const messageId = await post(`/test-runs/${first.id}/messages`, message);
  await caller.call('PUT', `/messages/${messageId}`, { text: 'Eleven is under repair until Monday' });
  const rerunId = await post(`/test-runs/${first.id}/rerun`, { rerunFailedTests: true });
  const canceled = await startRun(caller, order);
  await caller.call('PATCH', `/test-runs/${canceled}`, { status: 'CANCELED' });
  const rerun = await finishedRun(caller, rerunId);
  const failedAgain = (await resultsOf(caller, rerunId)).find(
    ({ status, quarantined }) => status === 'FAIL' && !quarantined,
  );
  await caller.post(`/test-runs/${rerunId}/analysis`, undefined);
  await caller.post(`/test-runs/${rerunId}/results/${failedAgain?.testId}/analysis`, undefined);
  await caller.post('/employee/access', { testRunId: first.id, reason: 'Asked why a test fails' });
  const [runner] = await caller.get<TestRunnerView[]>(`/test-runs/${first.id}/test-runners`);
  if (!runner) throw new Error('the run had no runner');
  return {
    accountId: caller.accountId,
    projectId,
    environmentId,
    pipelineStageId,
    runnerPoolId,
    testSuiteId,
    buildId,
    triggerId,
    testPlanId,
    workflowId,
    alertId,
    distributionRuleId,
    releaseId,
    testRunId: first.id,
    testRunnerId: runner.id,
    agentId: runner.testRunnerAgentId,
    rerun,
    testId: failed?.testId ?? '',
  };
}

/** A test whose file moves from one upload to the next keeps its history. */
async function moveTest(caller: Caller, environmentId: string): Promise<void> {
  const projectId = await createProject(caller, { ...steadyProject, key: 'moved', name: 'Moved', gitUrl: null });
  const stays = ['starts', 'ends', 'opens', 'closes'].map((name) => `<testcase file="x.spec.ts" name="${name}"/>`);
  for (const folder of ['src', 'test']) {
    const upload = new FormData();
    for (const [name, value] of Object.entries({ projectId, environmentId })) upload.set(name, value);
    const moved = `<testcase file="${folder}/cart.spec.ts" name="adds"/>`;
    upload.set('file', new Blob([`<testsuite>${stays.join('')}${moved}</testsuite>`]), 'r.xml');
    await caller.post('/test-runs-upload', upload);
  }
  await eventually(async () => {
    const { renamed } = await caller.get<TestRenames>(`/projects/${projectId}/renamed-tests`);
    assert.equal(renamed.length, 1);
  });
}
