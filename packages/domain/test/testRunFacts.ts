import {
  type AgentId,
  type EnvironmentId,
  noTotals,
  type ProjectId,
  type TestId,
  type TestRunId,
  type Totals,
} from '@assay/contract';
import type { TestRunCreated, TestRunEvent } from '@assay/event-schemas';
import type { TestRunCommand } from '../src/index.ts';

export const testRunId = 'run-1' as TestRunId;
export const agentId = 'agent-1' as AgentId;
export const idsOf = (...names: string[]) => names as TestId[];
export const totalsOf = (some: Partial<Totals>): Totals => ({ ...noTotals, ...some });

export const request: TestRunCreated = {
  testRunId,
  number: 7,
  projectId: 'shop' as ProjectId,
  environmentId: 'staging' as EnvironmentId,
  pipelineStageId: null,
  branch: 'main',
  ref: null,
  includeTags: [],
  excludedTags: [],
  testFilters: [],
  selectedTests: null,
  copies: 1,
  maxRunners: 2,
  parallelizeByFile: true,
  testTimeoutSeconds: 900,
  timeoutMinutes: 180,
  priority: 1,
  retryFailedTests: false,
  recordVideo: false,
  playwrightProject: null,
  attributes: [],
  ignoreQuarantine: false,
  rerunOf: null,
  build: null,
  testSuiteId: null,
  deployId: null,
  upload: null,
};

export const created: TestRunEvent = { type: 'TestRunCreated', data: request };
export const submitted: TestRunEvent = { type: 'TestRunSubmitted', data: { testRunId } };
export const setupStarted: TestRunEvent = { type: 'TestRunSetupStarted', data: { testRunId, agentId } };
export const tearDownStarted: TestRunEvent = { type: 'TestRunTearDownStarted', data: { testRunId } };

/** A run whose units hold these tests; the tests of an empty unit are discovered while running. */
export function started(...tests: string[][]): TestRunEvent[] {
  const units = tests.map((names, index) => ({
    unit: index + 1,
    copy: null,
    tests: idsOf(...names),
    expectedMs: 1_000,
  }));
  const testCount = tests.flat().length;
  const data = { testRunId, commit: 'abc', commitMessage: 'Add cart', testCount, unitCount: units.length, copies: 1 };
  return [
    { type: 'TestRunStarted', data: { ...data, quarantined: [] } },
    { type: 'WorkUnitsPlanned', data: { testRunId, units, complete: true } },
  ];
}

export const running = (...tests: string[][]) => [created, submitted, setupStarted, ...started(...tests)];

export function unitFinished(unit: number, totals: Partial<Totals>, attempt = 1): TestRunEvent {
  return { type: 'WorkUnitFinished', data: { testRunId, unit, attempt, totals: totalsOf(totals), problem: null } };
}

type FinishUnit = Extract<TestRunCommand, { type: 'finishUnit' }>;
export function finishUnit(unit: number, totals: Partial<Totals>, changed: Partial<FinishUnit> = {}): FinishUnit {
  return { type: 'finishUnit', unit, attempt: 1, totals: totalsOf(totals), problem: null, ...changed };
}

type LoseUnit = Extract<TestRunCommand, { type: 'loseUnit' }>;
export function loseUnit(unit: number, unfinished: string[], changed: Partial<LoseUnit> = {}): LoseUnit {
  return {
    type: 'loseUnit',
    unit,
    attempt: 1,
    finished: noTotals,
    unfinished: idsOf(...unfinished),
    undiscovered: 0,
    undiscoveredQuarantined: 0,
    reason: 'leaseExpired',
    ...changed,
  };
}
