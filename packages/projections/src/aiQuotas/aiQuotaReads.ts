import { selfHostedPlan } from '@assay/contract';
import type { AccountReader } from '../readers.ts';
import { findAiQuota } from './findAiQuota.ts';

export const aiQuotaReads = {
  /** What is left of the account's requests to a model in the month (UTC) of `now`. */
  aiQuota: async ({ collections, accountId }: AccountReader, now: Date) => {
    const account = await collections.accounts.findOne({ _id: accountId }, { projection: { plan: 1 } });
    return findAiQuota(collections, accountId, account?.plan ?? selfHostedPlan, now);
  },
};
