import { recipientOf } from '@assay/application';
import { type AccountId, mailDestinationOf, type UserId } from '@assay/contract';
import type { ActiveAlert } from '@assay/domain';
import type { AutomationStores } from '../automationDeps.ts';

/** Whom an alert by mail tells. `recipient`: as `recipientOf` says. */
export type MailRecipient = { address: string; recipient: string };

type Told = Pick<ActiveAlert, 'destination' | 'unsubscribed'>;

function recipientsOf(
  { operations }: AutomationStores,
  addresses: readonly string[],
  { unsubscribed }: Told,
): MailRecipient[] {
  const recipients = addresses.map((address) => [recipientOf(operations, address), address] as const);
  return [...new Map(recipients)]
    .filter(([recipient]) => !unsubscribed.includes(recipient))
    .map(([recipient, address]) => ({ address, recipient }));
}

/**
 * @param owners of the tests that failed, whom the alert may name
 * @returns whom the alert notifies now, without those who have unsubscribed. Without addresses and owners it is for those
 * who decide about the account
 */
export async function mailRecipients(
  stores: AutomationStores,
  accountId: AccountId,
  alert: Told,
  owners: ReadonlySet<UserId>,
): Promise<MailRecipient[]> {
  const { addresses: named, toOwners } = mailDestinationOf(alert.destination);
  const roles = await stores.readModels.of(accountId).userRoles();
  const ofOwners = roles.flatMap(({ user }) => (toOwners && owners.has(user.id) && user.email ? [user.email] : []));
  const addresses = [...named, ...ofOwners];
  if (addresses.length > 0) return recipientsOf(stores, addresses, alert);
  const administrators = roles.flatMap(({ roleType, user }) =>
    roleType === 'ADMIN' && user.email ? [user.email] : [],
  );
  return recipientsOf(stores, administrators, alert);
}

/** @returns those whom a message of the alert may have been written for, with their addresses as they are now */
export async function possibleRecipients(
  stores: AutomationStores,
  accountId: AccountId,
  alert: Told,
): Promise<MailRecipient[]> {
  const { addresses, toOwners } = mailDestinationOf(alert.destination);
  if (!toOwners) return mailRecipients(stores, accountId, alert, new Set());
  const roles = await stores.readModels.of(accountId).userRoles();
  const members = roles.flatMap(({ user }) => (user.email ? [user.email] : []));
  return recipientsOf(stores, [...addresses, ...members], alert);
}
