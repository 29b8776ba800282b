import { type AccountId, authorizationIdOf, type UserId } from '@assay/contract';
import { authorizationDecider, userRolesDecider } from '@assay/domain';
import { accountOf, type EventLog } from '@assay/event-log';
import {
  type OutgoingGuard,
  openPoster,
  openSlackChannel,
  type SlackPayload,
  type SlackSettings,
  slackApiOf,
  slackNoticeOf,
} from '@assay/integrations';
import { slackDestination } from '../alerts/queueAlerts.ts';
import type { AutomationStores } from '../automationDeps.ts';
import { awaitReadModels } from '../awaitReadModels.ts';
import { policy } from '../policy.ts';
import { mailOf } from './mailOf.ts';
import { noticeMailOf } from './requestMail.ts';
import type { Room } from './room.ts';
import { slackTokenOrOutcome } from './slackTokenOrOutcome.ts';

/** The outbox channel of notifications to people in Slack. */
export const slackNoticeChannel = 'slackNotice';

/** The outbox payload. The person's Slack user is resolved on delivery and not stored here. */
type SlackNotice = { userId: UserId; payload: SlackPayload };

/** @returns the Slack user of a person who enabled Slack notifications; null: none */
async function memberOf({ load }: EventLog, accountId: AccountId, userId: UserId): Promise<string | null> {
  const { state } = await load(userRolesDecider, accountId);
  const role = [...state.roles.values()].find((one) => one.userId === userId);
  return role?.notifyBySlack ? role.slackMemberId || null : null;
}

/** Queues notifications for people who enabled them in Slack, with the text of the mail. */
export const queueSlackNotices = policy({
  name: 'queueSlackNotices',
  on: ['NoticeGiven'],
  react: async (event, deps) => {
    const accountId = accountOf(event);
    const { userId } = event.data;
    if ((await memberOf(deps.eventLog, accountId, userId)) === null) return;
    await awaitReadModels(deps.readModels, event);
    const prepared = await mailOf(deps, { ...noticeMailOf(event.data), accountId });
    if (prepared === null) return;
    const message: SlackNotice = { userId, payload: slackNoticeOf(prepared.content) };
    await deps.operations.outbox.put({
      _id: `${event.id}.slack`,
      dedupeKey: `${event.id}.slack`,
      accountId,
      channel: slackNoticeChannel,
      destination: slackDestination(accountId),
      userIds: prepared.userIds,
      message,
    });
  },
});

/** Sends messages to people in Slack, with the currently connected token. */
export function openSlackNoticeRoom(
  { eventLog, operations }: AutomationStores,
  { guard, slack: settings }: { guard: OutgoingGuard; slack: SlackSettings },
): Room & { close(): void } {
  const poster = openPoster(guard);
  const slack = openSlackChannel(poster, slackApiOf(settings));
  return {
    deliver: async ({ accountId, message, dedupeKey }) => {
      if (accountId === null) return { kind: 'kept' };
      const { userId, payload } = message as SlackNotice;
      const [channel, { state }] = await Promise.all([
        memberOf(eventLog, accountId, userId),
        eventLog.load(authorizationDecider, authorizationIdOf(accountId, 'Slack')),
      ]);
      if (channel === null)
        return { kind: 'refused', reason: 'The person does not want to be told at Slack any more.' };
      if (state.status === 'none') return { kind: 'kept' };
      const token = await slackTokenOrOutcome(state, { poster, settings, grants: operations.serviceGrants });
      if (typeof token !== 'string') return token;
      if (/^https?:/i.test(token)) return { kind: 'refused', reason: 'An incoming webhook cannot write to people.' };
      return slack.deliver({ token, channel, payload, before: null }, dedupeKey);
    },
    // The log does not record deliveries: the outbox shows them for a month.
    ended: async () => undefined,
    close: () => poster.close(),
  };
}
