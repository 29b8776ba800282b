import { type AccountId, type BlobId, parseTestKey, type TestId, type TestRunId, testKeyIn } from '@assay/contract';
import type { Collections } from '../collections.ts';
import { findExpiredDetails } from '../expiredDetails/expiredDetailReads.ts';
import { findImportedTest } from '../importedResults/importedTests.ts';

/** The last attempt of a failed test. `details`: the blob with its texts; null: it has no texts, or they have expired. */
export type FailedAttempt = {
  testId: TestId;
  file: string;
  name: string;
  attempt: number;
  error: string | null;
  details: BlobId | null;
};

/** @returns the last attempts of these tests of a run of the account, in the order of `ids` */
export async function findFailedAttempts(
  collections: Collections,
  accountId: AccountId,
  testRunId: TestRunId,
  ids: readonly string[],
): Promise<FailedAttempt[]> {
  const run = await collections.testRunSummaries.findOne({ _id: testRunId, accountId });
  if (!run) return [];
  const [expired, ...tests] = await Promise.all([
    findExpiredDetails(collections, accountId, testRunId),
    ...ids.map((id) =>
      run.request.upload
        ? findImportedTest(collections, testRunId, parseTestKey(testKeyIn(testRunId, id)).testId)
        : collections.testRunTests.findOne({ _id: id, accountId }),
    ),
  ]);
  return tests.flatMap((test) => {
    const last = test?.attempts.at(-1);
    if (!test || !last) return [];
    const { testId, file, name } = test;
    const details = expired.details ? null : (last.details as BlobId | null);
    return { testId, file, name, attempt: last.attempt, error: last.error, details };
  });
}
