import { type AccountId, type AccountView, uploadOverrideFlag } from '@assay/contract';
import type { Collections } from '../collections.ts';

/** A self-hosted account has the highest tier and every feature; the places of its agents limit its runners. */
const selfHosted = {
  setupComplete: true,
  legacyPlan: false,
  currentPlan: 4,
  currentPlanFeatures: [
    'SCREEN_RECORDING',
    'NUMBER_OF_RUNNERS',
    'WINDOWS_RUNNERS',
    'MAX_TESTING_MINUTES',
    'MONTHLY_AI_LIMIT',
  ],
  flags: [uploadOverrideFlag],
  numberOfRunners: 256,
  windowsRunners: 256,
  maximumRunnersPerProject: 30,
};

export async function findAccount(collections: Collections, accountId: AccountId): Promise<AccountView | null> {
  const account = await collections.accounts.findOne({ _id: accountId });
  return account && { id: account.accountId, name: account.name, ...selfHosted };
}
