import type { ReplayedTest, TestResultRow, TestResultView, TestRunnerView, TestRunView } from '@assay/contract';
import { keyOfRow, type RunResults, rowOf, sealed } from '../results/runResults.ts';
import type { ReplayTape } from './replayTape.ts';

/** A run as it stood. */
export type ReplayState = {
  /** So many frames are played. */
  played: number;
  run: TestRunView;
  results: RunResults;
  runners: readonly TestRunnerView[];
  /** By how much later than they happened results were known, in milliseconds; those that were not late are not in it. */
  late: ReadonlyMap<string, number>;
};

/**
 * @param run as it is now; the same for `results`
 * @param before an earlier state of the same tape: only what has changed since is looked at
 */
export function stateAt(
  tape: ReplayTape,
  played: number,
  run: TestRunView,
  results: RunResults,
  before: ReplayState | null,
): ReplayState {
  const state = tape.runAfter(played);
  // Also on the way back, what did not change in between stays.
  const keys = before
    ? [...tape.testsChanged(Math.min(before.played, played), Math.max(before.played, played))]
    : [...results.places.keys()];
  const rows: (TestResultRow | undefined)[] = before
    ? [...before.results.rows]
    : Array.from({ length: results.rows.length }, () => undefined);
  const late = new Map(before?.late);
  for (const key of keys) {
    const place = results.places.get(key);
    const row = place === undefined ? undefined : results.rows[place];
    const found = tape.testAfter(key, played);
    if (place === undefined || !row) continue;
    rows[place] = found ? rowThen(row, found.test) : undefined;
    if (found && found.lateMs > 0) late.set(key, found.lateMs);
    else late.delete(key);
  }
  if (before && keys.length === 0)
    return { ...before, played, run: { ...run, ...state.run }, runners: [...state.runners.values()] };
  return {
    played,
    run: { ...run, ...state.run },
    results: sealed({ ...results, rows }),
    runners: [...state.runners.values()],
    late,
  };
}

/**
 * A seek makes one for each of tens of thousands of tests, so each field is named: to spread a second object into the first
 * takes many times as long.
 */
function rowThen(row: TestResultRow, test: ReplayedTest): TestResultRow {
  return {
    ...row,
    status: test.status,
    startTime: test.startTime,
    endTime: test.endTime,
    duration: test.duration,
    testRunnerId: test.testRunnerId,
    runnerUuid: test.runnerUuid,
    attempts: test.attempts,
    severalAttempts: test.severalAttempts,
    flaky: test.flaky,
    quarantined: test.quarantined,
    timedOut: test.timedOut,
    error: test.error,
    hasResults: test.hasResults,
    screenshots: test.screenshots,
    // Reviews are of the run as it is.
    reviewerUserId: null,
    reviewStatusId: null,
  };
}

/** @returns a test in full as it stood: attempts that had not begun are not there, and one that ran has no result yet. */
export function testAtMoment(test: TestResultView, results: RunResults): TestResultView {
  const row = rowOf(results, keyOfRow(test));
  if (!row) return { ...test, attemptsDetail: [], status: 'PENDING', failingSince: null };
  const { recent, ...then } = row;
  const attemptsDetail = test.attemptsDetail.slice(0, row.attempts).map((attempt) => {
    const running =
      attempt.attempt === row.attempts && (row.severalAttempts.at(-1)?.status ?? row.status) === 'RUNNING';
    if (!running) return attempt;
    const texts = { error: null, stackTrace: null, output: null, processOutput: null, codeFrames: [], steps: [] };
    const files = { screenShots: [], videos: [], files: [] };
    return { ...attempt, ...texts, ...files, status: 'RUNNING' as const, endTime: null, duration: null };
  });
  return { ...test, ...then, attemptsDetail, failingSince: row.status === 'FAIL' ? test.failingSince : null };
}
