import type { AccountReader } from '../readers.ts';

export const insightReads = {
  /**
   * What the last 30 days show, found within the last five minutes.
   * @param at as of then, in milliseconds since 1970; undefined: now
   */
  insights: ({ collections, accountId, insights }: AccountReader, now: Date, at?: number) =>
    insights(collections, accountId, now.getTime(), at),
};
