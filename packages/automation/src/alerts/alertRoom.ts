import {
  type AccountId,
  type AlertAction,
  type AlertDeliveryId,
  authorizationIdOf,
  channelOfDestination,
  type SingleProvider,
} from '@assay/contract';
import { type ActiveAlert, alertDecider, alertDeliveryDecider, authorizationDecider } from '@assay/domain';
import {
  type Channel,
  type MailMessage,
  type OpsgeniePayload,
  type OutgoingGuard,
  openJsonReader,
  openOpsgenieChannel,
  openPoster,
  openSlackChannel,
  openTeamsChannel,
  openWebhookChannel,
  type SlackPayload,
  type SlackSettings,
  slackApiOf,
  type TeamsPayload,
  type WebhookPayload,
} from '@assay/integrations';
import type { AttemptOutcome, OutboxRow } from '@assay/operations';
import type { AutomationStores } from '../automationDeps.ts';
import type { Room } from '../outbound/room.ts';
import { slackTokenOrOutcome } from '../outbound/slackTokenOrOutcome.ts';
import { byItself } from '../policy.ts';
import type { AlertMessage } from './alertMessage.ts';
import { mailRecipients, possibleRecipients } from './mailRecipients.ts';

const gone: AttemptOutcome = { kind: 'refused', reason: 'The alert was deleted before this was sent.' };
const changed: AttemptOutcome = { kind: 'refused', reason: 'The alert goes another way since this was written.' };

const overtaken: AttemptOutcome = { kind: 'done', detail: 'a newer message about the run was there before it' };

const nobody = 'Nobody is named, and the account has no administrator; or nobody wants its mails any more.';
const notTold = 'This address is not told by the alert any more, or has unsubscribed.';

/** Why a message stays pending until it is sent again. */
function keptBecause(actionType: AlertAction): string {
  if (actionType === 'SEND_SLACK') return 'Slack is not connected.';
  if (actionType === 'TRIGGER_OPSGENIE') return 'OpsGenie is not connected.';
  if (actionType === 'SEND_MICROSOFT_TEAMS') return 'The channel was removed. Choose another one.';
  return 'No mail server is set up.';
}

/** @returns the current signing secrets of a webhook */
function secretsOf({ signingSecret, oldSecret }: ActiveAlert, now: Date): string[] {
  const isValid = oldSecret !== null && Date.parse(oldSecret.until) > now.getTime();
  return isValid ? [signingSecret, oldSecret.secret] : [signingSecret];
}

export type AlertRoomOptions = {
  mail: Channel<MailMessage> | null;
  guard: OutgoingGuard;
  slack: SlackSettings;
};

/** Sends alert messages, each to the current destination of its alert. */
export function openAlertRoom(
  stores: AutomationStores,
  { mail, guard, slack: settings }: AlertRoomOptions,
): Room & { close(): void } {
  const { eventLog, operations } = stores;
  const poster = openPoster(guard);
  const webhook = openWebhookChannel(poster);
  const slack = openSlackChannel(poster, slackApiOf(settings));
  const teams = openTeamsChannel(poster);
  const reader = openJsonReader(guard);
  const opsgenie = openOpsgenieChannel(poster, reader);

  async function authorizationOf({ accountId }: OutboxRow, provider: SingleProvider) {
    if (accountId === null) return null;
    const { state } = await eventLog.load(authorizationDecider, authorizationIdOf(accountId, provider));
    return state.status === 'active' ? state : null;
  }

  /** @returns null: the alert's channel is no longer connected */
  async function teamsUrlOf(destination: string): Promise<string | null> {
    const channel = channelOfDestination('SEND_MICROSOFT_TEAMS', destination);
    if (channel === null) return destination;
    const { state } = await eventLog.load(authorizationDecider, channel);
    return state.status === 'active' && state.access.means === 'token' ? state.access.token : null;
  }

  /** One message per run: later news updates it in place. */
  async function sendSlack(row: OutboxRow, channel: string, message: AlertMessage): Promise<AttemptOutcome> {
    const authorization = await authorizationOf(row, 'Slack');
    if (authorization === null) return { kind: 'kept' };
    const token = await slackTokenOrOutcome(authorization, { poster, settings, grants: operations.serviceGrants });
    if (typeof token !== 'string') return token;
    const others = row.thread === undefined ? [] : await operations.outbox.inThread(row.accountId, row.thread);
    const there = others.find(({ _id, receipt }) => _id !== row._id && receipt !== undefined);
    if (there && there.createdAt > row.createdAt) return overtaken;
    const payload = message.payload as SlackPayload;
    return slack.deliver({ token, channel, payload, before: there?.receipt ?? null }, message.dedupeKey);
  }

  async function sendMail(row: OutboxRow, alert: ActiveAlert, message: AlertMessage): Promise<AttemptOutcome> {
    if (mail === null) return { kind: 'kept' };
    const { recipient } = message;
    const possible = row.accountId === null ? [] : await recipientsNow(row.accountId, alert, recipient);
    const to = possible.filter((one) => recipient === undefined || one.recipient === recipient);
    if (to.length === 0) return { kind: 'refused', reason: recipient === undefined ? nobody : notTold };
    const content = message.payload as Omit<MailMessage, 'to'>;
    return mail.deliver({ to: to.map(({ address }) => address).join(', '), ...content }, row.dedupeKey);
  }

  /** For a message without a recipient: the current recipients of the alert. */
  function recipientsNow(accountId: AccountId, alert: ActiveAlert, recipient: string | undefined) {
    if (recipient === undefined) return mailRecipients(stores, accountId, alert, new Set());
    return possibleRecipients(stores, accountId, alert);
  }

  return {
    deliver: async (row) => {
      const message = row.message as AlertMessage;
      const { state: alert } = await eventLog.load(alertDecider, message.alertId);
      if (alert.status !== 'active') return gone;
      if (alert.settings.actionType !== message.actionType) return changed;
      switch (message.actionType) {
        case 'TRIGGER_WEBHOOK': {
          const payload = message.payload as WebhookPayload;
          const secrets = secretsOf(alert, new Date());
          return webhook.deliver({ url: alert.destination, secrets, payload }, message.dedupeKey);
        }
        case 'SEND_EMAIL':
          return sendMail(row, alert, message);
        case 'SEND_SLACK':
          return sendSlack(row, alert.destination, message);
        case 'SEND_MICROSOFT_TEAMS': {
          const url = await teamsUrlOf(alert.destination);
          if (url === null) return { kind: 'kept' };
          return teams.deliver({ url, payload: message.payload as TeamsPayload }, message.dedupeKey);
        }
        case 'TRIGGER_OPSGENIE': {
          const connected = await authorizationOf(row, 'OpsGenie');
          if (connected?.access.means !== 'token') return { kind: 'kept' };
          const { identifier: api } = connected;
          const { token: key } = connected.access;
          const payload = message.payload as OpsgeniePayload;
          return opsgenie.deliver({ api, key, team: alert.destination, payload }, message.dedupeKey);
        }
      }
    },
    ended: async (row, state, outcome) => {
      const deliveryId = row._id as AlertDeliveryId;
      const { alertId, actionType } = row.message as AlertMessage;
      const of = { deliveryId, alertId, attempts: row.attempts };
      const detail = 'reason' in outcome ? outcome.reason : keptBecause(actionType);
      const isGone = outcome.kind === 'refused' && outcome.gone === true;
      const command =
        state === 'done'
          ? ({ type: 'noteDelivered', ...of } as const)
          : ({ type: 'noteNotDelivered', ...of, reason: state, gone: isGone, detail } as const);
      await eventLog.handle(alertDeliveryDecider, deliveryId, command, byItself(row.accountId, 'sender'));
    },
    close: () => {
      poster.close();
      reader.close();
    },
  };
}
