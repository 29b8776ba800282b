import { LruCache, SingleFlight } from '@assay/concurrency';
import {
  isFinished,
  type ProblemId,
  type TestId,
  type TestRunId,
  type TestRunnerId,
  type TestStatus,
  testRunTestIdOf,
  type WholeRunSignal,
} from '@assay/contract';
import {
  type FailedTest,
  type FailureGroup,
  FailureGrouping,
  groupFailures,
  problemIdOf,
  wholeRunSignals,
} from '@assay/root-causes';
import type { Collections } from '../collections.ts';
import { importedTestsOf } from '../importedResults/importedTests.ts';
import type { TestRunSummaryDocument } from '../testRunSummaries/testRunSummaries.ts';
import type { AttemptDetail, TestRunTestDocument } from '../testRunTests/testRunTests.ts';

/** A failed test of a run, as its causes name it. */
export type CauseTest = Pick<FailedTest, 'id' | 'file' | 'name' | 'runnerId' | 'problemId'> & { testId: TestId };
export type RunCause = Omit<FailureGroup, 'tests'> & {
  tests: readonly CauseTest[];
  /** Another cause of the run has one of its fingerprints too. */
  sharesFingerprints: boolean;
};

/** Why tests of a run fail, by rules. Errors of the tests are left out: a run may have thousands. */
export type RunCauses = {
  causes: readonly RunCause[];
  /** Failures that say no error. */
  unexplained: readonly CauseTest[];
  isCoarse: boolean;
  failedCount: number;
  /** Tests that failed first and passed in the end, and their causes. */
  flakyCount: number;
  flakyCauseCount: number;
  wholeRun: readonly WholeRunSignal[];
};

type Row = Pick<
  TestRunTestDocument,
  'testRunId' | 'testId' | 'copy' | 'file' | 'name' | 'problemId' | 'quarantined'
> & {
  status: TestStatus;
  flaky: boolean;
  attempts: Pick<AttemptDetail, 'status' | 'error' | 'frames' | 'runnerId'>[];
};

const projection = {
  testRunId: 1,
  testId: 1,
  copy: 1,
  file: 1,
  name: 1,
  status: 1,
  flaky: 1,
  quarantined: 1,
  problemId: 1,
  'attempts.status': 1,
  'attempts.error': 1,
  'attempts.frames': 1,
  'attempts.runnerId': 1,
} as const;

/** Rows in memory at once, besides those that are grouped. */
const atOnce = 1_000;

/** Tests of a run that failed in one of their attempts. */
export function failedRowsOf(
  collections: Collections,
  { testRunId, request }: TestRunSummaryDocument,
): AsyncIterable<Row> {
  if (request.upload) return importedTestsOf(collections, testRunId);
  const filter = {
    testRunId,
    $or: [
      { testRunId, status: 'FAIL' as const },
      { testRunId, flaky: true },
    ],
  };
  return collections.testRunTests.find<Row>(filter, { projection, batchSize: atOnce });
}

/** A failed test, whose causes are found. */
export type CausedFailure = FailedTest & { testId: TestId };

/** @returns a failed attempt of a test as its causes are found */
export function failedOf(row: Row, attempt: Row['attempts'][number] | undefined): CausedFailure {
  const { testRunId, testId, copy, file, name } = row;
  const error = attempt?.error ?? null;
  const problemId = row.status === 'FAIL' ? row.problemId : problemIdOf(error, testId);
  const id = testRunTestIdOf(testRunId, testId, copy);
  // A stored name is too long-lived to hold the document that it came in.
  const { frames, runnerId = null } = attempt ?? {};
  return { id, testId, file, name, framework: null, error, frames, problemId, runnerId };
}

function withoutError({ id, testId, file, name, runnerId, problemId }: CausedFailure): CauseTest {
  return { id, testId, file, name, runnerId, problemId };
}

/** @returns the causes of failed tests, by rules */
function causesOf(rows: readonly Row[]): RunCause[] {
  return shownCauses(groupFailures(rows.map((row) => failedOf(row, row.attempts.at(-1)))).groups);
}

function shownCauses(groups: readonly FailureGroup<CausedFailure>[]): RunCause[] {
  const seen = new Set<ProblemId>();
  const shared = new Set<ProblemId>();
  for (const id of groups.flatMap(({ problemIds }) => problemIds)) (seen.has(id) ? shared : seen).add(id);
  return groups.map((group) => ({
    ...group,
    tests: group.tests.map(withoutError),
    sharesFingerprints: group.problemIds.some((id) => shared.has(id)),
  }));
}

/**
 * @param grouping of the failures that the run had before
 * @returns why tests of the run fail, read from its results
 */
export async function findRunCauses(
  collections: Collections,
  run: TestRunSummaryDocument,
  grouping: FailureGrouping<CausedFailure>,
): Promise<RunCauses> {
  const failed: CausedFailure[] = [];
  const flaky: CausedFailure[] = [];
  for await (const row of failedRowsOf(collections, run)) {
    if (row.quarantined) continue;
    if (row.status === 'FAIL') failed.push(failedOf(row, row.attempts.at(-1)));
    else if (row.flaky && row.status === 'PASS') {
      const attempt = row.attempts.find(({ status }) => status === 'FAIL');
      if (attempt) flaky.push(failedOf(row, attempt));
    }
  }
  const { groups, unexplained, isCoarse } = grouping.group(failed);
  const { testRunId } = run;
  const [lostRunners, details] = await Promise.all([
    collections.testRunHistory.countDocuments({ testRunId, column: 'Runner' }),
    collections.testRunDetails.findOne({ _id: testRunId }, { projection: { setupProblem: 1 } }),
  ]);
  return {
    causes: shownCauses(groups),
    unexplained: unexplained.map(withoutError),
    isCoarse,
    failedCount: failed.length,
    flakyCount: flaky.length,
    flakyCauseCount: groupFailures(flaky).groups.length,
    wholeRun: wholeRunSignals({
      failedCount: failed.length,
      passedCount: run.totals.passed,
      lostRunners,
      setupError: details?.setupProblem ?? null,
      groups,
    }),
  };
}

export type RunCausesReader = (collections: Collections, run: TestRunSummaryDocument) => Promise<RunCauses>;

/** Failed tests whose causes are kept in memory. */
const testsKept = 50_000;
/** Failures of unfinished runs that are kept in memory with their errors, to group those that follow. */
const groupedKept = 10_000;

type LiveGrouping = { grouping: FailureGrouping<CausedFailure>; failedCount: number };

/**
 * Keeps the causes of runs that people look at until something of the run changes; who asks while they are found waits for
 * the same answer. While a run goes on, its rows are read again, and only its new failures are compared.
 */
export function openRunCauses(find: typeof findRunCauses = findRunCauses): RunCausesReader {
  const kept = new LruCache<string, RunCauses>(testsKept, ({ failedCount }) => failedCount + 1);
  const finds = new SingleFlight<string, RunCauses>();
  const live = new LruCache<TestRunId, LiveGrouping>(groupedKept, ({ failedCount }) => failedCount + 1);
  return async (collections, run) => {
    const key = `${run.testRunId} ${run.position}`;
    const findNow = async () => {
      const { grouping } = live.get(run.testRunId) ?? { grouping: new FailureGrouping<CausedFailure>() };
      const causes = await find(collections, run, grouping);
      kept.set(key, causes);
      if (isFinished(run.status)) live.delete(run.testRunId);
      else live.set(run.testRunId, { grouping, failedCount: causes.failedCount });
      return causes;
    };
    return kept.get(key) ?? finds.join(key, findNow);
  };
}

/** @returns why a test of the run failed; a quarantined one does not count for the run, but has a cause as well */
export function causeOfTest({ causes }: Pick<RunCauses, 'causes'>, test: Row & { _id: string }): RunCause | null {
  if (test.status !== 'FAIL') return null;
  return causes.find(({ tests }) => tests.some(({ id }) => id === test._id)) ?? causesOf([test])[0] ?? null;
}

/** @returns the runners that its tests failed on */
export function runnersOf({ tests }: RunCause): TestRunnerId[] {
  return [...new Set(tests.flatMap(({ runnerId }) => runnerId ?? []))].sort();
}
