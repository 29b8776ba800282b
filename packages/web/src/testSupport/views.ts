import type {
  AccountId,
  AccountView,
  AgentView,
  DeployId,
  DeployView,
  EnvironmentId,
  EnvironmentView,
  PipelineStageId,
  PipelineStageView,
  Position,
  ProjectId,
  ProjectView,
  RoleType,
  RunnerPoolId,
  RunnerPoolView,
  StaffHeaderData,
  TestId,
  TestResultRow,
  TestRunId,
  TestRunView,
  TestSuiteId,
  TestSuiteView,
  UserId,
  UserView,
} from '@assay/contract';
import { defaultProjectSettings, displayOfRun, monthlyLimitsOf, planOf, tiers } from '@assay/contract';

export const accountId = 'a1' as AccountId;

export function positionAt(commit: number, epoch = 'e1'): Position {
  return `${epoch}-${String(commit).padStart(12, '0')}` as Position;
}

export function userView(roleType: RoleType): UserView {
  return {
    id: 'u1' as UserId,
    firstName: 'Marta',
    lastName: 'Ruiz',
    fullName: 'Marta Ruiz',
    email: 'marta@northwind.test',
    tellAFriendRemaining: 10,
    staffAccess: [],
    roles: [
      {
        id: 'ro1',
        accountId,
        accountName: 'northwind',
        formerNames: [],
        roleType,
        twoFactorRequired: false,
        staffUntil: null,
        notifyByEmail: true,
        notifyBySlack: false,
        slackConnected: false,
        setupComplete: true,
      },
    ],
  };
}

export const accountView: AccountView = {
  id: accountId,
  name: 'northwind',
  setupComplete: true,
  legacyPlan: true,
  currentPlan: 2,
  currentPlanFeatures: [],
  flags: [],
  numberOfRunners: 10,
  windowsRunners: 0,
  maximumRunnersPerProject: 12,
  aiOptOut: false,
  twoFactorRequired: false,
  monthlyAiQuotaRemaining: 0,
  monthlyTestRunAnalysisQuotaRemaining: 0,
  monthlyExecutionHoursLimit: null,
  totalTestingMinutes: 0,
  position: positionAt(1),
  revision: '3',
};

/** The plans that there are, as the service tells them. */
export const planViews = tiers.map((tier) => ({
  id: `tier-${tier}`,
  name: `Tier ${tier}`,
  tier,
  legacyPlan: false,
  features: planOf(tier).features,
  testingMinutes: monthlyLimitsOf(planOf(tier))?.testingMinutes ?? null,
  analysedRuns: monthlyLimitsOf(planOf(tier))?.analysedRuns ?? null,
  monthlyPrice: null,
}));

export function projectView(change: Partial<ProjectView> = {}): ProjectView {
  return {
    ...defaultProjectSettings,
    id: 'p1' as ProjectId,
    key: 'checkout',
    name: 'Checkout',
    archived: false,
    gitUrl: 'https://git.test/checkout.git',
    testingFramework: 'Playwright',
    runner: 'other',
    gitProvider: null,
    gitOwner: null,
    gitRepo: null,
    allowParallelizationOption: true,
    usingWorkingDirectory: false,
    hasTests: true,
    hasRepo: true,
    hasDeploy: false,
    hasBuildArtifacts: false,
    createdAt: '2026-11-01T10:00:00Z',
    lastRun: null,
    position: positionAt(1),
    revision: '4',
    ...change,
  };
}

export function environmentView(change: Partial<EnvironmentView> = {}): EnvironmentView {
  return {
    id: 'e1' as EnvironmentId,
    key: 'staging',
    name: 'staging',
    archived: false,
    url: null,
    pipelineStageId: null,
    maximumParallelTestRuns: 0,
    variables: [],
    createdAt: '2026-11-01T10:00:00Z',
    position: positionAt(1),
    revision: '2',
    ...change,
  };
}

export function agentView(change: Partial<AgentView> = {}): AgentView {
  return {
    id: 'a1' as AgentView['id'],
    name: 'builder',
    os: 'LINUX',
    status: 'Running',
    capacity: 2,
    pool: null,
    nonExitedRunners: 0,
    shortVersion: '0.1.0',
    outdated: false,
    capabilities: { chrome: null, nodejs: '20.20.2', python: null, java: null, dotnet: null, sandbox: 'bubblewrap' },
    idleReason: null,
    replacedById: null,
    createdAt: '2026-03-01T12:00:00.000Z',
    updatedAt: '2026-03-01T12:00:00.000Z',
    lastTestRunCompletedAt: null,
    availableDiskSpace: null,
    position: positionAt(1),
    ...change,
  };
}

export function pipelineStageView(change: Partial<PipelineStageView> = {}): PipelineStageView {
  return {
    id: 's1' as PipelineStageId,
    name: 'Development',
    priority: 0,
    testRunPriority: 1,
    windowsRunnerPoolId: null,
    linuxRunnerPoolId: null,
    variables: [],
    createdAt: '2026-11-01T10:00:00Z',
    position: positionAt(1),
    revision: '5',
    ...change,
  };
}

export function testSuiteView(change: Partial<TestSuiteView> = {}): TestSuiteView {
  return {
    id: 's1' as TestSuiteId,
    projectId: 'p1' as ProjectId,
    name: 'Smoke',
    archived: false,
    type: 'Smoke',
    description: null,
    maxRunners: null,
    includeTags: ['@smoke'],
    excludedTags: [],
    testFilters: [],
    retryFailedTests: false,
    priority: null,
    parallelizeByFile: true,
    timeouts: { testTimeoutSeconds: 60, timeoutMinutes: 10 },
    classification: 'END_TO_END',
    createdAt: '2026-11-01T10:00:00Z',
    position: positionAt(1),
    revision: '2',
    ...change,
  };
}

export function runnerPoolView(change: Partial<RunnerPoolView> = {}): RunnerPoolView {
  return {
    id: 'po1' as RunnerPoolId,
    name: 'Large machines',
    runnerType: 'LINUX',
    maxRunners: 4,
    currentRunners: 0,
    createdAt: '2026-11-01T10:00:00Z',
    position: positionAt(1),
    revision: '6',
    ...change,
  };
}

export function deployView(change: Partial<DeployView> = {}): DeployView {
  const environment = { id: 'e1' as EnvironmentId, key: 'staging', name: 'staging' };
  return {
    id: 'd1' as DeployId,
    projectId: 'p1' as ProjectId,
    environmentId: environment.id,
    environment,
    branch: 'main',
    commit: null,
    build: null,
    buildName: null,
    createdBy: null,
    createdAt: '2026-11-01T10:00:00Z',
    updatedAt: '2026-11-01T10:00:00Z',
    position: positionAt(2),
    revision: '0',
    ...change,
  };
}

export function testRunView(number: number, change: Partial<TestRunView> = {}): TestRunView {
  const status = change.status ?? 'PASS';
  return {
    id: `r${number}` as TestRunId,
    number,
    status,
    statusDisplay: displayOfRun({ status, nothingCouldPass: change.nothingCouldPass ?? false }),
    statusInfo: null,
    statusCode: null,
    nothingCouldPass: false,
    projectId: 'p1' as ProjectId,
    project: {
      id: 'p1' as ProjectId,
      key: 'checkout',
      name: 'Checkout',
      testingFramework: 'Playwright',
      framework: 'Playwright',
      runner: 'other',
    },
    environmentId: 'e1' as EnvironmentId,
    environmentName: 'staging',
    pipelineStageId: null,
    pipelineStageName: null,
    runnerConfigurationId: null,
    runnerConfigurationName: null,
    reviewerUserId: null,
    reviewStatusId: null,
    reviewRevision: '0',
    triggeredTestRunId: null,
    account: { id: accountId, name: 'northwind' },
    remainingMessages: 0,
    testSuiteId: null,
    testSuiteName: null,
    deployId: null,
    deploy: null,
    branch: 'main',
    commit: null,
    commitMessage: null,
    gitRef: null,
    createdAt: new Date(Date.UTC(2026, 10, 1) + number * 60_000).toISOString(),
    createdBy: null,
    trigger: null,
    testPlanRun: null,
    startTime: null,
    endTime: null,
    calculatedDuration: 60_000,
    totalTestingTime: 60_000,
    totalCount: 2,
    testCount: 2,
    passCount: 2,
    failCount: 0,
    ignoredCount: 0,
    notRunCount: 0,
    runningCount: 0,
    flakyCount: 0,
    remainingTests: 0,
    quarantineTotalCount: 0,
    quarantineFailCount: 0,
    quarantineTotalTestingTime: 0,
    usualDuration: null,
    maxRunners: 2,
    copies: 1,
    currentRunnerCount: 0,
    idleRunnerCount: 0,
    nonExitedRunners: 0,
    runnersNeeded: 0,
    timeouts: { testTimeoutSeconds: 900, timeoutMinutes: 180 },
    ignoreQuarantine: false,
    recordVideo: false,
    retryFailedTests: false,
    playwrightProject: null,
    attributes: [],
    includeTags: [],
    excludedTags: [],
    testFilters: [],
    defaultToParallelizeByFile: true,
    priority: 1,
    rerunOf: null,
    build: null,
    upload: null,
    position: positionAt(number),
    revision: '1',
    ...change,
  };
}

export function resultRow(name: string, change: Partial<TestResultRow> = {}): TestResultRow {
  return {
    id: `r1.${name}`,
    groupParentId: null,
    testRunId: 'r1' as TestRunId,
    testId: name as TestId,
    projectTest: {
      id: name as TestId,
      projectId: 'p1' as ProjectId,
      file: 'cart.spec.ts',
      name,
      fileFilter: null,
      quarantined: false,
    },
    copy: null,
    file: 'cart.spec.ts',
    name,
    tags: [],
    parentId: null,
    line: null,
    status: 'PASS',
    phase: 'TEST',
    startTime: null,
    endTime: null,
    duration: 1000,
    testRunnerId: null,
    runnerUuid: null,
    attempts: 1,
    severalAttempts: [],
    flaky: false,
    quarantined: false,
    timedOut: false,
    error: null,
    hasResults: true,
    screenshots: 0,
    recent: [],
    reviewerUserId: null,
    reviewStatusId: null,
    reviewRevision: '0',
    trackedIssues: [],
    testRunAnalysisRootCauseId: null,
    problem: null,
    updatedAt: '2026-11-01T10:00:00Z',
    position: positionAt(10),
    ...change,
  };
}

/** The cards above the staff's search of runs, of an installation where nothing runs. */
export const staffHeader: StaffHeaderData = {
  system: {
    status: 'ok',
    version: '0.9.4',
    startedAt: '2026-03-01T12:00:00.000Z',
    stores: 'ok',
    lagMilliseconds: 0,
    runningAgents: 2,
    capacity: 8,
    busyRunners: 3,
  },
  testRuns: { running: 1, submitted: 0, queued: 0, queuedSince: null, today: 4, usual: 12, setupFailedToday: 1 },
  account: null,
  busiestAccounts: [],
};
