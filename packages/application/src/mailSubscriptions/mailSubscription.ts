import { type AccountId, alertEventLabels, type MailSubscriptionView, type UserId } from '@assay/contract';
import { alertDecider, DomainError, userRolesDecider } from '@assay/domain';
import type { AppendContext } from '@assay/event-log';
import type { Application } from '../application.ts';
import { readSubscription, type Subscription } from './subscriptionLink.ts';

/** @throws DomainError `mailSubscription.invalid` for a link that was made up, or whose person or alert is gone */
function requireSubscription({ operations }: Pick<Application, 'operations'>, token: string): Subscription {
  const subscription = readSubscription(operations, token);
  if (subscription === null) throw new DomainError('mailSubscription.invalid');
  return subscription;
}

async function roleOf({ eventLog }: Pick<Application, 'eventLog'>, accountId: AccountId, userId: UserId) {
  const { state } = await eventLog.load(userRolesDecider, accountId);
  const role = [...state.roles.values()].find((one) => one.userId === userId);
  if (role === undefined) throw new DomainError('mailSubscription.invalid');
  return role;
}

/**
 * @returns what the link of a mail is about, and whether that mail is sent
 * @throws DomainError `mailSubscription.invalid`
 */
export async function findMailSubscription(app: Application, token: string): Promise<MailSubscriptionView> {
  const subscription = requireSubscription(app, token);
  const { accountId } = subscription;
  const account = await app.readModels.of(accountId).account();
  if (account === null) throw new DomainError('mailSubscription.invalid');
  const of = { kind: subscription.kind, accountName: account.name };
  if (subscription.kind === 'notices') {
    const { notifyByEmail } = await roleOf(app, accountId, subscription.userId);
    return { ...of, alertEvent: null, subscribed: notifyByEmail };
  }
  const { state } = await app.eventLog.load(alertDecider, subscription.alertId);
  if (state.status !== 'active') throw new DomainError('mailSubscription.invalid');
  const alertEvent = alertEventLabels[state.settings.eventType];
  return { ...of, alertEvent, subscribed: !state.unsubscribed.includes(subscription.recipient) };
}

/**
 * Turns the mail on or off that the link of a mail is about.
 * @throws DomainError `mailSubscription.invalid`
 */
export async function changeMailSubscription(
  app: Application,
  token: string,
  subscribed: boolean,
  signed: Omit<AppendContext, 'accountId' | 'actor'>,
): Promise<MailSubscriptionView> {
  const subscription = requireSubscription(app, token);
  // It also says that there is nothing to change any more.
  await findMailSubscription(app, token);
  const { accountId } = subscription;
  if (subscription.kind === 'notices') {
    const { userId } = subscription;
    const { notifyBySlack } = await roleOf(app, accountId, userId);
    const settings = { accountId, userId, notifyByEmail: subscribed, notifyBySlack };
    const context = { ...signed, accountId, actor: { kind: 'user' as const, id: userId } };
    const command = { type: 'changeNotificationSettings' as const, ...settings };
    await app.eventLog.handle(userRolesDecider, accountId, command, context);
  } else {
    const { alertId, recipient } = subscription;
    const context = { ...signed, accountId, actor: { kind: 'automation' as const, id: 'mail' } };
    const command = { type: subscribed ? ('resubscribe' as const) : ('unsubscribe' as const), recipient };
    await app.eventLog.handle(alertDecider, alertId, command, context);
  }
  return findMailSubscription(app, token);
}
