import {
  type AccountId,
  copiesOf,
  isFinished,
  type ProblemId,
  type TestId,
  type TestRunId,
  type TestStatus,
  testRunTestIdOf,
  type UserId,
} from '@assay/contract';
import type { Collections } from '../collections.ts';
import { findFlakyImports, importedTestsOf } from '../importedResults/importedTests.ts';
import { findProblems } from '../problems/findProblems.ts';
import { quarantinedByItself } from './quarantinedByItself.ts';
import { unrun } from './shownStatus.ts';
import type { TestRunTestDocument } from './testRunTests.ts';

/**
 * Tests of a run that failed or were not run, in any of its copies, and are not quarantined in it; null when the run is
 * not the account's. An uploaded run has no such tests: they cannot be run again.
 */
export async function findFailedTests(
  collections: Collections,
  accountId: AccountId,
  testRunId: TestRunId,
): Promise<TestId[] | null> {
  const run = await collections.testRunSummaries.findOne({ _id: testRunId, accountId }, { projection: { status: 1 } });
  if (!run) return null;
  const wanted: TestStatus[] = isFinished(run.status) ? ['FAIL', 'NOT_RUN', ...unrun] : ['FAIL', 'NOT_RUN'];
  const filter = { testRunId, status: { $in: wanted }, quarantined: false };
  const failed = await collections.testRunTests.find(filter, { projection: { testId: 1 } }).toArray();
  return [...new Set(failed.map(({ testId }) => testId))];
}

type Failure = { testId: TestId; file: string; name: string; problemId: ProblemId | null };

/** The first tests that failed a run of the account, ordered by file and place in it. */
export async function findFirstFailures(
  collections: Collections,
  accountId: AccountId,
  testRunId: TestRunId,
  limit: number,
): Promise<Omit<Failure, 'problemId'>[]> {
  const failures = await findFailures(collections, accountId, testRunId, limit);
  return failures.map(({ testId, file, name }) => ({ testId, file, name }));
}

async function findFailures(
  collections: Collections,
  accountId: AccountId,
  testRunId: TestRunId,
  limit: number,
): Promise<Failure[]> {
  const run = await collections.testRunSummaries.findOne({ _id: testRunId, accountId });
  if (!run) return [];
  if (!run.request.upload) {
    const failed = { testRunId, status: 'FAIL' as const, quarantined: false };
    const found = await collections.testRunTests.find(failed).sort({ file: 1, order: 1 }).limit(limit).toArray();
    return found.map(({ testId, file, name, problemId }) => ({ testId, file, name, problemId }));
  }
  const failures: Failure[] = [];
  for await (const test of importedTestsOf(collections, testRunId)) {
    const { testId, file, name, problemId, status, quarantined } = test;
    if (failures.length === limit) break;
    if (status === 'FAIL' && !quarantined) failures.push({ testId, file, name, problemId });
  }
  return failures;
}

/** @returns the files of the first tests that failed a run, with the owners of their problems; null: not the account's run. */
export async function findFailureOwners(
  collections: Collections,
  accountId: AccountId,
  testRunId: TestRunId,
  limit: number,
): Promise<{ file: string; ownerUserId: UserId | null }[] | null> {
  const run = await collections.testRunSummaries.findOne({ _id: testRunId, accountId });
  if (!run) return null;
  const failures = await findFailures(collections, accountId, testRunId, limit);
  const problemIds = failures.flatMap(({ problemId }) => problemId ?? []);
  const problems = await findProblems(collections, run.projectId, problemIds);
  return failures.map(({ file, problemId }) => ({ file, ownerUserId: problems.get(problemId)?.ownerUserId ?? null }));
}

/**
 * Which of the tests are not of the run, in none of its copies; null when the run is not the account's.
 * @param testIds each once
 */
export async function findMissingTests(
  collections: Collections,
  accountId: AccountId,
  testRunId: TestRunId,
  testIds: readonly TestId[],
): Promise<TestId[] | null> {
  const projection = { 'request.copies': 1 };
  const run = await collections.testRunSummaries.findOne({ _id: testRunId, accountId }, { projection });
  if (!run) return null;
  let missing = [...testIds];
  // A listed test is in every copy; one that was discovered while it ran may be in some of them only.
  for (const copy of copiesOf(run.request.copies ?? 1)) {
    if (missing.length === 0) break;
    const ids = missing.map((testId) => testRunTestIdOf(testRunId, testId, copy));
    const found = await collections.testRunTests.find({ _id: { $in: ids } }, { projection: { testId: 1 } }).toArray();
    const known = new Set(found.map(({ testId }) => testId));
    missing = missing.filter((testId) => !known.has(testId));
  }
  return missing;
}

/** Tests that failed and passed in a run, and were not quarantined in it; each once, however many copies it has. */
export async function findFlakyTests(
  collections: Collections,
  testRunId: TestRunId,
): Promise<Pick<TestRunTestDocument, 'testId' | 'file' | 'name'>[]> {
  const projection = { testId: 1, file: 1, name: 1 };
  const ran = collections.testRunTests.find({ testRunId, ...quarantinedByItself }, { projection }).toArray();
  const once = new Map((await ran).map((test) => [test.testId, test]));
  return [...once.values(), ...(await findFlakyImports(collections, testRunId))];
}
