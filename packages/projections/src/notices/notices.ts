import {
  type AccountId,
  type MessageId,
  type NoticeId,
  type NoticeReason,
  type Position,
  type TestRunId,
  topics,
  type UserId,
} from '@assay/contract';
import { accountOf } from '@assay/event-log';
import type { Projection, ReadModelDocument } from '../projection.ts';

export type NoticeDocument = ReadModelDocument & {
  accountId: AccountId;
  noticeId: NoticeId;
  userId: UserId;
  testRunId: TestRunId;
  /** Of the newest, which takes the place of what was told before. */
  reason: NoticeReason;
  messageId: MessageId | null;
  byUserId: UserId | null;
  at: string;
  /** When it was given; unlike the position of the document, reading does not change it. */
  givenAt: Position;
  read: boolean;
};

/** What people are told, one document for each person and run. */
export const notices: Projection<NoticeDocument> = {
  name: 'notices',
  version: 1,
  indexes: [
    { userId: 1, accountId: 1, givenAt: -1 },
    { userId: 1, accountId: 1, read: 1, givenAt: -1 },
  ],
  idsOf: (event) => (event.type === 'NoticeGiven' || event.type === 'NoticeRead' ? [event.data.noticeId] : []),
  evolve: (document, event) => {
    if (event.type === 'NoticeGiven') {
      const reason = event.data.reason as NoticeReason;
      const { occurredAt: at } = event.envelope;
      return { accountId: accountOf(event), ...event.data, reason, at, givenAt: event.position, read: false };
    }
    return document && { ...document, read: true };
  },
  topicsOf: ({ accountId, userId }) => [{ accountId, topic: topics.notices, id: userId }],
};
