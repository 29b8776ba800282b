import { addressesOf, recipientOf } from '@assay/application';
import type { AccountId } from '@assay/contract';
import type { ActiveAlert } from '@assay/domain';
import type { AutomationStores } from '../automationDeps.ts';

/** Whom an alert by mail tells. `recipient`: as `recipientOf` says. */
export type MailRecipient = { address: string; recipient: string };

/** Addresses of people who decide about the account, for alerts that name nobody. */
async function administrators({ readModels }: AutomationStores, accountId: AccountId): Promise<string[]> {
  const roles = await readModels.of(accountId).userRoles();
  return roles.flatMap(({ roleType, user }) => (roleType === 'ADMIN' && user.email ? [user.email] : []));
}

/** @returns whom the alert tells now, without those who want none of its mails any more */
export async function mailRecipients(
  stores: AutomationStores,
  accountId: AccountId,
  { destination, unsubscribed }: Pick<ActiveAlert, 'destination' | 'unsubscribed'>,
): Promise<MailRecipient[]> {
  const named = addressesOf(destination);
  const addresses = named.length > 0 ? named : await administrators(stores, accountId);
  const recipients = addresses.map((address) => [recipientOf(stores.operations, address), address] as const);
  return [...new Map(recipients)]
    .filter(([recipient]) => !unsubscribed.includes(recipient))
    .map(([recipient, address]) => ({ address, recipient }));
}
