import { type MessageId, type NoticeReason, noticeIdOf, type TestRunId, type UserId } from '@assay/contract';
import { noticeDecider, testRunFollowersDecider, userRolesDecider } from '@assay/domain';
import { accountOf, type EventLog, type RecordedEvent } from '@assay/event-log';
import type {
  CiMessagePosted,
  QuarantineReminded,
  ReviewerAssigned,
  TestRunCanceled,
  TestRunFinished,
  TestRunMessageEdited,
  TestRunMessagePosted,
} from '@assay/event-schemas';
import { isOfImport, policy, reactingTo } from '../policy.ts';

type Cause =
  | { type: 'TestRunFinished'; data: TestRunFinished }
  | { type: 'TestRunCanceled'; data: TestRunCanceled }
  | { type: 'TestRunMessagePosted'; data: TestRunMessagePosted }
  | { type: 'CiMessagePosted'; data: CiMessagePosted }
  | { type: 'TestRunMessageEdited'; data: TestRunMessageEdited }
  | { type: 'ReviewerAssigned'; data: ReviewerAssigned }
  | { type: 'QuarantineReminded'; data: QuarantineReminded };

type News = { testRunId: TestRunId; reason: NoticeReason; messageId: MessageId | null; concerned: Iterable<UserId> };

/** @returns the notifications of a fact, and their recipients. */
async function newsOf({ type, data }: Cause, { load }: EventLog): Promise<News> {
  const { testRunId } = data;
  if (type === 'TestRunFinished' || type === 'TestRunCanceled') {
    const { state } = await load(testRunFollowersDecider, testRunId);
    const reason = type === 'TestRunFinished' ? 'finished' : 'canceled';
    return { testRunId, reason, messageId: null, concerned: state.followers };
  }
  if (type === 'ReviewerAssigned') {
    const { userId } = data;
    return { testRunId, reason: 'reviewer', messageId: null, concerned: userId === null ? [] : [userId] };
  }
  if (type === 'QuarantineReminded') {
    return { testRunId, reason: 'quarantineEnds', messageId: null, concerned: [data.userId] };
  }
  return { testRunId, reason: 'mentioned', messageId: data.messageId, concerned: data.mentions };
}

/** @returns the acting person; null: the service, an agent or a CI job. */
function doerOf({ envelope: { actor } }: RecordedEvent): UserId | null {
  return actor.kind === 'user' ? (actor.id as UserId) : null;
}

/**
 * Notifies people in the account about the ends of runs that they follow, mentions, review requests and quarantines
 * about to end; never about their own actions or imported runs.
 */
export const giveNotices = policy({
  name: 'giveNotices',
  on: [
    'TestRunFinished',
    'TestRunCanceled',
    'TestRunMessagePosted',
    'CiMessagePosted',
    'TestRunMessageEdited',
    'ReviewerAssigned',
    'QuarantineReminded',
  ],
  react: async (event, deps) => {
    const { eventLog } = deps;
    const { concerned, ...news } = await newsOf(event, eventLog);
    const byUserId = doerOf(event);
    const people = [...concerned].filter((userId) => userId !== byUserId);
    if (people.length === 0 || (event.type === 'TestRunFinished' && (await isOfImport(event, deps)))) return;
    const { state } = await eventLog.load(userRolesDecider, accountOf(event));
    const members = new Set([...state.roles.values()].map(({ userId }) => userId));
    for (const userId of people.filter((person) => members.has(person))) {
      const noticeId = noticeIdOf(news.testRunId, userId);
      const command = { type: 'giveNotice' as const, noticeId, userId, ...news, byUserId };
      await eventLog.handle(noticeDecider, noticeId, command, reactingTo(event, 'giveNotices'));
    }
  },
});
