import { openKeptAnswers } from '../keptAnswers.ts';
import type { InsightFact, InsightsReader } from './insightFacts.ts';

type Options = { find: InsightsReader; clock?: () => number };

const maxAgeMs = 5 * 60_000;

/** Every page asks whether there is something new. */
export function openInsights({ find, clock = Date.now }: Options): InsightsReader {
  const answer = openKeptAnswers<string, InsightFact[]>({ maxAgeMs, now: clock });
  return (collections, accountId, now, at) =>
    answer(at === undefined ? accountId : `${accountId} ${at}`, () => find(collections, accountId, now, at));
}
