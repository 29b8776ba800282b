import {
  isFinished,
  isInconclusive,
  type ProjectId,
  type TestId,
  type TestRunCounts,
  type TestRunId,
  type TestRunStatus,
  type Totals,
  type UsageCounts,
} from '@assay/contract';
import type { RecordedEvent } from '@assay/event-log';
import type { TestRunCreated } from '@assay/event-schemas';

/** A run as its own events leave it, looked up one by one: nothing is kept, and nothing is added up on the way. */
export type PlainRun = {
  request: TestRunCreated;
  createdAt: string;
  status: TestRunStatus;
  knew: boolean;
  /** Only skipped or quarantined tests ran. */
  isIdle: boolean;
  ms: number | null;
};

/** One attempt at a test. */
export type PlainTry = {
  testRunId: TestRunId;
  projectId: ProjectId;
  testId: TestId;
  status: string;
  durationMs: number;
  final: boolean;
  quarantined: boolean;
  flaky: boolean;
};

/** One attempt at a test, with the day its run was created on, as YYYY-MM-DD. */
export type PlainAttempt = PlainTry & { day: string };

/** Every run that the events tell of. */
export function plainRuns(events: readonly RecordedEvent[]): PlainRun[] {
  return events.flatMap((creation) => {
    if (creation.type !== 'TestRunCreated') return [];
    const own = events.filter(({ stream }) => stream === creation.stream);
    const last = own.findLast(({ type }) =>
      ['TestRunFinished', 'TestRunCanceled', 'TestRunStatusSet', 'UploadResumed'].includes(type),
    );
    const end = own.findLast(({ type }) => type === 'TestRunFinished' || type === 'TestRunCanceled');
    const setUp = own.find(({ type }) => type === 'TestRunSetupStarted');
    const { upload } = creation.data;
    let status: TestRunStatus = 'RUNNING';
    if (last?.type === 'TestRunFinished') status = last.data.status;
    else if (last?.type === 'TestRunCanceled') status = 'CANCELED';
    else if (last?.type === 'TestRunStatusSet') status = last.data.to;
    const totals = end && 'totals' in end.data ? (end.data.totals as Totals) : null;
    const elapsed = end && setUp ? timeOf(end) - timeOf(setUp) : null;
    return {
      request: creation.data,
      createdAt: creation.envelope.occurredAt,
      status,
      knew: upload !== null || own.some(({ type }) => type === 'TestRunStarted'),
      isIdle: totals !== null && isInconclusive(totals),
      ms: upload ? (totals?.durationMs ?? 0) + (totals?.quarantinedDurationMs ?? 0) : elapsed,
    };
  });
}

/** When it happened, in milliseconds since 1970. */
export function timeOf({ envelope }: RecordedEvent): number {
  return Date.parse(envelope.occurredAt);
}

/** What the statistics of these runs are. */
export function plainCounts(runs: readonly PlainRun[]): TestRunCounts {
  const how = (is: (run: PlainRun) => boolean) => runs.filter(is).length;
  const ms = runs
    .filter(({ status, knew, isIdle }) => (status === 'PASS' && !isIdle) || (status === 'FAIL' && knew))
    .map((run) => run.ms ?? Number.NaN)
    .sort((a, b) => a - b);
  const atLeast = (share: number) => ms.find((_, index) => index + 1 >= share * ms.length) ?? null;
  return {
    runs: how(({ status }) => isFinished(status)),
    passed: how(({ status, isIdle }) => status === 'PASS' && !isIdle),
    failed: how(({ status, knew }) => status === 'FAIL' && knew),
    setupFailed: how(({ status, knew }) => status === 'FAIL' && !knew),
    inconclusive: how(({ status, isIdle }) => status === 'PASS' && isIdle),
    canceled: how(({ status }) => status === 'CANCELED'),
    unfinished: how(({ status }) => !isFinished(status)),
    p50Ms: atLeast(0.5),
    p95Ms: atLeast(0.95),
  };
}

/** The attempts at each test of each run, as the events tell them one by one. */
export function plainTries(events: readonly RecordedEvent[]): PlainTry[] {
  return events.flatMap((event): PlainTry[] => {
    if (event.type === 'TestFinished') return [event.data];
    if (event.type !== 'TestResultsImported') return [];
    const { testRunId, projectId, results } = event.data;
    return results.flatMap(({ testId, attempts, quarantined, flaky }) =>
      attempts.map((attempt, index) => {
        const final = index === attempts.length - 1;
        return { ...attempt, testRunId, projectId, testId, final, quarantined, flaky: flaky && final };
      }),
    );
  });
}

/** The attempts of the runs that have a verdict, with the day of the run. */
export function plainAttempts(events: readonly RecordedEvent[], runs: readonly PlainRun[]): PlainAttempt[] {
  const runOf = new Map(runs.map((run) => [run.request.testRunId, run]));
  return plainTries(events).flatMap((one): PlainAttempt[] => {
    const { createdAt, status } = runOf.get(one.testRunId) ?? { createdAt: '', status: 'RUNNING' as const };
    return status === 'PASS' || status === 'FAIL' ? [{ ...one, day: createdAt.slice(0, 10) }] : [];
  });
}

/** What came of the tests of these attempts. */
export function plainResultCounts(attempts: readonly PlainTry[]) {
  const final = attempts.filter((attempt) => attempt.final);
  const how = (status: string) => final.filter((one) => one.status === status && !one.quarantined).length;
  const again = attempts.filter((attempt) => !attempt.final);
  return {
    passed: how('PASS'),
    failed: how('FAIL'),
    ignored: how('IGNORED'),
    notRun: how('NOT_RUN'),
    quarantined: final.filter(({ quarantined }) => quarantined).length,
    flaky: final.filter(({ flaky }) => flaky).length,
    retries: again.length,
    retryMs: again.reduce((sum, { durationMs }) => sum + durationMs, 0),
  };
}

/** What was run: of these runs and attempts, those that have a verdict. */
export function plainUsage(runs: readonly PlainRun[], attempts: readonly PlainTry[]): UsageCounts {
  return {
    testRuns: runs.filter(({ status }) => status === 'PASS' || status === 'FAIL').length,
    totalTests: attempts.filter(({ final }) => final).length,
    failedTests: plainResultCounts(attempts).failed,
    totalTestingTime: attempts.reduce((sum, { durationMs }) => sum + durationMs, 0),
  };
}
