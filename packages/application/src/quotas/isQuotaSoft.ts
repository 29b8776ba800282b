import { type AccountId, softQuotaFlag } from '@assay/contract';
import type { Application } from '../application.ts';
import type { Flags } from '../flags/flags.ts';

/** Whether the operator lets the account exceed its quotas. */
export async function isQuotaSoft(
  { readModels, flags }: Pick<Application, 'readModels'> & { flags: Flags },
  accountId: AccountId,
): Promise<boolean> {
  const account = await readModels.of(accountId).account();
  return account !== null && (await flags.of(account)).includes(softQuotaFlag);
}
