import {
  type BuildId,
  defaultStageSettings,
  defaultSuiteSettings,
  type EnvironmentId,
  type ProjectId,
  type TestCounts,
  type TestPlanDetailView,
  type TestPlanId,
  type TestPlanRunId,
  type TestPlanRunView,
  type TestPlanStageId,
  type TestPlanStageResult,
  type TestPlanStageView,
  type TestPlanSuiteId,
  type TestPlanSuiteResult,
  type TestPlanSuiteView,
  type TestPlanView,
  type TestRunId,
  type TestSuiteId,
} from '@assay/contract';
import { positionAt } from './views.ts';

const project = { id: 'p1' as ProjectId, key: 'checkout', name: 'Checkout' };
const environment = { id: 'e1' as EnvironmentId, name: 'staging' };

/** A suite in a stage, on the newest commit of main; its name is its id's. */
export function planSuiteView(name: string, change: Partial<TestPlanSuiteView> = {}): TestPlanSuiteView {
  return {
    ...defaultSuiteSettings,
    id: name.toLowerCase() as TestPlanSuiteId,
    testPlanStageId: 'st1' as TestPlanStageId,
    order: 1,
    archived: false,
    projectId: project.id,
    project,
    testSuiteId: `suite-${name}` as TestSuiteId,
    testSuite: { id: `suite-${name}`, name },
    environmentId: environment.id,
    environment,
    branch: 'main',
    buildName: null,
    deploy: null,
    problem: null,
    lastResult: null,
    usualDuration: null,
    ...change,
  };
}

export function planStageView(name: string, change: Partial<TestPlanStageView> = {}): TestPlanStageView {
  return {
    ...defaultStageSettings,
    id: `st-${name.toLowerCase()}` as TestPlanStageId,
    testPlanId: 'plan1' as TestPlanId,
    order: 1,
    archived: false,
    name,
    suites: [],
    usualDuration: null,
    ...change,
  };
}

export function testPlanView(change: Partial<TestPlanView> = {}): TestPlanView {
  return {
    id: 'plan1' as TestPlanId,
    name: 'Release gate',
    key: 'release-gate',
    goal: 'Nothing ships that cannot take an order',
    archived: false,
    createdAt: '2026-11-01T10:00:00Z',
    lastExecutedAt: null,
    hasTestSuites: true,
    stageCount: 2,
    suiteCount: 3,
    lastRun: null,
    position: positionAt(1),
    revision: '7',
    ...change,
  };
}

export function testPlanDetailView(
  stages: readonly TestPlanStageView[],
  change: Partial<TestPlanView> = {},
): TestPlanDetailView {
  const suiteCount = stages.reduce((sum, { suites }) => sum + suites.length, 0);
  const counts = { stageCount: stages.length, suiteCount, hasTestSuites: suiteCount > 0 };
  return { ...testPlanView({ ...counts, ...change }), stages: [...stages] };
}

const noCounts: TestCounts = {
  testCount: 0,
  passCount: 0,
  flakyCount: 0,
  failCount: 0,
  ignoredCount: 0,
  notRunCount: 0,
  runningCount: 0,
  remainingTests: 0,
};

export function planSuiteResult(
  change: Partial<TestPlanSuiteResult> = {},
  counts: Partial<TestCounts> = {},
): TestPlanSuiteResult {
  const status = change.status ?? 'pass';
  return {
    testPlanSuiteId: 'smoke' as TestPlanSuiteId,
    projectId: project.id,
    project,
    testSuiteId: 'suite-Smoke' as TestSuiteId,
    testSuiteName: 'Smoke',
    status,
    isRunning: status === 'running',
    isError: status === 'error',
    isNotRun: status === 'skipped',
    message: null,
    environmentId: environment.id,
    environment: environment.name,
    buildId: 'b1' as BuildId,
    build: '4182',
    deployId: null,
    branch: 'main',
    commit: '8f31c02a4d55',
    testRunId: null,
    testRun: null,
    counts: { ...noCounts, ...counts },
    startedAt: '2026-11-20T10:00:00Z',
    endedAt: '2026-11-20T10:01:00Z',
    duration: 60_000,
    attempts: [],
    canRerun: false,
    ...change,
  };
}

export function planStageResult(change: Partial<TestPlanStageResult> = {}): TestPlanStageResult {
  const suites = change.suites ?? [planSuiteResult()];
  return {
    ...defaultStageSettings,
    testPlanStageId: 'st-smoke' as TestPlanStageId,
    name: 'Smoke',
    order: 1,
    status: 'pass',
    total: suites.length,
    pass: suites.filter(({ status }) => status === 'pass').length,
    fail: suites.filter(({ status }) => status === 'fail' || status === 'error').length,
    skipped: suites.filter(({ status }) => status === 'skipped').length,
    skippedAfter: null,
    duration: 60_000,
    suites,
    ...change,
  };
}

export function testPlanRunView(change: Partial<TestPlanRunView> = {}): TestPlanRunView {
  const stages = change.stages ?? [planStageResult()];
  const status = change.status ?? 'completed';
  const countOf = (of: TestPlanStageResult['status']) => stages.filter((stage) => stage.status === of).length;
  return {
    id: 'run1' as TestPlanRunId,
    testPlanId: 'plan1' as TestPlanId,
    testPlanName: 'Release gate',
    status,
    passed: status === 'completed' ? stages.every((stage) => stage.status === 'pass') : null,
    createdAt: '2026-11-20T10:00:00Z',
    createdBy: null,
    trigger: null,
    startedBy: 'Ada Lovelace',
    completedAt: status === 'Running' ? null : '2026-11-20T10:08:56Z',
    duration: status === 'Running' ? null : 536_000,
    usualDuration: null,
    statusUpdatedBy: null,
    canceledBy: null,
    totals: noCounts,
    stageTotals: { total: stages.length, pass: countOf('pass'), fail: countOf('fail'), skipped: countOf('skipped') },
    stages,
    position: positionAt(1),
    revision: '3',
    ...change,
  };
}

/** @returns a test run as a plan run names it. */
export function runOfSuite(number: number, status: 'PASS' | 'FAIL' | 'RUNNING' | 'CANCELED' = 'PASS') {
  const id = `r${number}` as TestRunId;
  return { testRunId: id, testRun: { id, number, status, statusInfo: null } };
}
