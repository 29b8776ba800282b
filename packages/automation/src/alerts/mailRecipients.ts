import { recipientOf } from '@assay/application';
import { type AccountId, mailDestinationOf, type UserId } from '@assay/contract';
import type { ActiveAlert } from '@assay/domain';
import type { AutomationStores } from '../automationDeps.ts';

/** A recipient of an alert by mail. `recipient`: as in `recipientOf`. */
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
 * @param owners owners of the failed tests, whom the alert may notify
 * @returns the current recipients, without unsubscribed ones. An alert without addresses and owners goes to the
 *   account's administrators
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

/** @returns everyone who may have been a recipient of the message, with their current addresses */
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
