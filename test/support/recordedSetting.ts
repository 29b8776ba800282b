import {
  type AccountId,
  type AgentId,
  type BlobId,
  type BuildId,
  type DeployId,
  defaultProjectSettings,
  type EnvironmentId,
  type InsightId,
  type ProjectId,
  type RoleType,
  type TestDistributionRuleId,
  type TestDistributionRuleSettings,
  type TestRunId,
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
  insightMarksDecider,
  type ProjectCommand,
  pipelineStageDecider,
  projectDecider,
  projectTestsDecider,
  runnerPoolDecider,
  type TestDistributionCommand,
  type TestSuiteCommand,
  testDistributionDecider,
  testRenamesDecider,
  testSuiteDecider,
  userDecider,
  userRolesDecider,
} from '@assay/domain';
import type { EventLog } from '@assay/event-log';
import type { DeployCreated } from '@assay/event-schemas';
import {
  recordApiKey,
  recordAuthorization,
  recordDeployKey,
  recordInvitations,
  recordTeams,
} from './recordedAccess.ts';
import { recordAlerts, recordTestPlans, recordTriggers, recordWorkflows } from './recordedAutomation.ts';
import {
  ada,
  agentId,
  bank,
  bob,
  globex,
  integration,
  largePool,
  production,
  shop,
  smoke,
  staging,
  vault,
} from './recordedIds.ts';
import { recordReleases } from './recordedReleases.ts';
import { listedTest, testId } from './runStory.ts';
import { acme, signedBy } from './storesUnderTest.ts';

export async function recordPerson(log: EventLog, userId: UserId, accountId: AccountId, roleType: RoleType) {
  const person = { userId, email: `${userId}@example.org`, firstName: userId.toUpperCase(), lastName: 'Tester' };
  await log.handle(userDecider, userId, { type: 'registerUser', ...person }, signedBy(userId, null));
  const userRoleId = `${userId}-${accountId}` as UserRoleId;
  const grant = { type: 'grantUserRole' as const, userRoleId, userId, accountId, roleType };
  await log.handle(userRolesDecider, accountId, grant, signedBy(userId, accountId));
}

export async function recordAccount(log: EventLog, accountId: AccountId, name: string) {
  await log.handle(accountDecider, accountId, { type: 'createAccount', accountId, name }, signedBy(ada, accountId));
}

export async function recordProject(log: EventLog, accountId: AccountId, projectId: ProjectId, key: string) {
  const settings = {
    ...defaultProjectSettings,
    gitUrl: `https://git.example.org/${key}`,
    testingFramework: 'Playwright' as const,
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

/** Gives a quarantined test of the shop an end, of which Ada is reminded. */
export async function limitQuarantine(log: EventLog, name: string, testRunId: TestRunId) {
  const { file, name: title } = listedTest(name);
  const [test, until] = [{ projectId: shop, testId: testId(name) }, '2999-01-01T00:00:00.000Z'];
  const terms = { file, name: title, reason: null, until, ownerUserId: ada };
  await log.handle(projectTestsDecider, shop, { type: 'quarantineTest', ...test, ...terms }, signedBy(ada));
  const reminder = { testRunId, userId: ada, until };
  await log.handle(projectTestsDecider, shop, { type: 'remindOfQuarantine', ...test, ...reminder }, signedBy(ada));
}

/** Suggests that a test of the shop is another one under a new name. */
export async function suggestRename(log: EventLog, name: string, testRunId: TestRunId) {
  const { file, name: title } = listedTest(name);
  const names = { file, name: `${title} twice`, formerFile: file, formerName: title };
  const tests = [{ testId: testId(name), renamedId: testId(`${name} twice`), ...names }];
  const command = { type: 'suggestRenames' as const, projectId: shop, testRunId, tests };
  await log.handle(testRenamesDecider, shop, command, signedBy(ada));
}

async function recordBuild(log: EventLog) {
  const build = {
    buildId: 'build-1' as BuildId,
    projectId: shop,
    name: '1.4.0',
    branch: 'main',
    commit: null,
    fileName: 'shop.zip',
    archive: 'zip' as const,
    blobId: 'ab'.repeat(32) as BlobId,
    size: 2_000,
    fileCount: 7,
    unpackedSize: 9_000,
  };
  await log.handle(buildDecider, build.buildId, { type: 'uploadBuild', ...build }, signedBy(ada));
}

async function recordDeploys(log: EventLog) {
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
    type: 'Smoke' as const,
    description: null,
    maxRunners: null,
    includeTags: ['@smoke'],
    excludedTags: [],
    testFilters: [],
    testTimeoutSeconds: 60,
    timeoutMinutes: 10,
    retryFailedTests: false,
    priority: 7,
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

/** An enlarged pool, and a stage that runs its tests there. */
async function recordStage(log: EventLog) {
  const pool = { runnerPoolId: largePool, name: 'Large', runnerType: 'LINUX' as const, maxRunners: 4 };
  await log.handle(runnerPoolDecider, largePool, { type: 'createRunnerPool', ...pool }, signedBy(ada));
  const larger = { type: 'changeRunnerPool' as const, inUse: false, maxRunners: 6 };
  await log.handle(runnerPoolDecider, largePool, larger, signedBy(ada));
  const stage = {
    type: 'createPipelineStage' as const,
    pipelineStageId: integration,
    name: 'Integration',
    priority: 0,
    testRunPriority: 2,
    windowsRunnerPoolId: null,
    linuxRunnerPoolId: null,
    variables: [{ key: 'TOKEN', value: 'battery staple', encrypted: true, file: false }],
  };
  await log.handle(pipelineStageDecider, integration, stage, signedBy(ada));
  const change = { type: 'changePipelineStage' as const, linuxRunnerPoolId: largePool };
  await log.handle(pipelineStageDecider, integration, change, signedBy(ada));
}

/** A test distribution rule that was moved and changed, and one that is gone. */
async function recordDistributionRules(log: EventLog) {
  const handle = (command: TestDistributionCommand) =>
    log.handle(testDistributionDecider, acme, command, signedBy(ada));
  const rule = (id: string) => ({ accountId: acme, ruleId: id as TestDistributionRuleId });
  const settings: TestDistributionRuleSettings = {
    ruleType: 'FILE',
    assignedTo: 'UNIT',
    projectId: null,
    testSuiteId: null,
    includePatterns: ['*.unit.ts'],
  };
  await handle({ type: 'addRule', ...rule('units'), orderToApply: 0, settings });
  await handle({ type: 'addRule', ...rule('gone'), orderToApply: 0, settings });
  await handle({ type: 'changeRule', ...rule('units'), orderToApply: 4, settings: { ...settings, projectId: shop } });
  await handle({ type: 'deleteRule', ...rule('gone') });
}

/** An insight that was read, and is not useful. */
async function recordInsightMarks(log: EventLog) {
  const insightId = '2026-W10.NEW_FLAKY.0123456789abcdef' as InsightId;
  const mark = { type: 'markInsight' as const, accountId: acme, userId: ada, insightId, read: true };
  await log.handle(insightMarksDecider, `${acme}.${ada}`, { ...mark, useful: true }, signedBy(ada));
  await log.handle(insightMarksDecider, `${acme}.${ada}`, { ...mark, useful: false }, signedBy(ada));
}

/** People, accounts, stages, projects, builds, suites, deploys, environments and agents, with a change to each. */
export async function recordSetting(log: EventLog) {
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
  await recordTeams(log);
  await recordTestPlans(log);
  await recordWorkflows(log);
  await recordReleases(log);
  await recordDistributionRules(log);
  await recordInsightMarks(log);
  await recordTriggers(log);
  await recordAlerts(log);
  await recordAuthorization(log);
  await recordDeployKey(log);
  await recordInvitations(log);
  await recordApiKey(log);
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
  const lastSeenAt = '2026-03-01T12:00:00.000Z';
  const exit = { type: 'exitAgent' as const, reason: 'silent' as const, lastSeenAt };
  await log.handle(agentDecider, 'agent-2', exit, signedBy('agent-2', acme));
}
