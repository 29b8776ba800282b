import type { AccountReader } from '../readers.ts';
import { findUsageHistory } from './findUsageHistory.ts';

export const accountUsageReads = {
  /** The months (UTC) since the account was created, twelve at most, up to that of `now`. */
  usageHistory: ({ collections, accountId }: AccountReader, now: Date) => findUsageHistory(collections, accountId, now),
};
