import { isFinished, type TestRunCounts, type TestRunStatus, type Totals } from '@assay/contract';
import type { RecordedEvent } from '@assay/event-log';
import type { TestRunCreated } from '@assay/event-schemas';

/** A run as its own events leave it, looked up one by one: nothing is kept, and nothing is added up on the way. */
export type PlainRun = {
  request: TestRunCreated;
  createdAt: string;
  status: TestRunStatus;
  knew: boolean;
  ms: number | null;
};

/** One attempt at a test, with the day its run was created on, as YYYY-MM-DD. */
export type PlainAttempt = {
  day: string;
  status: string;
  durationMs: number;
  final: boolean;
  quarantined: boolean;
  flaky: boolean;
};

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
    .filter(({ status, knew }) => status === 'PASS' || (status === 'FAIL' && knew))
    .map((run) => run.ms ?? Number.NaN)
    .sort((a, b) => a - b);
  const atLeast = (share: number) => ms.find((_, index) => index + 1 >= share * ms.length) ?? null;
  return {
    runs: how(({ status }) => isFinished(status)),
    passed: how(({ status }) => status === 'PASS'),
    failed: how(({ status, knew }) => status === 'FAIL' && knew),
    setupFailed: how(({ status, knew }) => status === 'FAIL' && !knew),
    canceled: how(({ status }) => status === 'CANCELED'),
    unfinished: how(({ status }) => !isFinished(status)),
    p50Ms: atLeast(0.5),
    p95Ms: atLeast(0.95),
  };
}

/** The attempts at each test of each run, as the events tell them one by one, with the day of the run. */
export function plainAttempts(events: readonly RecordedEvent[], runs: readonly PlainRun[]): PlainAttempt[] {
  const runOf = new Map(runs.map((run) => [run.request.testRunId, run]));
  return events.flatMap((event): PlainAttempt[] => {
    if (event.type !== 'TestFinished' && event.type !== 'TestResultsImported') return [];
    const { createdAt, status } = runOf.get(event.data.testRunId) ?? { createdAt: '', status: 'RUNNING' as const };
    if (status !== 'PASS' && status !== 'FAIL') return [];
    const day = createdAt.slice(0, 10);
    if (event.type === 'TestFinished') return [{ ...event.data, day }];
    return event.data.results.flatMap(({ attempts, quarantined, flaky }) =>
      attempts.map((attempt, index) => {
        const final = index === attempts.length - 1;
        return { ...attempt, day, final, quarantined, flaky: flaky && final };
      }),
    );
  });
}
