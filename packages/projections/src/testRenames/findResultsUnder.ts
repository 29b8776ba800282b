import { type AccountId, type ProjectId, type TestId, type TestRunId, testRunTestIdOf } from '@assay/contract';
import { idMadeAt } from '@assay/event-log';
import type { Collections } from '../collections.ts';
import { findImportedTest } from '../importedResults/importedTests.ts';
import { projectTestIdOf } from '../projectTests/projectTests.ts';
import { type TestResult, unpack } from '../testStats/packedResults.ts';

/** A result of a test in a run, and when the run was made. */
export type DatedResult = TestResult & { at: string };

/** @returns the kept results of tests by id, the newest run first */
export async function findResultsOf(
  { testStats }: Collections,
  accountId: AccountId,
  projectId: ProjectId,
  testIds: readonly TestId[],
): Promise<ReadonlyMap<TestId, DatedResult[]>> {
  const ids = testIds.map((testId) => projectTestIdOf(projectId, testId));
  const found = await testStats.find({ _id: { $in: ids }, accountId }).toArray();
  return new Map(found.map(({ testId, results }) => [testId, unpack(results).map(dated)]));
}

/** A test and what a new name alone would make it. */
export type RenamedName = { projectId: ProjectId; testId: TestId; renamedId: TestId; file: string; name: string };

/** @returns the kept results of a test from runs that had it under its new name, the newest run first */
export async function findResultsUnder(
  collections: Collections,
  accountId: AccountId,
  renamed: RenamedName,
): Promise<DatedResult[]> {
  const { projectId, testId } = renamed;
  const results = (await findResultsOf(collections, accountId, projectId, [testId])).get(testId) ?? [];
  const named = await Promise.all(
    results.map(async (result) => ((await hasName(collections, result.testRunId, renamed)) ? [result] : [])),
  );
  return named.flat();
}

/** The first runs with the new name have it as a test of its own. */
async function hasName(
  collections: Collections,
  testRunId: TestRunId,
  { testId, renamedId, file, name }: RenamedName,
): Promise<boolean> {
  for (const id of [testId, renamedId]) {
    const test =
      (await collections.testRunTests.findOne({ _id: testRunTestIdOf(testRunId, id) })) ??
      (await findImportedTest(collections, testRunId, id));
    if (test?.file === file && test.name === name) return true;
  }
  return false;
}

function dated(result: TestResult): DatedResult {
  return { ...result, at: new Date(idMadeAt(result.testRunId)).toISOString() };
}
