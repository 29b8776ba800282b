import {
  type AccountId,
  type AgentId,
  addTotals,
  type BlobId,
  type BuildId,
  type DeployId,
  defaultProjectSettings,
  type EnvironmentId,
  noTotals,
  type PipelineStageId,
  type ProjectId,
  type RoleType,
  type RunnerPoolId,
  type TestSuiteId,
  type UserId,
  type UserRoleId,
} from '@assay/contract';
import {
  accountDecider,
  agentDecider,
  buildDecider,
  deployDecider,
  type EnvironmentCommand,
  environmentDecider,
  type ProjectCommand,
  pipelineStageDecider,
  projectDecider,
  projectTestsDecider,
  runnerPoolDecider,
  type TestSuiteCommand,
  testResultsDecider,
  testRunDecider,
  testSuiteDecider,
  userDecider,
  userRoleDecider,
} from '@assay/domain';
import type { EventLog } from '@assay/event-log';
import type { DeployCreated, TestRunCreated } from '@assay/event-schemas';
import { ends, listedTest, RunStory, requestFor, shows, starts, testId } from './runStory.ts';
import { acme, signedBy } from './storesUnderTest.ts';

export const globex = 'globex' as AccountId;
export const ada = 'ada' as UserId;
export const bob = 'bob' as UserId;
export const shop = 'shop-id' as ProjectId;
export const bank = 'bank-id' as ProjectId;
export const smoke = 'smoke-id' as TestSuiteId;
export const staging = 'staging-id' as EnvironmentId;
export const vault = 'vault-id' as EnvironmentId;
export const integration = 'integration-id' as PipelineStageId;
export const largePool = 'large-pool-id' as RunnerPoolId;
export const agentId = 'agent-1' as AgentId;

export async function recordPerson(log: EventLog, userId: UserId, accountId: AccountId, roleType: RoleType) {
  const person = { userId, email: `${userId}@example.org`, firstName: userId.toUpperCase(), lastName: 'Tester' };
  await log.handle(userDecider, userId, { type: 'registerUser', ...person }, signedBy(userId, null));
  const userRoleId = `${userId}-${accountId}` as UserRoleId;
  const grant = { type: 'grantUserRole' as const, userRoleId, userId, accountId, roleType };
  await log.handle(userRoleDecider, userRoleId, grant, signedBy(userId, accountId));
}

export async function recordAccount(log: EventLog, accountId: AccountId, name: string) {
  await log.handle(accountDecider, accountId, { type: 'createAccount', accountId, name }, signedBy(ada, accountId));
}

export async function recordProject(log: EventLog, accountId: AccountId, projectId: ProjectId, key: string) {
  const settings = {
    ...defaultProjectSettings,
    ...{ gitUrl: `https://git.example.org/${key}`, testingFramework: 'Playwright' as const },
  };
  const command = { type: 'createProject' as const, projectId, key, name: `The ${key}`, settings };
  await log.handle(projectDecider, projectId, command, signedBy(ada, accountId));
}

export async function recordEnvironment(
  log: EventLog,
  accountId: AccountId,
  environmentId: EnvironmentId,
  key: string,
  changed: Partial<Extract<EnvironmentCommand, { type: 'createEnvironment' }>> = {},
) {
  const facts = { environmentId, key, name: `The ${key}`, url: null, pipelineStageId: null, variables: [] };
  const command = { type: 'createEnvironment' as const, maximumParallelTestRuns: 0, ...facts, ...changed };
  await log.handle(environmentDecider, environmentId, command, signedBy(ada, accountId));
}

export async function recordAgent(log: EventLog, id: AgentId, accountId: AccountId | null = null) {
  const capabilities = { chrome: null, nodejs: '20.20.2', python: null, java: null, dotnet: null };
  const offer = { name: `machine of ${id}`, os: 'LINUX' as const, capacity: 4, version: '0.1.0', capabilities };
  const facts = { agentId: id, ...offer };
  await log.handle(agentDecider, id, { type: 'registerAgent', facts }, signedBy(id, accountId));
}

export async function quarantine(log: EventLog, accountId: AccountId, projectId: ProjectId, name: string) {
  const { file, name: title } = listedTest(name);
  const command = { type: 'quarantineTest' as const, projectId, testId: testId(name), file, name: title };
  await log.handle(projectTestsDecider, projectId, { ...command, reason: 'unstable' }, signedBy(ada, accountId));
}

async function recordBuild(log: EventLog) {
  const build = {
    ...{ buildId: 'build-1' as BuildId, projectId: shop, name: '1.4.0', branch: 'main', commit: null },
    ...{ fileName: 'shop.zip', archive: 'zip' as const, blobId: 'ab'.repeat(32) as BlobId },
    ...{ size: 2_000, fileCount: 7, unpackedSize: 9_000 },
  };
  await log.handle(buildDecider, build.buildId, { type: 'uploadBuild', ...build }, signedBy(ada));
}

async function recordDeploys(log: EventLog) {
  const production = 'production-id' as EnvironmentId;
  await recordEnvironment(log, acme, production, 'production');
  const build = { buildId: 'build-1' as BuildId, name: '1.4.0', commit: null };
  const deploys: Omit<DeployCreated, 'deployId' | 'projectId' | 'branch'>[] = [
    { environmentId: staging, commit: null, build, buildName: '1.4.0' },
    { environmentId: staging, commit: 'abcdef0123', build: null, buildName: '1.5' },
    { environmentId: production, commit: 'abcdef0123', build: null, buildName: null },
  ];
  for (const [index, facts] of deploys.entries()) {
    const deployId = `deploy-${index + 1}` as DeployId;
    const command = { type: 'createDeploy' as const, deployId, projectId: shop, branch: 'main', ...facts };
    await log.handle(deployDecider, deployId, command, signedBy(ada));
  }
}

async function recordTestSuites(log: EventLog) {
  const settings = {
    ...{ type: 'Smoke' as const, description: null, maxRunners: null, includeTags: ['@smoke'], excludedTags: [] },
    ...{ testFilters: [], testTimeoutSeconds: 60, timeoutMinutes: 10, retryFailedTests: false, priority: 7 },
    parallelizeByFile: true,
  };
  const change = (id: string, command: TestSuiteCommand) => log.handle(testSuiteDecider, id, command, signedBy(ada));
  const create = (id: string, projectId: ProjectId, name: string) => {
    const testSuiteId = id as TestSuiteId;
    return change(id, { type: 'createTestSuite', testSuiteId, projectId, name, settings });
  };
  await create(smoke, shop, 'Smoke');
  await change(smoke, { type: 'changeTestSuite', name: 'Quick', settings: {} });
  await create('whole-id', shop, 'Whole');
  await create('gone', shop, 'Gone');
  await change('gone', { type: 'archiveTestSuite' });
  await create('of-old-id', 'old-id' as ProjectId, 'Of an archived project');
}

/** A pool that has grown, and a stage that runs its tests there. */
async function recordStage(log: EventLog) {
  const pool = { runnerPoolId: largePool, name: 'Large', runnerType: 'LINUX' as const, maxRunners: 4 };
  await log.handle(runnerPoolDecider, largePool, { type: 'createRunnerPool', ...pool }, signedBy(ada));
  const larger = { type: 'changeRunnerPool' as const, inUse: false, maxRunners: 6 };
  await log.handle(runnerPoolDecider, largePool, larger, signedBy(ada));
  const stage = {
    ...{ type: 'createPipelineStage' as const, pipelineStageId: integration, name: 'Integration', priority: 0 },
    ...{ testRunPriority: 2, windowsRunnerPoolId: null, linuxRunnerPoolId: null },
    variables: [{ key: 'TOKEN', value: 'battery staple', encrypted: true, file: false }],
  };
  await log.handle(pipelineStageDecider, integration, stage, signedBy(ada));
  const change = { type: 'changePipelineStage' as const, linuxRunnerPoolId: largePool };
  await log.handle(pipelineStageDecider, integration, change, signedBy(ada));
}

/** People, accounts, stages, projects, builds, suites, deploys, environments and agents, with a change to each. */
async function recordSetting(log: EventLog) {
  await recordAccount(log, acme, 'Acme');
  await recordAccount(log, globex, 'Globex');
  await recordPerson(log, ada, acme, 'ADMIN');
  await recordPerson(log, bob, globex, 'USER');
  await recordProject(log, acme, shop, 'shop');
  await recordProject(log, globex, bank, 'bank');
  await recordProject(log, acme, 'old-id' as ProjectId, 'old');
  const change = async (projectId: string, command: ProjectCommand) =>
    void (await log.handle(projectDecider, projectId, command, signedBy(ada)));
  await change(shop, { type: 'changeProject', name: 'Web shop', settings: { defaultBranch: 'main' } });
  await change('old-id', { type: 'archiveProject' });
  const variables = [
    { key: 'PASSWORD', value: 'horse', encrypted: true, file: false },
    { key: 'USER', value: 'ada', encrypted: false, file: false },
  ];
  await recordStage(log);
  await recordEnvironment(log, acme, staging, 'staging', { variables, pipelineStageId: integration });
  await recordEnvironment(log, globex, vault, 'vault');
  const kept = variables.slice(0, 1).map((variable) => ({ ...variable, value: '' }));
  const changed = { type: 'changeEnvironment' as const, url: 'https://staging.example.org', variables: kept };
  await log.handle(environmentDecider, staging, { ...changed, maximumParallelTestRuns: 3 }, signedBy(ada));
  await recordBuild(log);
  await recordTestSuites(log);
  await recordDeploys(log);
  await recordAgent(log, agentId);
  await recordAgent(log, 'agent-2' as AgentId, acme);
  const exit = { type: 'exitAgent' as const, reason: 'silent' as const };
  await log.handle(agentDecider, 'agent-2', exit, signedBy('agent-2', acme));
}

const tests = ['adds', 'removes', 'pays', 'ships'].map((name) => listedTest(name));
const moreTests = ['logs-in', 'logs-out'].map((name) => listedTest(name, 'login.spec.ts', ['@smoke']));

/** Passes: one test is flaky, a quarantined one fails, and a runner is lost in the middle. */
async function recordPassed(log: EventLog): Promise<RunStory> {
  const run = new RunStory(log, acme, requestFor({ projectId: shop, environmentId: staging, number: 1 }));
  await run.begin(signedBy(ada), agentId, [...tests, ...moreTests]);
  await run.start([tests.map(({ testId: id }) => id), moreTests.map(({ testId: id }) => id)], ['ships']);
  await run.addRunner(agentId, 1);
  await run.claim(agentId, 0, { unit: 1, tests: ['adds', 'removes', 'pays', 'ships'], quarantined: ['ships'] });
  await run.claim(agentId, 1, { unit: 2, tests: ['logs-in', 'logs-out'] });
  await run.report(1, [starts('adds'), ends('adds', 'FAIL', { final: false })]);
  await run.report(1, [starts('adds', 2), ends('adds', 'PASS', { attempt: 2 }), starts('removes')]);
  await run.report(2, [starts('logs-in'), ends('logs-in', 'PASS'), ends('logs-out', 'IGNORED')]);
  await run.lose(1);
  await run.complete(2);
  await run.claim(agentId, 1, { unit: 1, attempt: 2, tests: ['removes', 'pays', 'ships'], quarantined: ['ships'] });
  await run.report(1, [starts('removes'), ends('removes', 'PASS'), starts('pays'), ends('pays', 'PASS')], 2);
  await run.report(1, [starts('ships'), ends('ships', 'FAIL')], 2);
  await run.complete(1, 2);
  await run.finish();
  await run.removeRunner(0);
  await run.removeRunner(1);
  return run;
}

/** Fails, ignoring quarantine; a person says afterwards that it is good enough. */
async function recordFailed(log: EventLog): Promise<RunStory> {
  const ids = { projectId: shop, environmentId: staging, number: 2 };
  const version = { deployId: 'deploy-1' as DeployId };
  const run = new RunStory(
    log,
    acme,
    requestFor(ids, { branch: 'feature', ...version, ignoreQuarantine: true, priority: 5 }),
  );
  await run.begin(signedBy(ada), agentId, tests);
  await run.start([tests.map(({ testId: id }) => id)]);
  await run.claim(agentId, 0, { unit: 1, tests: ['adds', 'removes', 'pays', 'ships'] });
  await run.report(1, [starts('adds'), ends('adds', 'PASS'), starts('removes'), ends('removes', 'FAIL')]);
  await run.report(1, [starts('pays'), ends('pays', 'FAIL', { timedOut: true }), ends('ships', 'NOT_RUN')]);
  await run.complete(1);
  await run.finish();
  await run.removeRunner(0);
  return run;
}

/** Only what failed in another run, on its commit. */
async function recordRerun(log: EventLog, parent: RunStory): Promise<RunStory> {
  const ids = { projectId: shop, environmentId: staging, number: 3 };
  const selectedTests = ['removes', 'pays'].map(testId);
  const rerunOf = { testRunId: parent.id, kind: 'failed' as const, firstTestRunId: parent.id };
  const request = requestFor(ids, { selectedTests, rerunOf });
  const run = new RunStory(log, acme, request);
  await run.begin(signedBy(ada), agentId, tests.slice(1, 3));
  await run.start([['removes', 'pays']]);
  await run.claim(agentId, 0, { unit: 1, tests: ['removes', 'pays'] });
  await run.report(1, [ends('removes', 'PASS'), ends('pays', 'FAIL')]);
  await run.complete(1);
  await run.finish();
  await run.setStatus('PASS', signedBy(ada));
  return run;
}

/** Canceled while a test runs and others wait. */
async function recordCanceled(log: EventLog): Promise<RunStory> {
  const run = new RunStory(
    log,
    acme,
    requestFor({ projectId: shop, environmentId: staging, number: 4 }, { testSuiteId: smoke }),
  );
  await run.begin(signedBy(ada), agentId, tests);
  await run.start([tests.map(({ testId: id }) => id)], ['ships']);
  await run.claim(agentId, 0, { unit: 1, tests: ['adds', 'removes', 'pays', 'ships'], quarantined: ['ships'] });
  await run.report(1, [starts('adds'), ends('adds', 'PASS'), starts('removes')]);
  await run.setStatus('CANCELED', signedBy(ada));
  await run.lose(1, 1, 'runEnded');
  await run.removeRunner(0);
  return run;
}

/** Its tests show themselves while they run; its runner is lost, and they show themselves again. */
async function recordShown(log: EventLog): Promise<RunStory> {
  const run = new RunStory(log, globex, requestFor({ projectId: bank, environmentId: vault, number: 1 }));
  await run.begin(signedBy(bob, globex), agentId, []);
  await run.start([[]]);
  await run.claim(agentId, 0, { unit: 1 });
  const first = [shows('saves'), starts('saves'), ends('saves', 'PASS'), shows('loans'), starts('loans')];
  await run.report(1, first, 1, ['saves', 'loans']);
  await run.lose(1);
  await run.claim(agentId, 0, { unit: 1, attempt: 2 });
  const secondSaves = [shows('saves'), starts('saves', 2), ends('saves', 'PASS', { attempt: 2 })];
  await run.report(1, secondSaves, 2, ['saves', 'loans']);
  await run.report(1, [shows('loans'), starts('loans'), ends('loans', 'FAIL'), shows('pays')], 2, ['saves', 'loans']);
  await run.report(1, [starts('pays'), ends('pays', 'PASS')], 2);
  await run.complete(1, 2);
  await run.finish();
  await run.removeRunner(0);
  return run;
}

/** Not run by anybody of ours: its results were uploaded, in two chunks. */
async function recordUploaded(log: EventLog): Promise<TestRunCreated> {
  const upload = { commit: 'abc', pipelineStageId: null, testCount: 2, quarantinedCount: 0, files: [] };
  const request = requestFor({ projectId: bank, environmentId: vault, number: 2 }, { upload });
  const { testRunId, projectId } = request;
  const context = signedBy(bob, globex);
  await log.handle(testRunDecider, testRunId, { type: 'createTestRun', ...request }, context);
  const failed = { status: 'FAIL' as const, durationMs: 5, error: 'no', hasDetails: false };
  const passed = { status: 'PASS' as const, durationMs: 7, error: null, hasDetails: false };
  const facts = { file: 'shown.spec.ts', quarantined: false, artifacts: [] };
  const chunks = [
    {
      totals: { ...noTotals, failed: 1, durationMs: 5 },
      results: [{ ...facts, testId: testId('saves'), name: 'saves', flaky: false, attempts: [failed] }],
    },
    {
      totals: { ...noTotals, passed: 1, flaky: 1, durationMs: 7 },
      results: [{ ...facts, testId: testId('lends'), name: 'lends', flaky: true, attempts: [failed, passed] }],
    },
  ];
  for (const [chunk, said] of chunks.entries()) {
    const facts = { testRunId, projectId, chunk, offset: chunk, details: null };
    const command = { type: 'importTestResults' as const, ...facts, ...said };
    await log.handle(testResultsDecider, testRunId, command, context);
  }
  const totals = chunks.reduce((sum, chunk) => addTotals(sum, chunk.totals), noTotals);
  await log.handle(testRunDecider, testRunId, { type: 'finishUpload', totals, problem: null }, context);
  return request;
}

/** Cannot be set up; takes too long; waits. */
async function recordOthers(log: EventLog): Promise<{ problem: RunStory; timedOut: RunStory; queued: RunStory }> {
  const runOf = (number: number) =>
    new RunStory(log, acme, requestFor({ projectId: shop, environmentId: staging, number }));
  const [problem, timedOut, queued] = [runOf(5), runOf(6), runOf(7)];
  await problem.create(signedBy(ada));
  await problem.submit();
  await problem.addRunner(agentId, 0);
  await problem.claim(agentId, 0, { unit: 0 });
  await problem.complete(0, 1, { code: 'git.failed', message: 'There is no such branch.' });
  await problem.finish();
  await timedOut.begin(signedBy(ada), agentId, tests);
  await timedOut.start([['adds', 'removes', 'pays', 'ships']]);
  await timedOut.claim(agentId, 0, { unit: 1, tests: ['adds', 'removes', 'pays', 'ships'] });
  await timedOut.report(1, [starts('adds')]);
  await timedOut.timeOut();
  await timedOut.lose(1, 1, 'runEnded');
  await queued.create(signedBy(ada));
  return { problem, timedOut, queued };
}

export type RecordedHistory = Awaited<ReturnType<typeof recordHistory>>;

/** A history of two accounts in which about everything happens that there are events for. */
export async function recordHistory(log: EventLog) {
  await recordSetting(log);
  await quarantine(log, acme, shop, 'ships');
  const passed = await recordPassed(log);
  const failed = await recordFailed(log);
  const rerun = await recordRerun(log, failed);
  const canceled = await recordCanceled(log);
  const shown = await recordShown(log);
  const dequarantine = { type: 'dequarantineTest' as const, projectId: shop, testId: testId('ships') };
  await log.handle(projectTestsDecider, shop, dequarantine, signedBy(ada));
  await quarantine(log, acme, shop, 'pays');
  const uploaded = await recordUploaded(log);
  return { passed, failed, rerun, canceled, shown, uploaded, ...(await recordOthers(log)) };
}
