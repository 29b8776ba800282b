import type { AccountId, AccountView } from '@assay/contract';
import type { Collections } from '../collections.ts';

export async function findAccount(collections: Collections, accountId: AccountId): Promise<AccountView | null> {
  const account = await collections.accounts.findOne({ _id: accountId });
  if (!account) return null;
  const { tier, features, ...limits } = account.plan;
  return {
    id: account.accountId,
    name: account.name,
    setupComplete: true,
    currentPlan: tier,
    currentPlanFeatures: features,
    ...limits,
    aiOptOut: false,
    monthlyAiQuotaRemaining: 0,
    monthlyTestRunAnalysisQuotaRemaining: 0,
    monthlyExecutionHoursLimit: null,
  };
}
