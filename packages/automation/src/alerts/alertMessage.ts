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

/** What the outbox holds of a message of an alert. Where it goes is looked up when it is sent, and is not in here. */
export type AlertMessage = {
  alertId: AlertId;
  /** That of the message that this one repeats. */
  dedupeKey: string;
  actionType: AlertAction;
  kind: AlertDeliveryView['kind'];
  summary: string;
  testRunId: TestRunId | null;
  resendOf: AlertDeliveryId | null;
  /**
   * Of a mail: which of those who are told it goes to, as `recipientOf` says. The address is looked up when it is sent.
   * Mails from before there was one go to everybody at once.
   */
  recipient?: string;
  /** As the channel of the action wants it. */
  payload: unknown;
};

/** The run in which what is told began: mails about it, and about what came of it, are one thread. */
export type BeganIn = RunOfMail & { testRunId: TestRunId };

/**
 * @param mail of a mail: the run in which what is told began, and where whoever gets it says that they want no more of it
 * @returns what the channel of an action is to send
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
      // Nobody is named in what is kept: the addresses are looked up when it is sent.
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
