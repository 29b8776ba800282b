import type { AccountId, AlertId, UserId } from '@assay/contract';
import type { Operations } from '@assay/operations';
import { linkToken, readLinkToken } from '../links/linkToken.ts';

/** Mail that people can unsubscribe from. */
export type Subscription =
  /** Notifications to a person about runs of an account. */
  | { kind: 'notices'; accountId: AccountId; userId: UserId }
  /** `recipient`: as in `recipientOf`. */
  | { kind: 'alert'; accountId: AccountId; alertId: AlertId; recipient: string };

/** A character that no id contains. */
const between = '_';

/** @returns the path of the link; it works for this alone, without a session, as long as the installation has its key */
export function subscriptionLink(operations: Pick<Operations, 'keys'>, subscription: Subscription): string {
  const { kind, accountId } = subscription;
  const token =
    kind === 'notices'
      ? linkToken(operations, 'notices', [accountId, subscription.userId].join(between))
      : linkToken(operations, 'alertMail', [accountId, subscription.alertId, subscription.recipient].join(between));
  return `/unsubscribe/${token}`;
}

/** @returns the subject of a link's token; null when it was forged */
export function readSubscription(operations: Pick<Operations, 'keys'>, token: string): Subscription | null {
  const notices = readLinkToken(operations, 'notices', token);
  if (notices) {
    const [accountId, userId] = notices.id.split(between) as [AccountId, UserId];
    return { kind: 'notices', accountId, userId };
  }
  const alert = readLinkToken(operations, 'alertMail', token);
  if (alert === null) return null;
  const [accountId, alertId, recipient] = alert.id.split(between) as [AccountId, AlertId, string];
  return { kind: 'alert', accountId, alertId, recipient };
}
