import type { NoticePage, ProjectTestView, TestRunView } from '@assay/contract';
import { startBuilt } from '../support/builtProcess.ts';
import { type Caller, signIn } from '../support/caller.ts';
import { eventually } from '../support/eventually.ts';
import { admin, type Installation, startInstallation } from '../support/installation.ts';
import type { Repository } from '../support/makeRepository.ts';
import { createEnvironment, createProject, finishedRun, outcomesOf, resultsOf, startRun } from '../support/runs.ts';
import { makeSteadyTests, steadyOutcomes, steadyProject } from '../support/steadyTests.ts';
import { zipOf } from '../support/zipOf.ts';
import { startProjectorAlone } from './projectorAlone.ts';

const readModels = [
  'accessFacts',
  'accounts',
  'agents',
  'alerts',
  'apiKeys',
  'auditEntries',
  'authorizations',
  'builds',
  'deploys',
  'environments',
  'expiredDetails',
  'failures',
  'importedResults',
  'insightMarks',
  'invitations',
  'notices',
  'people',
  'pipelineStages',
  'problems',
  'projectTests',
  'projects',
  'reviews',
  'runStats',
  'runnerPools',
  'setAsideReactions',
  'teams',
  'testDistributionRules',
  'testPlanRuns',
  'testPlans',
  'testRunDetails',
  'testRunFollowers',
  'testRunHistory',
  'testRunMessages',
  'testRunSummaries',
  'testRunTests',
  'testStats',
  'testSuites',
  'triggers',
  'userActions',
  'workflows',
];
/** This history has no failed reactions, and nothing in it is old enough to go; specs of their own cover those. */
const leftEmpty = ['expiredDetails', 'setAsideReactions'];
const order = { project: steadyProject.key, environment: 'rebuilt' };

let repository: Repository;
let installation: Installation;
let caller: Caller;

beforeAll(async () => {
  repository = await makeSteadyTests();
  installation = await startInstallation();
  caller = await signIn(installation.url, admin);
});
afterAll(async () => {
  await installation.stop();
  await installation.remove();
  await repository.remove();
});

/** At least one document for every read model. */
async function makeHistory(): Promise<void> {
  const environmentId = await createEnvironment(caller, { key: 'rebuilt', name: 'Rebuilt', variables: [secret] });
  await caller.call('PATCH', `/environments/${environmentId}`, { url: 'https://staging.example.org' });
  const projectId = await createProject(caller, { ...steadyProject, gitUrl: repository.path });
  const gone = await createProject(caller, { ...steadyProject, key: 'gone', name: 'Gone', gitUrl: repository.path });
  await caller.call('DELETE', `/projects/${gone}`);

  await caller.post('/runner-pools', { name: 'Large', runnerType: 'LINUX', maxRunners: 2 });
  const invited = { email: 'grace@example.net', firstName: 'Grace', lastName: 'Hopper', roleType: 'USER' };
  await caller.post('/user-roles', invited);
  await caller.post('/account/api-keys', { name: 'Nightly', scope: 'CI' });
  await caller.post('/team', { name: 'Checkout', slackChannel: '#checkout' });
  await caller.post('/pipeline-stages', { name: 'Integration', testRunPriority: 2, variables: [secret] });
  const suite = { name: 'Smoke', testTimeoutSeconds: 60, timeoutMinutes: 10 };
  const { id: suiteId } = await caller.post<{ id: string }>(`/projects/${projectId}/test-suites`, suite);
  await caller.call('PATCH', `/projects/${projectId}/test-suites/${suiteId}`, { includeTags: ['@smoke'] });
  await caller.post(`/projects/${projectId}/deploys`, { environment: 'rebuilt', branch: 'main' });
  await caller.post('/authorizations', { provider: 'Slack', token: 'xoxb-secret-token' });
  await caller.post('/alerts', { eventType: 'TESTRUN_FAIL', actionType: 'SEND_EMAIL', destination: 'ops@example.com' });
  await caller.post('/triggers', { type: 'now', projectId, environmentId });
  const plan = await caller.post<{ id: string }>('/test-plans', { name: 'Gate', key: 'gate' });
  const stages = `/test-plans/${plan.id}/stages`;
  const stage = await caller.post<{ id: string }>(stages, { name: 'Smoke' });
  const nowhere = { useDynamicEnvironment: true, dynamicEnvironment: 'nowhere', latestDeploy: true };
  await caller.post(`${stages}/${stage.id}/suites`, { projectId, testSuiteId: suiteId, ...nowhere });
  await caller.post(`/test-plans/${plan.id}/runs`, undefined);

  const units = { orderToApply: 0, ruleType: 'FILE', assignedTo: 'UNIT', includePatterns: ['*.js'] };
  await caller.post('/test-distribution-analysis-rule', units);
  await caller.call('PUT', '/insight/mark', { insightId: '2026-W48.NEW_FLAKY.0123456789abcdef' });
  await caller.post('/workflows', { name: 'To production' });

  const build = new FormData();
  build.set('name', '1.0.0');
  build.set('file', new Blob([zipOf({ name: 'readme.txt', content: 'nothing to run' })]), 'build.zip');
  await caller.post(`/projects/${projectId}/build`, build);

  const upload = new FormData();
  for (const [name, value] of Object.entries({ projectId, environmentId })) upload.set(name, value);
  upload.set('file', new Blob(['<testsuite name="s"><testcase classname="C" name="t"/></testsuite>']), 'r.xml');
  await caller.post('/test-runs-upload', upload);

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
  const { id: messageId } = await caller.post<{ id: string }>(`/test-runs/${first.id}/messages`, message);
  await caller.call('PUT', `/messages/${messageId}`, { text: 'Eleven is under repair until Monday' });
  const rerun = await caller.post<{ id: string }>(`/test-runs/${first.id}/rerun`, { rerunFailedTests: true });
  const canceled = await startRun(caller, order);
  await caller.call('PATCH', `/test-runs/${canceled}`, { status: 'CANCELED' });
  const again = await finishedRun(caller, rerun.id);
  expect(again).toMatchObject({ status: 'FAIL', failCount: 1, quarantineFailCount: 1, totalCount: 2 });
}
const secret = { key: 'TOKEN', value: 'sesame', encrypted: true, file: false };

/** All documents of the installation, before and after they were deleted and rebuilt from the log. */
async function beforeAndAfterDeletion(): Promise<{
  before: Record<string, object[]>;
  after: Record<string, object[]>;
}> {
  const alone = await startProjectorAlone(installation.dataDir);
  try {
    const before = await alone.documents();
    await alone.deleteReadModels();
    return { before, after: await alone.documents() };
  } finally {
    await alone.stop();
  }
}

describe('the read models', () => {
  it('are the same, document by document, after their database was deleted', async () => {
    await makeHistory();
    expect(await installation.stop()).toBe(0);
    const { before, after } = await beforeAndAfterDeletion();
    expect(Object.keys(before).sort()).toEqual(readModels);
    for (const name of readModels) {
      expect({ name, isEmpty: before[name]?.length === 0 }).toEqual({ name, isEmpty: leftEmpty.includes(name) });
      expect({ name, documents: after[name] }).toEqual({ name, documents: before[name] });
    }
  });

  it('are the same when rebuilt during a run, and the run is not disturbed', async () => {
    const { dataDir } = installation;
    installation = await startInstallation({ dataDir });
    caller = await signIn(installation.url, admin);
    const id = await startRun(caller, order);
    await eventually(async () => (await resultsOf(caller, id)).some(({ status }) => status === 'PASS'));
    const rebuilding = startBuilt('rebuild', readModels, { env: { ASSAY_DATA_DIR: dataDir } });
    expect(await rebuilding.ended).toBe(0);
    for (const name of readModels) {
      expect(rebuilding.lines.join('\n')).toMatch(new RegExp(`^${name}: rebuilt in`, 'm'));
    }
    const run = await finishedRun(caller, id);
    expect(outcomesOf(await resultsOf(caller, id))).toEqual(steadyOutcomes);
    expect(run).toMatchObject<Partial<TestRunView>>({ status: 'FAIL', failCount: 1, quarantineFailCount: 1 });

    expect(await installation.stop()).toBe(0);
    const { before, after } = await beforeAndAfterDeletion();
    expect(after).toEqual(before);
  });
});
