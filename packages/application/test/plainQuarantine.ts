import { brokenTest, type ProjectId, type Totals } from '@assay/contract';
import type { RecordedEvent } from '@assay/event-log';

type PlainResult = { status: string; flaky: boolean; quarantined: boolean; error: string | null };
/** A run of the project that ended, as its own events tell it. */
type PlainRun = {
  id: string;
  number: number;
  place: string;
  createdAt: string;
  settledAt: string;
  endedAt: string;
  verdict: string;
  code: string | null;
  commit: string | null;
  results: Map<string, PlainResult>;
  isOutage: boolean;
};

function resultsOf(events: readonly RecordedEvent[], testRunId: string): Map<string, PlainResult> {
  const results = new Map<string, PlainResult>();
  for (const { type, data } of events) {
    if (type === 'TestFinished' && data.testRunId === testRunId) {
      const before = results.get(data.testId);
      const flaky = data.status === 'PASS' && before?.status === 'FAIL';
      const { status, quarantined, error } = data;
      results.set(data.testId, { status, flaky, quarantined, error });
    }
    if (type === 'TestResultsImported' && data.testRunId === testRunId) {
      for (const { testId, attempts, flaky, quarantined } of data.results) {
        const last = attempts.at(-1);
        if (last) results.set(testId, { status: last.status, flaky, quarantined, error: last.error });
      }
    }
  }
  return results;
}

function runsOf(events: readonly RecordedEvent[], projectId: ProjectId): PlainRun[] {
  return events.flatMap((creation): PlainRun[] => {
    if (creation.type !== 'TestRunCreated' || creation.data.projectId !== projectId) return [];
    const { testRunId: id, number, branch, environmentId, upload } = creation.data;
    const own = events.filter(({ stream }) => stream === creation.stream);
    const end = own.findLast(({ type }) => type === 'TestRunFinished' || type === 'TestRunCanceled');
    if (!end) return [];
    const start = own.find(({ type }) => type === 'TestRunStarted');
    const createdAt = creation.envelope.occurredAt;
    const totals = 'totals' in end.data ? (end.data.totals as Totals) : null;
    const failed = totals ? totals.failed + totals.quarantinedFailed : 0;
    const judged = totals ? failed + totals.passed + totals.quarantinedPassed : 0;
    return [
      {
        id,
        number,
        place: `${environmentId} ${branch}`,
        createdAt,
        settledAt: (upload ? null : start?.envelope.occurredAt) ?? createdAt,
        endedAt: end.envelope.occurredAt,
        verdict: end.type === 'TestRunFinished' ? end.data.status : 'CANCELED',
        code: end.type === 'TestRunFinished' ? end.data.code : null,
        commit: upload?.commit ?? (start?.type === 'TestRunStarted' ? start.data.commit : null),
        results: resultsOf(events, id),
        isOutage: judged >= 5 && failed >= judged * 0.9,
      },
    ];
  });
}

/**
 * The preview of quarantine as a person with a pencil makes it: run by run in the order of their ends, and for each
 * failure a look to its left and its right. Nothing is kept between.
 */
export function plainQuarantine(events: readonly RecordedEvent[], projectId: ProjectId) {
  const runs = runsOf(events, projectId);
  const since = new Map<string, PlainRun>();
  for (const run of runs.toSorted((a, b) => a.endedAt.localeCompare(b.endedAt))) {
    if (run.verdict === 'CANCELED') continue;
    for (const [testId, { flaky, quarantined }] of run.results) {
      if (flaky && !quarantined && !since.has(testId)) since.set(testId, run);
    }
  }
  const isAside = (testId: string, { settledAt }: PlainRun) => {
    const began = since.get(testId);
    return began !== undefined && settledAt > began.endedAt;
  };
  const spared = runs.filter((run) => {
    const failures = [...run.results].filter(([, { status, quarantined }]) => status === 'FAIL' && !quarantined);
    const failedByTests = run.verdict === 'FAIL' && run.code === null && failures.length > 0;
    return failedByTests && failures.every(([testId]) => isAside(testId, run));
  });
  const missed = [...since.keys()].flatMap((testId) => {
    const judged = runs
      .filter((run) => run.verdict !== 'CANCELED' && !run.isOutage && run.results.has(testId))
      .toSorted((a, b) => a.createdAt.localeCompare(b.createdAt));
    return judged.flatMap((run) => {
      const row = judged.filter(({ place }) => place === run.place);
      const fails = (one?: PlainRun) => one?.results.get(testId)?.status === 'FAIL';
      const at = row.indexOf(run);
      if (!fails(run) || !isAside(testId, run)) return [];
      let [from, to] = [at, at];
      while (fails(row[from - 1])) from -= 1;
      while (fails(row[to + 1])) to += 1;
      const failures = row.slice(from, to + 1);
      const errors = new Set(failures.map(({ results }) => results.get(testId)?.error));
      const after = row[to + 1];
      // In these histories every run has a commit of its own.
      const isFixed = failures.length > 1 && errors.size === 1 && after && !after.results.get(testId)?.flaky;
      if (failures.length >= brokenTest.inARow) return [`${run.number} ${testId} BROKEN`];
      return isFixed ? [`${run.number} ${testId} FIXED`] : [];
    });
  });
  const judged = runs.filter(({ verdict }) => verdict === 'PASS' || verdict === 'FAIL');
  return {
    runs: judged.length,
    failed: judged.filter(({ verdict }) => verdict === 'FAIL').length,
    quarantined: [...since].map(([testId, { number }]) => `${number} ${testId}`).sort(),
    spared: spared.map(({ number }) => number).sort((a, b) => a - b),
    missed: missed.sort(),
  };
}
