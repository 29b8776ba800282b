import { selfHostedPlan } from '@assay/contract';
import type { AccountReader, ServiceReader } from '../readers.ts';
import { findAiQuota, findOpenAiUses } from './findAiQuota.ts';

export const aiQuotaServiceReads = {
  /** Uses that were reserved before a time (ISO 8601), and are neither spent nor released. */
  openAiUses: ({ collections }: ServiceReader, before: string) => findOpenAiUses(collections, before),
};

export const aiQuotaReads = {
  /** What is left of the account's requests to a model in the month (UTC) of `now`. */
  aiQuota: async ({ collections, accountId }: AccountReader, now: Date) => {
    const account = await collections.accounts.findOne({ _id: accountId }, { projection: { plan: 1 } });
    return findAiQuota(collections, accountId, account?.plan ?? selfHostedPlan, now);
  },
};
