import type { AccountId, AccountView } from '@assay/contract';
import type { Collections } from '../collections.ts';

export async function findAccount(collections: Collections, accountId: AccountId): Promise<AccountView | null> {
  const account = await collections.accounts.findOne({ _id: accountId });
  if (!account) return null;
  const { name, plan, aiOptOut, twoFactorRequired, position, revision } = account;
  const { tier, features, ...limits } = plan;
  return {
    id: account.accountId,
    name,
    setupComplete: true,
    currentPlan: tier,
    currentPlanFeatures: features,
    ...limits,
    aiOptOut,
    twoFactorRequired,
    monthlyAiQuotaRemaining: 0,
    monthlyTestRunAnalysisQuotaRemaining: 0,
    monthlyExecutionHoursLimit: null,
    position,
    revision: String(revision),
  };
}
