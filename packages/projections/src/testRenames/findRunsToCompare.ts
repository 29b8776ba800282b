import type { AccountId, TestId, TestRunId } from '@assay/contract';
import type { Collections } from '../collections.ts';
import type { TestRunSummaryDocument } from '../testRunSummaries/testRunSummaries.ts';
import { testsOfRun } from '../testRunTests/testsOfRun.ts';

/** A test as a run had it. */
export type TestOfRun = { testId: TestId; file: string; name: string; durationMs: number | null };

/** A run and an earlier one of the same kind. */
export type RunsToCompare = {
  /** Tests of the later run that its project never had before. */
  added: TestOfRun[];
  /** Tests of the earlier run that the later one has not. */
  missing: TestOfRun[];
  /** How many tests both have, and the files of these. */
  kept: number;
  keptFiles: ReadonlySet<string>;
};

/** Larger runs are not compared. */
const maxTests = 20_000;
/** How many runs back to look for one of the same kind. */
const runsSearched = 20;

/**
 * What a run may have of earlier tests under other names.
 * @returns null where the run has no new test, is one of chosen tests, or has no earlier run of its kind
 */
export async function findRunsToCompare(
  collections: Collections,
  accountId: AccountId,
  testRunId: TestRunId,
): Promise<RunsToCompare | null> {
  const run = await collections.testRunSummaries.findOne({ _id: testRunId, accountId });
  if (!run || !isWhole(run)) return null;
  const { projectId } = run;
  const firstSeen = await collections.projectTests
    .find({ projectId, firstRunId: testRunId, renamedTo: null }, { projection: { testId: 1 } })
    .limit(maxTests)
    .toArray();
  if (firstSeen.length === 0) return null;
  const before = await findEarlierRun(collections, run);
  if (!before) return null;

  const earlier = new Map((await testsOf(collections, before)).map((test) => [test.testId, test]));
  const added = new Set(firstSeen.map(({ testId }) => testId));
  const found: TestOfRun[] = [];
  const keptFiles = new Set<string>();
  let kept = 0;
  for (const test of await testsOf(collections, run)) {
    if (added.has(test.testId)) found.push(test);
    if (!earlier.delete(test.testId)) continue;
    kept += 1;
    keptFiles.add(test.file);
  }
  return { added: found, missing: [...earlier.values()], kept, keptFiles };
}

/** Whether a run has all tests of its kind, and not too many to compare. */
function isWhole({ request, totalCount, quarantineTotalCount }: TestRunSummaryDocument): boolean {
  const { selectedTests, rerunOf, includeTags, excludedTags, testFilters } = request;
  const isChosen = selectedTests !== null || rerunOf !== null || testFilters.length > 0;
  return !isChosen && includeTags.length + excludedTags.length === 0 && totalCount + quarantineTotalCount <= maxTests;
}

/** The newest run of the same kind that ended before: of the same suite, and uploaded or run alike. */
async function findEarlierRun(
  { testRunSummaries }: Collections,
  { testRunId, projectId, testSuiteId, request }: TestRunSummaryDocument,
): Promise<TestRunSummaryDocument | null> {
  const runs = await testRunSummaries
    .find({ projectId, _id: { $lt: testRunId }, status: { $in: ['PASS', 'FAIL'] } })
    .sort({ _id: -1 })
    .limit(runsSearched)
    .toArray();
  const isUpload = Boolean(request.upload);
  const isAlike = (run: TestRunSummaryDocument) =>
    run.testSuiteId === testSuiteId && Boolean(run.request.upload) === isUpload && isWhole(run);
  return runs.find(isAlike) ?? null;
}

async function testsOf(collections: Collections, run: TestRunSummaryDocument): Promise<TestOfRun[]> {
  const tests = new Map<TestId, TestOfRun>();
  for await (const { testId, file, name, attempts } of testsOfRun(collections, run)) {
    tests.set(testId, { testId, file, name, durationMs: attempts.at(-1)?.durationMs ?? null });
  }
  return [...tests.values()];
}
