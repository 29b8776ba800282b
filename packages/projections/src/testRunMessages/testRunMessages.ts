import { type AccountId, type MessageId, type Position, type TestRunId, topics, type UserId } from '@assay/contract';
import { accountOf } from '@assay/event-log';
import type { Projection, ReadModelDocument } from '../projection.ts';

export type TestRunMessageDocument = ReadModelDocument & {
  accountId: AccountId;
  messageId: MessageId;
  testRunId: TestRunId;
  /** Null: a CI job. */
  userId: UserId | null;
  /** Encrypted under the key of its author, as in the log; that of a CI job is not. Null once it is deleted. */
  text: string | null;
  mentions: UserId[];
  createdAt: string;
  /** Says the order of a conversation, which an edit does not change. */
  postedAt: Position;
  editedAt: string | null;
  editableUntil: string | null;
  deletedAt: string | null;
};

/** Messages about runs. */
export const testRunMessages: Projection<TestRunMessageDocument> = {
  name: 'testRunMessages',
  version: 1,
  indexes: [
    { testRunId: 1, postedAt: -1 },
    { userId: 1, postedAt: 1 },
  ],
  idsOf: (event) => {
    switch (event.type) {
      case 'TestRunMessagePosted':
      case 'CiMessagePosted':
      case 'TestRunMessageEdited':
      case 'TestRunMessageDeleted':
        return [event.data.messageId];
      default:
        return [];
    }
  },
  evolve: (document, event) => {
    const { occurredAt } = event.envelope;
    if (event.type === 'TestRunMessagePosted' || event.type === 'CiMessagePosted') {
      const ofCi = { userId: null, editableUntil: null };
      return {
        accountId: accountOf(event),
        ...ofCi,
        ...event.data,
        createdAt: occurredAt,
        postedAt: event.position,
        editedAt: null,
        deletedAt: null,
      };
    }
    if (document === null) return null;
    if (event.type === 'TestRunMessageEdited') {
      const { text, mentions } = event.data;
      return { ...document, text, mentions, editedAt: occurredAt };
    }
    return { ...document, text: null, mentions: [], editableUntil: null, deletedAt: occurredAt };
  },
  topicsOf: ({ accountId, testRunId, messageId }) => [
    { accountId, topic: topics.testRunMessages(testRunId), id: messageId },
  ],
};
