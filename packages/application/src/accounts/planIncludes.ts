import { type AccountId, includes, type PlanFeature } from '@assay/contract';
import type { Application } from '../application.ts';
import type { Flags } from '../flags/flags.ts';

/** @returns whether the account's plan, or a flag of the account, includes the feature; true for an unknown account */
export async function planIncludes(
  { readModels, flags }: Pick<Application, 'readModels'> & { flags: Flags },
  accountId: AccountId,
  feature: PlanFeature,
): Promise<boolean> {
  const account = await readModels.of(accountId).account();
  return account === null || includes({ ...account, flags: await flags.of(account) }, feature);
}
