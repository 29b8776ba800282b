import type { AccountId, AlertId, UserId } from '@assay/contract';
import type { Operations } from '@assay/operations';
import { linkToken, readLinkToken } from '../links/linkToken.ts';

/** Mail that somebody may want no more of. */
export type Subscription =
  /** What a person is told about runs of an account. */
  | { kind: 'notices'; accountId: AccountId; userId: UserId }
  /** `recipient`: as `recipientOf` says. */
  | { kind: 'alert'; accountId: AccountId; alertId: AlertId; recipient: string };

/** No id has it. */
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

/** @returns what the token of a link is about; null when it was made up */
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
