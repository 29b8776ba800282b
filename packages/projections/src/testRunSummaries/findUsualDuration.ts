import type { Collections } from '../collections.ts';
import { medianOf } from '../median.ts';
import type { TestRunSummaryDocument } from './testRunSummaries.ts';

const runsForUsual = 10;

/**
 * @returns median of the durations of the last complete runs before this one that asked for the same tests, in
 * milliseconds; null if there are none.
 */
export async function findUsualDuration(
  collections: Collections,
  { accountId, selection, testRunId }: Pick<TestRunSummaryDocument, 'accountId' | 'selection' | 'testRunId'>,
): Promise<number | null> {
  if (selection === null) return null;
  const earlier = await collections.testRunSummaries
    .find({ accountId, selection, complete: true, _id: { $lt: testRunId } }, { projection: { durationMs: 1 } })
    .sort({ _id: -1 })
    .limit(runsForUsual)
    .toArray();
  return medianOf(earlier.flatMap(({ durationMs }) => durationMs ?? []));
}
