import type { AlertAction, AlertDeliveryId, AlertDeliveryView, AlertId, TestRunId } from '@assay/contract';
import {
  type AlertNews,
  opsgeniePayloadOf,
  slackPayloadOf,
  teamsPayloadOf,
  webhookPayloadOf,
} from '@assay/integrations';
import { mails, type RunOfMail } from '../outbound/mails/mails.ts';
import { renderMail } from '../outbound/mails/renderMail.ts';
import { mailThreadOf } from '../outbound/mailThread.ts';

/** The outbox payload of an alert message. Its destination is resolved on delivery and not stored here. */
export type AlertMessage = {
  alertId: AlertId;
  /** The id of the message that this one repeats. */
  dedupeKey: string;
  actionType: AlertAction;
  kind: AlertDeliveryView['kind'];
  summary: string;
  testRunId: TestRunId | null;
  resendOf: AlertDeliveryId | null;
  /**
   * For mail: the recipient, as in `recipientOf`; the address is resolved on delivery. Older mails without it go to all
   * recipients.
   */
  recipient?: string;
  /** As the channel of the action wants it. */
  payload: unknown;
};

/** The run in which the reported problem began: mails about it share a thread. */
export type BeganIn = RunOfMail & { testRunId: TestRunId };

/**
 * @param mail for mail: the run in which the reported problem began, and the link to unsubscribe
 * @returns the payload for the action's channel
 */
export function payloadOf(
  actionType: AlertAction,
  news: AlertNews,
  { began = null, unsubscribe = null }: { began?: BeganIn | null; unsubscribe?: string | null } = {},
): unknown {
  switch (actionType) {
    case 'TRIGGER_WEBHOOK':
      return webhookPayloadOf(news);
    case 'SEND_EMAIL': {
      // Stores no names: addresses are resolved on delivery.
      const { to: _, ...mail } = renderMail(mails.alert(news, began), '', unsubscribe);
      return { ...mail, thread: began === null ? news.group : mailThreadOf(began.testRunId) };
    }
    case 'SEND_SLACK':
      return slackPayloadOf(news);
    case 'SEND_MICROSOFT_TEAMS':
      return teamsPayloadOf(news);
    case 'TRIGGER_OPSGENIE':
      return opsgeniePayloadOf(news);
  }
}
