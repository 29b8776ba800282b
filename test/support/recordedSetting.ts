import {
  type AccountId,
  type AgentId,
  type AlertDeliveryId,
  type AlertId,
  type ApiKeyId,
  authorizationIdOf,
  type BlobId,
  type BuildId,
  type DeployId,
  type DeployKeyId,
  defaultAlertCriteria,
  defaultProjectSettings,
  defaultStageSettings,
  defaultSuiteSettings,
  defaultTriggerSettings,
  type EnvironmentId,
  type InsightId,
  type InvitationId,
  type PipelineStageId,
  type Position,
  type ProjectId,
  type RoleType,
  type RunnerPoolId,
  type TeamId,
  type TestDistributionRuleId,
  type TestDistributionRuleSettings,
  type TestPlanId,
  type TestPlanRunId,
  type TestPlanStageId,
  type TestPlanSuiteId,
  type TestRunId,
  type TestSuiteId,
  type TriggerId,
  triggerSlotIdOf,
  type UserId,
  type UserRoleId,
  type WorkflowId,
  type WorkflowStepId,
} from '@assay/contract';
import {
  accountDecider,
  agentDecider,
  alertDecider,
  alertDeliveryDecider,
  alertWatchDecider,
  apiKeyDecider,
  authorizationDecider,
  buildDecider,
  deployDecider,
  deployKeyDecider,
  type EnvironmentCommand,
  environmentDecider,
  insightMarksDecider,
  invitationDecider,
  type ProjectCommand,
  pipelineStageDecider,
  projectDecider,
  projectTestsDecider,
  runnerPoolDecider,
  type TeamCommand,
  type TestDistributionCommand,
  type TestPlanCommand,
  type TestPlanRunCommand,
  type TestSuiteCommand,
  type TriggerSlotCommand,
  type TriggerSlotFacts,
  teamDecider,
  testDistributionDecider,
  testPlanDecider,
  testPlanRunDecider,
  testSuiteDecider,
  triggerDecider,
  triggerSlotDecider,
  userDecider,
  userRolesDecider,
  type WorkflowCommand,
  workflowDecider,
} from '@assay/domain';
import type { EventLog } from '@assay/event-log';
import type { DeployCreated } from '@assay/event-schemas';
import { listedTest, testId } from './runStory.ts';
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
export const nightly = 'nightly-id' as TriggerId;
export const failingAlert = 'failing-alert-id' as AlertId;
export const gate = 'gate-id' as TestPlanId;
export const gateRun = 'gate-run-id' as TestPlanRunId;
/** The first test run of the plan run. */
export const runOfGate = 'gate-start-s0' as TestRunId;
export const delivery = 'delivery-id' as WorkflowId;
const checkoutTeam = 'checkout-team-id' as TeamId;
export const agentId = 'agent-1' as AgentId;

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

/** It started once, was refused once, and missed times. */
async function recordTriggers(log: EventLog) {
  const settings = { ...defaultTriggerSettings, type: 'interval' as const, cron: '30 2 * * *' };
  const of = { projectId: shop, environmentId: staging, testSuiteId: smoke, testOptionsType: 'suite' as const };
  const create = {
    type: 'createTrigger' as const,
    triggerId: nightly,
    name: 'Nightly',
    settings: { ...settings, ...of },
  };
  await log.handle(triggerDecider, nightly, create, signedBy(ada));
  const changed = { ...create.settings, timeZone: 'Europe/Berlin', latestDeploy: true };
  await log.handle(
    triggerDecider,
    nightly,
    { type: 'changeTrigger', name: 'Each night', settings: changed },
    signedBy(ada),
  );
  const slot = async (day: number, ...commands: ((facts: TriggerSlotFacts) => TriggerSlotCommand)[]) => {
    const dueAt = new Date(Date.UTC(2026, 9, day, 1, 30));
    const triggerSlotId = triggerSlotIdOf(nightly, { dueAt });
    const facts = { triggerSlotId, triggerId: nightly, cause: 'schedule' as const, dueAt: dueAt.toISOString() };
    for (const command of commands) await log.handle(triggerSlotDecider, triggerSlotId, command(facts), signedBy(ada));
  };
  const fires = (facts: TriggerSlotFacts): TriggerSlotCommand => ({
    type: 'fireSlot',
    ...facts,
    lateMs: 700,
    deployId: null,
    environmentId: null,
    testRunId: 'triggered-run' as TestRunId,
    testPlanRunId: null,
  });
  await slot(1, fires);
  await slot(2, (facts) => ({
    type: 'skipSlot',
    ...facts,
    blockedBy: 'triggered-run' as TestRunId,
    blockedByPlanRun: null,
  }));
  await slot(5, (facts) => ({ type: 'missSlot', ...facts, firstDueAt: facts.dueAt, count: 1 }));
  await slot(6, fires, (facts) => ({ type: 'refuseSlot', ...facts, message: 'There is no such project.' }));
}

/** It told a failure, held one back, and was turned off because its address is gone. */
async function recordAlerts(log: EventLog) {
  const settings = { eventType: 'TESTRUN_FAIL' as const, actionType: 'TRIGGER_WEBHOOK' as const };
  const criteria = { ...defaultAlertCriteria, send: 'onChange' as const, projectId: shop, environmentId: staging };
  const create = {
    type: 'createAlert' as const,
    alertId: failingAlert,
    settings: { ...settings, ...criteria },
    destination: 'https://hooks.example.com/secret',
    signingSecret: 'whsec_c2VjcmV0',
    active: true,
  };
  await log.handle(alertDecider, failingAlert, create, signedBy(ada));
  const change = { ...create, type: 'changeAlert' as const, settings: { ...create.settings, branches: ['main'] } };
  await log.handle(alertDecider, failingAlert, change, signedBy(ada));
  const silence = { type: 'silenceAlert' as const, until: '2126-01-31T12:00:00.000Z', reason: 'The database moves' };
  await log.handle(alertDecider, failingAlert, silence, signedBy(ada));
  await log.handle(alertDecider, failingAlert, { type: 'unsilenceAlert' }, signedBy(ada));
  await log.handle(alertDecider, failingAlert, silence, signedBy(ada));
  for (const number of [1, 2]) {
    const run = {
      testRunId: `alerted-run-${number}` as TestRunId,
      projectId: shop,
      environmentId: staging,
      branch: 'main',
      testSuiteId: null,
      position: `recorded-${String(number).padStart(20, '0')}` as Position,
      at: new Date().toISOString(),
      ended: true,
      status: 'FAIL' as const,
      passed: 3,
      failed: 1,
      flaky: 0,
      tests: [{ testId: testId('pays'), name: 'pays' }],
    };
    const watch = { type: 'watchRun' as const, alertId: failingAlert, settings: change.settings, changedAt: '', run };
    await log.handle(
      alertWatchDecider,
      `${failingAlert}.${staging}`,
      { ...watch, silenced: false },
      signedBy('raiseAlerts'),
    );
  }
  const note = { alertId: failingAlert, attempts: 1 };
  const [first, second] = ['delivery-1' as AlertDeliveryId, 'delivery-2' as AlertDeliveryId];
  const sent = { type: 'noteDelivered' as const, ...note, deliveryId: first };
  await log.handle(alertDeliveryDecider, first, sent, signedBy('sender'));
  const refused = { reason: 'refused' as const, gone: true, detail: '410 Gone' };
  const lost = { type: 'noteNotDelivered' as const, ...note, ...refused, deliveryId: second };
  await log.handle(alertDeliveryDecider, second, lost, signedBy('sender'));
  const off = { type: 'deactivateAlert' as const, reason: 'the address is gone' };
  await log.handle(alertDecider, failingAlert, off, signedBy('turnOffAlerts'));
}

/** A plan of two stages that was rearranged, and a run of it: one suite failed and was run again, one could not start. */
async function recordTestPlans(log: EventLog) {
  const plan = (command: TestPlanCommand) => log.handle(testPlanDecider, gate, command, signedBy(ada));
  const stage = (id: string) => ({ testPlanStageId: id as TestPlanStageId });
  const suite = (id: string) => ({ testPlanSuiteId: id as TestPlanSuiteId });
  const ofShop = { ...defaultSuiteSettings, projectId: shop, testSuiteId: smoke, environmentId: staging };
  const clean = { ...defaultStageSettings, name: 'Clean up', alwaysRun: true };
  await plan({ type: 'createTestPlan', testPlanId: gate, name: 'Gate', key: 'gate', goal: null });
  await plan({ type: 'changeTestPlan', name: 'Release gate', goal: 'Nothing ships broken' });
  await plan({ type: 'addStage', ...stage('clean-up'), settings: clean });
  await plan({ type: 'addStage', ...stage('first'), settings: { ...defaultStageSettings, name: 'Smoke' }, order: 1 });
  await plan({ type: 'changeStage', ...stage('clean-up'), settings: { executionType: 'Sequential' } });
  const settings = { ...ofShop, latestDeploy: true };
  await plan({ type: 'addSuite', ...stage('clean-up'), ...suite('quick'), settings });
  await plan({ type: 'addSuite', ...stage('clean-up'), ...suite('void'), settings: { ...ofShop, branch: 'main' } });
  const toFirst = { settings: {}, toStageId: 'first' as TestPlanStageId };
  await plan({ type: 'changeSuite', ...stage('clean-up'), ...suite('quick'), ...toFirst });

  const run = (command: TestPlanRunCommand) => log.handle(testPlanRunDecider, gateRun, command, signedBy(bob));
  const where = { projectId: shop, testSuiteId: smoke, environmentId: staging, environmentKey: null };
  const source = { branch: 'main', ref: null, build: null, deployId: null };
  const problem = 'There is no such environment.';
  await run({
    type: 'startTestPlanRun',
    testPlanRunId: gateRun,
    testPlanId: gate,
    name: 'Release gate',
    triggerId: null,
    stages: [
      {
        ...stage('first'),
        settings: { ...defaultStageSettings, name: 'Smoke' },
        suites: [{ ...suite('quick'), ...where, source, problem: null }],
      },
      {
        ...stage('clean-up'),
        settings: { ...clean, executionType: 'Sequential' },
        suites: [{ ...suite('void'), ...where, source: null, problem }],
      },
    ],
    startId: 'gate-start',
  });
  await run({ type: 'findCommit', testRunId: runOfGate, commit: 'abcdef0123', startId: 'gate-found' });
  await run({ type: 'endSuite', testRunId: runOfGate, status: 'FAIL', startId: 'gate-failed' });
  const again = { testPlanSuiteIds: ['quick' as TestPlanSuiteId], startId: 'gate-again' };
  await run({ type: 'rerunSuites', ...again });
  await run({ type: 'endSuite', testRunId: 'gate-again-s0' as TestRunId, status: 'PASS', startId: 'gate-passed' });
}

/** Slack, by a bot token, under another name now; GitHub by an installation of the app, with comments and a webhook. */
async function recordAuthorization(log: EventLog) {
  const authorizationId = authorizationIdOf(acme, 'Slack');
  const facts = { authorizationId, provider: 'Slack', identifier: 'Northwind', token: 'xoxb-secret' };
  await log.handle(authorizationDecider, authorizationId, { type: 'grantAuthorization', ...facts }, signedBy(ada));
  const rename = { type: 'changeIdentifier' as const, identifier: 'Southwind' };
  await log.handle(authorizationDecider, authorizationId, rename, signedBy(ada));
  const gitHub = authorizationIdOf(acme, 'GitHub');
  const service = { authorizationId: gitHub, provider: 'GitHub', identifier: 'https://github.com' };
  for (const command of [
    { type: 'signInAuthorization', ...service },
    { type: 'makeWebhookSecret', secret: 'hook-secret' },
    { type: 'switchComments', on: true },
    { type: 'installAuthorization', ...service, installationId: '42' },
  ] as const) {
    await log.handle(authorizationDecider, gitHub, command, signedBy(ada));
  }
}

/** A deploy key in the place of a deleted one. */
async function recordDeployKey(log: EventLog) {
  const deployKeyId = `${acme}.shop` as DeployKeyId;
  const gitUrl = 'git@git.example.org:acme/shop.git';
  const made = { type: 'makeDeployKey' as const, deployKeyId, gitUrl, publicKey: 'ssh-ed25519 AAAA' };
  for (const command of [
    { ...made, privateKey: 'first-private-key' },
    { type: 'deleteDeployKey' as const },
    { ...made, privateKey: 'second-private-key' },
  ]) {
    await log.handle(deployKeyDecider, deployKeyId, command, signedBy(ada));
  }
}

/** A team with a new name and channel, and a removed member. */
async function recordTeams(log: EventLog) {
  const handle = (command: TeamCommand) => log.handle(teamDecider, checkoutTeam, command, signedBy(ada));
  const facts = { teamId: checkoutTeam, name: 'Checkout', description: null, email: null, slackChannel: null };
  await handle({ type: 'createTeam', ...facts });
  await handle({ type: 'addTeamMember', userId: ada });
  await handle({ type: 'addTeamMember', userId: bob });
  await handle({ type: 'removeTeamMember', userId: bob });
  await handle({ type: 'changeTeam', ...facts, name: 'Cart', slackChannel: '#cart' });
}

/** A workflow with another name, a step that changed and one that is gone. */
async function recordWorkflows(log: EventLog) {
  const handle = (command: WorkflowCommand) => log.handle(workflowDecider, delivery, command, signedBy(ada));
  const step = (id: string, next: string[] = []) => {
    return { id: id as WorkflowStepId, name: id, description: null, testPlanId: null, next: next as WorkflowStepId[] };
  };
  await handle({ type: 'createWorkflow', workflowId: delivery, name: 'Delivery' });
  const steps = [step('build', ['review', 'verify']), step('review', ['verify']), step('verify')];
  await handle({ type: 'changeWorkflow', steps });
  const proven = { ...step('verify', ['build']), testPlanId: gate };
  await handle({ type: 'changeWorkflow', name: 'To production', steps: [step('build', ['verify']), proven] });
  await handle({ type: 'changeWorkflow', steps: [step('build', ['verify']), { ...proven, next: [] }] });
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

/** An invitation that was sent again, and one that was withdrawn. */
async function recordInvitations(log: EventLog) {
  const send = async (id: string, email: string) => {
    const invitationId = id as InvitationId;
    const person = { userId: `${id}-person` as UserId, email, firstName: 'Grace', lastName: 'Hopper' };
    const facts = { invitationId, accountId: acme, roleType: 'USER' as const, validUntil: '2026-03-08T12:00:00.000Z' };
    await log.handle(invitationDecider, id, { type: 'sendInvitation', ...facts, ...person }, signedBy(ada));
  };
  await send('invitation-id', 'grace@example.org');
  const again = { type: 'resendInvitation' as const, validUntil: '2026-03-15T12:00:00.000Z' };
  await log.handle(invitationDecider, 'invitation-id', again, signedBy(ada));
  await send('withdrawn-id', 'linus@example.org');
  await log.handle(invitationDecider, 'withdrawn-id', { type: 'withdrawInvitation' }, signedBy(ada));
}

/** An API key that programs used, and which was revoked. */
async function recordApiKey(log: EventLog) {
  const apiKeyId = 'nightly-key' as ApiKeyId;
  const create = { type: 'createApiKey' as const, apiKeyId, name: 'Nightly', scope: 'CI' as const, expiresAt: null };
  await log.handle(apiKeyDecider, apiKeyId, { ...create, end: 'wxyz' }, signedBy(ada));
  await log.handle(apiKeyDecider, apiKeyId, { type: 'revokeApiKey' }, signedBy(ada));
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
  const exit = { type: 'exitAgent' as const, reason: 'silent' as const };
  await log.handle(agentDecider, 'agent-2', exit, signedBy('agent-2', acme));
}
