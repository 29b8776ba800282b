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

/** @returns the kept results that a test has had under one of its names, the newest run first */
export async function findResultsUnder(
  collections: Collections,
  accountId: AccountId,
  { projectId, testId, file, name }: { projectId: ProjectId; testId: TestId; file: string; name: string },
): Promise<DatedResult[]> {
  const results = (await findResultsOf(collections, accountId, projectId, [testId])).get(testId) ?? [];
  const named = await Promise.all(
    results.map(async (result) =>
      (await hasName(collections, result.testRunId, testId, { file, name })) ? [result] : [],
    ),
  );
  return named.flat();
}

async function hasName(
  collections: Collections,
  testRunId: TestRunId,
  testId: TestId,
  { file, name }: { file: string; name: string },
): Promise<boolean> {
  const test =
    (await collections.testRunTests.findOne({ _id: testRunTestIdOf(testRunId, testId) })) ??
    (await findImportedTest(collections, testRunId, testId));
  return test?.file === file && test.name === name;
}

function dated(result: TestResult): DatedResult {
  return { ...result, at: new Date(idMadeAt(result.testRunId)).toISOString() };
}
