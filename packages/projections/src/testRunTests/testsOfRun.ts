import type { TestStatus } from '@assay/contract';
import type { Collections } from '../collections.ts';
import { importedTestsOf } from '../importedResults/importedTests.ts';
import type { TestRunSummaryDocument } from '../testRunSummaries/testRunSummaries.ts';
import { isOpen, statusOf, unrun } from './shownStatus.ts';
import type { AttemptDetail, TestRunTestDocument } from './testRunTests.ts';

type Told = 'testId' | 'copy' | 'file' | 'name' | 'tags' | 'status' | 'flaky' | 'quarantined' | 'problemId';

/** What of a run tells where its tests are, and how they are shown. */
export type TestsOf = Pick<TestRunSummaryDocument, 'testRunId' | 'status'> & {
  request: { /** What it says does not matter here. */ upload?: object | null };
};

/** A test of a run without what only its own page shows. */
export type RunTest = Pick<TestRunTestDocument, Told> & {
  attempts: Pick<AttemptDetail, 'status' | 'durationMs' | 'error'>[];
};

const projection = {
  testId: 1,
  copy: 1,
  file: 1,
  name: 1,
  tags: 1,
  status: 1,
  flaky: 1,
  quarantined: 1,
  problemId: 1,
  'attempts.status': 1,
  'attempts.durationMs': 1,
  'attempts.error': 1,
} as const;

/** Tests read at once; more are never in memory. */
const atOnce = 1_000;

/** Statuses that documents may have of tests that are shown with these. */
function storedStatuses(shown: readonly TestStatus[]): TestStatus[] {
  return [...new Set([...shown, ...(shown.includes('NOT_RUN') ? unrun : [])])];
}

function ranTests(
  { testRunTests }: Collections,
  { testRunId }: TestsOf,
  statuses: readonly TestStatus[] | null,
): AsyncIterable<RunTest> {
  const filter = statuses ? { testRunId, status: { $in: storedStatuses(statuses) } } : { testRunId };
  return testRunTests.find<RunTest>(filter, { projection, batchSize: atOnce }).sort({ file: 1, order: 1 });
}

/**
 * Every test of a run, one after the other, by file and place in it; copies of a test follow each other.
 * @param statuses only tests that are shown with one of these; null: all
 */
export async function* testsOfRun(
  collections: Collections,
  run: TestsOf,
  statuses: readonly TestStatus[] | null = null,
): AsyncGenerator<RunTest> {
  const tests = run.request.upload ? importedTestsOf(collections, run.testRunId) : ranTests(collections, run, statuses);
  for await (const test of tests) {
    const status = isOpen(test.status) ? statusOf(test.status, run.status) : test.status;
    if (statuses === null || statuses.includes(status)) yield status === test.status ? test : { ...test, status };
  }
}
