import type { AccountId, BlobId, FoundTestInfo, TestListResult, TestRunId } from '@assay/contract';
import type { TestRunCreated } from '@assay/event-schemas';
import type { Collections } from '../collections.ts';

/** A listing without its log and the tests that were left out; `found` is the blob that has those. */
export type FoundTestList = Omit<TestListResult, 'output' | 'outputSize' | 'unfilteredInfos'> & {
  found: BlobId | null;
};

function filtersOf({ includeTags, excludedTags, testFilters, selectedTests }: TestRunCreated): string[] {
  return [
    ...includeTags.map((tag) => `Include tag: ${tag}`),
    ...excludedTags.map((tag) => `Exclude tag: ${tag}`),
    ...testFilters,
    ...(selectedTests === null ? [] : [`Selected tests: ${selectedTests.length}`]),
  ];
}

/** @returns a page of the tests that were listed for the run, and how the listing went; null when it is not the account's. */
export async function findTestList(
  { testRunSummaries, testRunDetails, testRunTests }: Collections,
  accountId: AccountId,
  testRunId: TestRunId,
  { offset, limit }: { offset: number; limit: number },
): Promise<FoundTestList | null> {
  const [run, detail] = await Promise.all([
    testRunSummaries.findOne({ _id: testRunId, accountId }),
    testRunDetails.findOne({ _id: testRunId, accountId }),
  ]);
  if (!run || !detail) return null;
  const { listing, setupProblem } = detail;
  // Copies are the same test: the list has it once.
  const tests = await testRunTests
    .find({ testRunId, listed: true, copy: { $in: [null, 1] } })
    .sort({ file: 1, order: 1 })
    .skip(offset)
    .limit(limit)
    .toArray();
  return {
    error: setupProblem ?? null,
    filters: filtersOf(run.request),
    listedAt: listing?.at ?? null,
    listingMs: listing?.listingMs ?? null,
    testCount: listing?.testCount ?? null,
    foundCount: listing?.foundCount ?? null,
    infos: tests.map(({ testId, file, name, line, tags }): FoundTestInfo => ({ testId, file, name, line, tags })),
    found: listing?.found ?? null,
  };
}
