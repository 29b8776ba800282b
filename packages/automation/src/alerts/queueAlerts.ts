import { subscriptionLink } from '@assay/application';
import type { AccountId, AlertAction, AlertDeliveryId, AlertKind, TestRunId } from '@assay/contract';
import { type ActiveAlert, alertDecider } from '@assay/domain';
import { accountOf, type RecordedEvent } from '@assay/event-log';
import type { AlertDeliveryRequested, AlertHeldBack, AlertRaised } from '@assay/event-schemas';
import type { AlertNews } from '@assay/integrations';
import type { AutomationDeps } from '../automationDeps.ts';
import { awaitReadModels } from '../awaitReadModels.ts';
import { runOfMail } from '../outbound/mailThread.ts';
import { mailDestination } from '../outbound/queueMail.ts';
import { policy } from '../policy.ts';
import { type AlertMessage, type BeganIn, payloadOf } from './alertMessage.ts';
import { alertNewsOf, testNewsOf } from './alertNewsOf.ts';
import { mailRecipients } from './mailRecipients.ts';
import { ownersOfFailures } from './ownersOfFailures.ts';

/** The outbox channel of all alert messages. */
export const alertChannel = 'alert';

type Cause =
  | { type: 'AlertRaised'; data: AlertRaised }
  | { type: 'AlertHeldBack'; data: AlertHeldBack }
  | { type: 'AlertDeliveryRequested'; data: AlertDeliveryRequested };

/** Messages to an account's Slack are queued together, because Slack limits each workspace. */
export function slackDestination(accountId: AccountId): string {
  return `alert:SEND_SLACK:${accountId}`;
}

/** Messages of an account to one host share a queue. */
function destinationOf(accountId: AccountId, actionType: AlertAction, destination: string): string {
  if (actionType === 'SEND_EMAIL') return mailDestination;
  if (actionType === 'SEND_SLACK') return slackDestination(accountId);
  const host = URL.canParse(destination) ? new URL(destination).host : '';
  // Services limit each account separately.
  return host === '' ? `alert:${actionType}:${accountId}` : `alert:${accountId}:${host}`;
}

/** The outcome of a run whose first failure was reported. */
function endOf({ reason: _, tests: found, ...about }: AlertHeldBack): AlertRaised {
  const tests = found ?? [];
  const kinds: Record<string, AlertKind> = { MATCH: 'matched', FLAKY: 'flaky' };
  const kind = kinds[about.state] ?? 'failed';
  const told = { kind, firstRunId: about.testRunId, tests, testCount: tests.length };
  return { ...about, ...told, since: null, lastedMs: null, newCount: 0, heldBack: 0 };
}

/** @returns the key shared by messages about one run whose later messages replace earlier ones */
function threadOf({ alertId, settings }: ActiveAlert, testRunId: TestRunId | null): string | null {
  return settings.actionType === 'SEND_SLACK' && testRunId !== null ? `${alertId}/${testRunId}` : null;
}

/**
 * The end of a run whose first failure was reported updates the earlier message, sent or pending, instead of adding
 * one.
 */
async function changesMessage(
  { operations }: AutomationDeps,
  alert: ActiveAlert,
  event: RecordedEvent & { type: 'AlertHeldBack' },
): Promise<boolean> {
  const thread = threadOf(alert, event.data.testRunId);
  if (event.data.reason !== 'told' || thread === null) return false;
  const told = await operations.outbox.inThread(accountOf(event), thread);
  return told.some(({ state, receipt }) => state === 'waiting' || receipt !== undefined);
}

async function newsOf(
  deps: AutomationDeps,
  { settings }: ActiveAlert,
  event: RecordedEvent<Cause>,
): Promise<AlertNews | null> {
  const accountId = accountOf(event);
  if (event.type === 'AlertRaised') return alertNewsOf(deps, accountId, settings.eventType, event.data);
  if (event.type === 'AlertHeldBack') return alertNewsOf(deps, accountId, settings.eventType, endOf(event.data));
  return testNewsOf(deps.publicUrl, event.data.alertId, event.envelope.occurredAt);
}

/** @returns the message to send again; null when it is no longer stored */
async function repeatedMessage(
  { operations }: AutomationDeps,
  accountId: AccountId,
  deliveryId: AlertDeliveryId,
): Promise<AlertMessage | null> {
  const row = await operations.outbox.find(deliveryId);
  if (row === null || row.channel !== alertChannel || row.accountId !== accountId) return null;
  return { ...(row.message as AlertMessage), resendOf: deliveryId };
}

/** @returns the run in which the reported problem began, or else the run itself; null for a test message */
async function beganIn(
  { readModels }: AutomationDeps,
  accountId: AccountId,
  { type, data }: Cause,
): Promise<BeganIn | null> {
  if (type === 'AlertDeliveryRequested') return null;
  const models = readModels.of(accountId);
  const first = type === 'AlertRaised' ? data.firstRunId : undefined;
  // The first run may have been deleted, for example when the problem has lasted for months.
  const run = (first && (await models.testRun(first))) || (await models.testRun(data.testRunId));
  return run && { testRunId: run.id, ...runOfMail(run) };
}

/** One row per mail recipient, each with its own unsubscribe link. */
async function written(
  deps: AutomationDeps,
  accountId: AccountId,
  alert: ActiveAlert,
  message: Omit<AlertMessage, 'payload'>,
  news: AlertNews,
  cause: Cause,
): Promise<AlertMessage[]> {
  const { actionType } = message;
  if (actionType !== 'SEND_EMAIL') return [{ ...message, payload: payloadOf(actionType, news) }];
  const owners = await ownersOfFailures(deps, accountId, alert, message);
  const [told, began] = await Promise.all([
    mailRecipients(deps, accountId, alert, owners),
    beganIn(deps, accountId, cause),
  ]);
  // The delivery log records that there is no recipient.
  if (told.length === 0) return [{ ...message, payload: payloadOf(actionType, news, { began }) }];
  return told.map(({ recipient }) => {
    const link = subscriptionLink(deps.operations, { kind: 'alert', accountId, alertId: alert.alertId, recipient });
    const payload = payloadOf(actionType, news, { began, unsubscribe: `${deps.publicUrl}${link}` });
    return { ...message, recipient, payload };
  });
}

async function messagesOf(
  deps: AutomationDeps,
  alert: ActiveAlert,
  event: RecordedEvent<Cause>,
): Promise<AlertMessage[]> {
  const { actionType } = alert.settings;
  const resendOf = event.type === 'AlertDeliveryRequested' ? event.data.resendOf : null;
  if (resendOf !== null) {
    const repeated = await repeatedMessage(deps, accountOf(event), resendOf);
    // A message written for another channel cannot be sent by this one.
    return repeated?.actionType === actionType ? [repeated] : [];
  }
  const news = await newsOf(deps, alert, event);
  if (news === null) return [];
  const testRunId: TestRunId | null = event.type === 'AlertDeliveryRequested' ? null : event.data.testRunId;
  const { alertId } = alert;
  const about = { alertId, dedupeKey: event.id, actionType, kind: news.kind, summary: news.title, testRunId };
  return written(deps, accountOf(event), alert, { ...about, resendOf: null }, news, event);
}

/** Writes an alert's message to the outbox, once per fact, however often the reaction runs. */
export const queueAlerts = policy({
  name: 'queueAlerts',
  on: ['AlertRaised', 'AlertHeldBack', 'AlertDeliveryRequested'],
  react: async (event, deps) => {
    const { eventLog, operations, readModels } = deps;
    const { state: alert } = await eventLog.load(alertDecider, event.data.alertId);
    if (alert.status !== 'active') return;
    if (event.type === 'AlertHeldBack' && !(await changesMessage(deps, alert, event))) return;
    await awaitReadModels(readModels, event);
    const id = event.type === 'AlertDeliveryRequested' ? event.data.deliveryId : event.id;
    for (const [index, message] of (await messagesOf(deps, alert, event)).entries()) {
      const thread = message.resendOf === null ? threadOf(alert, message.testRunId) : null;
      await operations.outbox.put({
        ...(thread === null ? {} : { thread }),
        _id: index === 0 ? id : `${id}.${index}`,
        dedupeKey: index === 0 ? event.id : `${event.id}.${message.recipient}`,
        accountId: accountOf(event),
        channel: alertChannel,
        aboutId: alert.alertId,
        destination: destinationOf(accountOf(event), alert.settings.actionType, alert.destination),
        message,
      });
    }
  },
});
