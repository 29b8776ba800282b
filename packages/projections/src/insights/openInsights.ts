import type { AccountId } from '@assay/contract';
import { findInsights } from './findInsights.ts';
import type { InsightFact, InsightsReader } from './insightFacts.ts';

type Options = { find: InsightsReader; clock: () => number };

const accountsKept = 200;
/** What was found is told for so many times as long as it took to find, so that looking costs a hundredth at most. */
const keptTimes = 100;
const keptMostMs = 5 * 60_000;

/**
 * Every page asks whether there is something new: the longer it took to find, the longer it is kept, and whoever asks
 * while it is looked for waits for the same answer.
 */
export function openInsights({ find = findInsights, clock = Date.now }: Partial<Options> = {}): InsightsReader {
  const kept = new Map<AccountId, { until: number; found: Promise<InsightFact[]> }>();
  return async (collections, accountId, now) => {
    const known = kept.get(accountId);
    const began = clock();
    if (known && began < known.until) return known.found;
    const entry = { until: Number.POSITIVE_INFINITY, found: find(collections, accountId, now) };
    kept.delete(accountId);
    kept.set(accountId, entry);
    const [oldest] = kept.keys();
    if (kept.size > accountsKept && oldest !== undefined) kept.delete(oldest);
    try {
      const found = await entry.found;
      entry.until = clock() + Math.min(keptMostMs, keptTimes * (clock() - began));
      return found;
    } catch (error) {
      entry.until = began;
      throw error;
    }
  };
}
