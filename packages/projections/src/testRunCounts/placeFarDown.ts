import type { AccountId } from '@assay/contract';
import type { Collections } from '../collections.ts';

/** Where to begin reading: at the runs whose ids were made before a time, after so many of them. */
export type Place = {
  /** Milliseconds since 1970. */
  before: number;
  skip: number;
};

/**
 * Where the run is that so many newer runs of the account come before.
 * @param total how many runs the account has
 * @returns null where the counts of its days do not add up to that: they are built, or a batch is being written
 */
export async function placeFarDown(
  { testRunCounts }: Pick<Collections, 'testRunCounts'>,
  accountId: AccountId,
  offset: number,
  total: number,
): Promise<Place | null> {
  const months = await testRunCounts.find({ accountId }).sort({ month: -1 }).toArray();
  if (total !== months.reduce((sum, { days }) => sum + sumOf(days), 0)) return null;
  let skip = offset;
  for (const { month, days } of months) {
    const [year = 0, ofYear = 0] = month.split('-').map(Number);
    for (let day = days.length; day > 0; day--) {
      const count = days[day - 1] ?? 0;
      if (skip < count) return { before: Date.UTC(year, ofYear - 1, day + 1), skip };
      skip -= count;
    }
  }
  return { before: 0, skip: 0 };
}

function sumOf(counts: readonly number[]): number {
  return counts.reduce((sum, count) => sum + count, 0);
}
