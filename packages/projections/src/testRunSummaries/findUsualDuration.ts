import type { Collections } from '../collections.ts';
import type { TestRunSummaryDocument } from './testRunSummaries.ts';

const runsForUsual = 10;

/**
 * @returns median of the durations of the last complete runs before this one that asked for the same tests, in
 * milliseconds; null if there are none.
 */
export async function findUsualDuration(
  collections: Collections,
  { accountId, selection, testRunId }: TestRunSummaryDocument,
): Promise<number | null> {
  if (selection === null) return null;
  const earlier = await collections.testRunSummaries
    .find({ accountId, selection, complete: true, _id: { $lt: testRunId } }, { projection: { durationMs: 1 } })
    .sort({ _id: -1 })
    .limit(runsForUsual)
    .toArray();
  const durations = earlier.flatMap(({ durationMs }) => durationMs ?? []).sort((a, b) => a - b);
  return durations[Math.floor(durations.length / 2)] ?? null;
}
