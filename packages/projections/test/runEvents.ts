import {
  type AgentId,
  type EnvironmentId,
  noTotals,
  type ProjectId,
  type TestId,
  type TestRunId,
  type TestRunnerId,
  type Totals,
} from '@assay/contract';
import type { CopiesDiffered, DomainEvent, TestFinished, WorkUnitLost, WorkUnitReplanned } from '@assay/event-schemas';
import { at } from './eventOf.ts';

export const testRunId = 'run-1' as TestRunId;
export const projectId = 'shop' as ProjectId;
export const runnerId = 'runner-1' as TestRunnerId;
const agentId = 'agent-1' as AgentId;
export const idsOf = (...names: string[]) => names as TestId[];
const facts = { testRunId, projectId };

export const created: DomainEvent = {
  type: 'TestRunCreated',
  data: {
    ...facts,
    number: 7,
    environmentId: 'staging' as EnvironmentId,
    pipelineStageId: null,
    branch: 'main',
    ref: null,
    includeTags: [],
    excludedTags: [],
    testFilters: [],
    selectedTests: null,
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
    upload: null,
    copies: 1,
    testSuiteId: null,
    deployId: null,
  },
};
export const submitted: DomainEvent = { type: 'TestRunSubmitted', data: { testRunId } };
export const setupStarted: DomainEvent = { type: 'TestRunSetupStarted', data: { testRunId, agentId } };
export const tearDown: DomainEvent = { type: 'TestRunTearDownStarted', data: { testRunId } };
export const runnerCreated: DomainEvent = {
  type: 'TestRunnerCreated',
  data: { testRunnerId: runnerId, testRunId, agentId, runnerPoolId: null, replaces: null },
};
export const runnerExited: DomainEvent = {
  type: 'TestRunnerExited',
  data: { testRunnerId: runnerId, testRunId, agentId, runnerPoolId: null, reason: 'runEnded', staffReason: null },
};

export function listed(...names: string[]): DomainEvent {
  return listedCopies(1, ...names);
}
export function listedCopies(copies: number, ...names: string[]): DomainEvent {
  const tests = names.map((name, index) => ({
    testId: name as TestId,
    file: 'a.spec.ts',
    name,
    line: index,
    tags: ['@smoke'],
    selector: null,
  }));
  return { type: 'TestsListed', data: { ...facts, list: 'blob', chunk: 0, tests, copies } };
}
export function started(testCount: number, ...quarantined: string[]): DomainEvent {
  const data = { testRunId, commit: 'abc', commitMessage: 'Add cart', testCount, unitCount: 1, copies: 1 };
  return { type: 'TestRunStarted', data: { ...data, quarantined: idsOf(...quarantined) } };
}
export function differed(...tests: CopiesDiffered['tests']): DomainEvent {
  const flaky = tests.reduce((sum, { passed }) => sum + passed.length, 0);
  return { type: 'CopiesDiffered', data: { testRunId, tests, flaky } };
}
export function finished(status: 'PASS' | 'FAIL', statusInfo: string | null = null): DomainEvent {
  return { type: 'TestRunFinished', data: { testRunId, status, code: null, statusInfo, totals: noTotals } };
}
export function canceled(): DomainEvent {
  return { type: 'TestRunCanceled', data: { testRunId, from: 'RUNNING', totals: noTotals, supersededBy: null } };
}
export function claimed(unit = 1, ...tests: string[]): DomainEvent {
  const data = { ...facts, unit, attempt: 1, copy: null, agentId, runnerId, quarantined: [] };
  return { type: 'WorkUnitClaimed', data: { ...data, tests: idsOf(...tests) } };
}
export function completed(unit = 1): DomainEvent {
  const data = { testRunId, unit, attempt: 1, runnerId, totals: noTotals, problem: null };
  return { type: 'WorkUnitCompleted', data };
}
export function lost(changed: Partial<WorkUnitLost>): DomainEvent {
  const data = { testRunId, unit: 1, attempt: 1, runnerId, reason: 'leaseExpired' as const, finished: noTotals };
  const rest = { copy: null, unfinished: [], running: [], undiscovered: 0, undiscoveredQuarantined: 0 };
  return { type: 'WorkUnitLost', data: { ...data, ...rest, ...changed } };
}
export function replanned(changed: Partial<WorkUnitReplanned>): DomainEvent {
  const data = { testRunId, unit: 1, attempt: 2, tests: [], finished: noTotals, dropped: noTotals };
  const rest = { reason: 'leaseExpired', undiscovered: 0, undiscoveredQuarantined: 0 };
  return { type: 'WorkUnitReplanned', data: { ...data, ...rest, ...changed } };
}
export function discovered(name: string, quarantined = false): DomainEvent {
  const data = { ...facts, testId: name as TestId, copy: null, file: 'b.spec.ts', name, tags: [], quarantined };
  return { type: 'TestDiscovered', data };
}
export function testStarted(name: string, attempt = 1, copy: number | null = null): DomainEvent {
  const data = { ...facts, testId: name as TestId, copy, attempt, runnerId, startedAt: at(5) };
  return { type: 'TestStarted', data };
}
export function testFinished(
  name: string,
  status: TestFinished['status'],
  changed: Partial<TestFinished> = {},
): DomainEvent {
  const data = {
    ...facts,
    testId: name as TestId,
    copy: null,
    attempt: 1,
    runnerId,
    status,
    final: true,
    wasRunning: true,
  };
  const rest = { flaky: false, quarantined: false, timedOut: false, startedAt: at(5), durationMs: 100, error: null };
  return { type: 'TestFinished', data: { ...data, ...rest, frames: [], details: null, artifacts: [], ...changed } };
}
export const totalsOf = (some: Partial<Totals>): Totals => ({ ...noTotals, ...some });
