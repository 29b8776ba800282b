import type { AccountReader } from '../readers.ts';

export const insightReads = {
  /** What the last 30 days show, found within the last five minutes. */
  insights: ({ collections, accountId, insights }: AccountReader, now: Date) =>
    insights(collections, accountId, now.getTime()),
};
