import type {
  AccountId,
  AccountView,
  EnvironmentId,
  EnvironmentView,
  Position,
  ProjectId,
  ProjectView,
  RoleType,
  TestId,
  TestResultRow,
  TestRunId,
  TestRunView,
  UserId,
  UserView,
} from '@assay/contract';
import { defaultProjectSettings, displayOfStatus } from '@assay/contract';

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
    roles: [{ id: 'ro1', accountId, accountName: 'northwind', roleType }],
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
};

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

export function testRunView(number: number, change: Partial<TestRunView> = {}): TestRunView {
  const status = change.status ?? 'PASS';
  return {
    id: `r${number}` as TestRunId,
    number,
    status,
    statusDisplay: displayOfStatus(status),
    statusInfo: null,
    projectId: 'p1' as ProjectId,
    project: {
      id: 'p1' as ProjectId,
      key: 'checkout',
      name: 'Checkout',
      testingFramework: 'Playwright',
      runner: 'other',
    },
    environmentId: 'e1' as EnvironmentId,
    environmentName: 'staging',
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
    testId: name as TestId,
    copy: null,
    file: 'cart.spec.ts',
    name,
    tags: [],
    parentId: null,
    line: null,
    status: 'PASS',
    startTime: null,
    duration: 1000,
    testRunnerId: null,
    attempts: 1,
    flaky: false,
    quarantined: false,
    timedOut: false,
    error: null,
    hasResults: true,
    screenshots: 0,
    recent: [],
    position: positionAt(10),
    ...change,
  };
}
