import { AnswerCache, byEffort } from '@assay/concurrency';
import type { InsightsReader } from './insightFacts.ts';

type Options = { find: InsightsReader; clock?: () => number };

const maxAgeMs = 5 * 60_000;

/** Every page asks whether there is something new. */
export function openInsights({ find, clock = Date.now }: Options): InsightsReader {
  const answers = new AnswerCache({ now: clock });
  return (collections, accountId, now, at) =>
    answers.get(at === undefined ? accountId : `${accountId} ${at}`, byEffort(maxAgeMs), () =>
      find(collections, accountId, now, at),
    );
}
