import { type AccountId, type AccountSetupView, type AccountView, monthlyLimitsOf } from '@assay/contract';
import { findAiQuota } from '../aiQuotas/findAiQuota.ts';
import type { Collections } from '../collections.ts';

/** @returns the account without what has to be counted; null when there is none */
export async function findAccount(
  collections: Collections,
  accountId: AccountId,
): Promise<Omit<AccountView, 'totalTestingMinutes'> | null> {
  const account = await collections.known.one('accounts', accountId);
  if (!account) return null;
  const { name, plan, aiOptOut, twoFactorRequired, setup, position, revision } = account;
  const { tier, features, ...limits } = plan;
  const monthly = monthlyLimitsOf(plan);
  const aiQuota = await findAiQuota(collections, accountId, plan, new Date());
  return {
    id: account.accountId,
    name,
    setupComplete: setup === null,
    currentPlan: tier,
    currentPlanFeatures: features,
    ...limits,
    aiOptOut,
    twoFactorRequired,
    monthlyAiQuotaRemaining: aiQuota.suggestions,
    monthlyTestRunAnalysisQuotaRemaining: aiQuota.runAnalyses,
    monthlyExecutionHoursLimit: monthly && monthly.testingMinutes / 60,
    position,
    revision: String(revision),
  };
}

/** @returns how far the account is set up; null when there is none */
export async function findAccountSetup(
  collections: Collections,
  accountId: AccountId,
): Promise<AccountSetupView | null> {
  const account = await collections.known.one('accounts', accountId);
  return account && { steps: account.setup ?? [], setupComplete: account.setup === null };
}
