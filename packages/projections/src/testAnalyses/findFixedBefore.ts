import type { FixedBefore, ProjectId, RootCause, TestId, TestRunId } from '@assay/contract';
import type { Collections } from '../collections.ts';
import { problemKeyOf } from '../failures/failures.ts';
import { projectTestIdOf } from '../projectTests/projectTests.ts';
import { readAny } from '../readAny.ts';
import { findRunsOfCauses } from '../runAnalyses/findRunAnalysis.ts';
import { type TestResult, unpack } from '../testStats/packedResults.ts';

/** Tests with the cause whose results are searched for a pass. */
const testsSearched = 10;

type Fixed = { first: TestRunId; last: TestRunId; runCount: number; passed: TestRunId };

/**
 * @param results of one test, the oldest first
 * @param ofCause runs that have the cause
 * @returns its last failures of the cause that were followed by a pass
 */
function fixedIn(results: readonly TestResult[], ofCause: ReadonlySet<TestRunId>): Fixed | null {
  let failed: TestRunId[] = [];
  let fixed: Fixed | null = null;
  for (const { testRunId, status } of results) {
    if (status === 'FAIL') failed = ofCause.has(testRunId) ? [...failed, testRunId] : [];
    if (status !== 'PASS') continue;
    const [first] = failed;
    const last = failed.at(-1);
    if (first && last) fixed = { first, last, runCount: failed.length, passed: testRunId };
    failed = [];
  }
  return fixed;
}

/** @returns how the failures of a cause ended the last time before a run; null: no kept result shows that they did */
export async function findFixedBefore(
  collections: Collections,
  projectId: ProjectId,
  cause: RootCause,
  testRunId: TestRunId,
): Promise<FixedBefore | null> {
  const keys = cause.problemIds.map((problemId) => problemKeyOf(projectId, problemId));
  const projection = { recent: 1, recentRuns: 1 };
  const failures = await collections.failures.find({ _id: { $in: keys } }, { projection }).toArray();
  const ofCause = new Set(failures.flatMap(({ recentRuns }) => recentRuns));
  const testIds = [...new Set(failures.flatMap(({ recent }) => recent.map(({ testId }): TestId => testId)))];
  const ids = testIds.slice(0, testsSearched).map((testId) => projectTestIdOf(projectId, testId));
  const stats = await readAny(ids, (some) => collections.testStats.find({ _id: { $in: some } }).toArray());
  const fixed = stats
    .flatMap(({ results }) => {
      const oldestFirst = unpack(results)
        .filter((result) => result.testRunId < testRunId)
        .sort((one, other) => (one.testRunId < other.testRunId ? -1 : 1));
      return fixedIn(oldestFirst, ofCause) ?? [];
    })
    .sort((one, other) => (one.passed > other.passed ? -1 : 1))[0];
  if (!fixed) return null;
  const runs = await findRunsOfCauses(collections, [fixed.first, fixed.last, fixed.passed]);
  const [first, last, passed] = [fixed.first, fixed.last, fixed.passed].map((id) => runs.get(id));
  if (!first || !last || !passed) return null;
  const { reviewStatusId, decidedBy, note, trackedIssues } = cause;
  return { failed: { first, last, runCount: fixed.runCount }, passed, reviewStatusId, decidedBy, note, trackedIssues };
}
