import {
  type AccountId,
  finalReviewStatuses,
  type ProblemId,
  type ProjectId,
  parseTestKey,
  type TestRunId,
  testKeyIn,
  testRunTestIdOf,
} from '@assay/contract';
import type { Collections } from '../collections.ts';
import { problemKeyOf } from '../failures/failures.ts';

type TestOfRun = { testRunTestId: string; testRunId: TestRunId; projectId: ProjectId; isUpload: boolean };

async function problemsOfRun({ testRunTests }: Collections, tests: TestOfRun[]): Promise<[string, ProblemId | null][]> {
  const filter = { _id: { $in: tests.map(({ testRunTestId }) => testRunTestId) }, status: 'FAIL' as const };
  const found = await testRunTests.find(filter, { projection: { problemId: 1 } }).toArray();
  return found.map(({ _id, problemId }) => [_id, problemId]);
}

async function problemsOfUpload(
  { importedResults }: Collections,
  testRunId: TestRunId,
  tests: TestOfRun[],
): Promise<[string, ProblemId | null][]> {
  const testIds = tests.map(({ testRunTestId }) => parseTestKey(testKeyIn(testRunId, testRunTestId)).testId);
  const filter = { testRunId, testIds: { $in: testIds } };
  const chunks = await importedResults.find(filter, { projection: { testIds: 1, problemIds: 1 } }).toArray();
  return chunks.flatMap((chunk) =>
    chunk.testIds.map((testId, place): [string, ProblemId | null] => [
      testRunTestIdOf(testRunId, testId),
      chunk.problemIds[place] ?? null,
    ]),
  );
}

/** @returns the ids in their runs of the tests that fail of a problem of which people have said what it is. */
export async function findKnown(
  collections: Collections,
  accountId: AccountId,
  tests: readonly TestOfRun[],
): Promise<ReadonlySet<string>> {
  const filter = { accountId, status: { $in: [...finalReviewStatuses] } };
  const classified = await collections.problems.find(filter, { projection: { _id: 1 } }).toArray();
  if (classified.length === 0) return new Set();
  const keys = new Set(classified.map(({ _id }) => _id));
  const uploads = new Set(tests.flatMap(({ isUpload, testRunId }) => (isUpload ? testRunId : [])));
  const found = await Promise.all([
    problemsOfRun(
      collections,
      tests.filter(({ isUpload }) => !isUpload),
    ),
    ...[...uploads].map((testRunId) =>
      problemsOfUpload(
        collections,
        testRunId,
        tests.filter((test) => test.testRunId === testRunId),
      ),
    ),
  ]);
  const problemOf = new Map(found.flat());
  return new Set(
    tests.flatMap(({ testRunTestId, projectId }) => {
      const problemId = problemOf.get(testRunTestId) ?? null;
      return problemId !== null && keys.has(problemKeyOf(projectId, problemId)) ? testRunTestId : [];
    }),
  );
}
