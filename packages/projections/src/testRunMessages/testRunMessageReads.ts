import type { Position, TestRunId, TestRunMessagePage, TestRunMessageView, UserId } from '@assay/contract';
import { findPersons } from '../people/findPeople.ts';
import type { AccountReader, ServiceReader } from '../readers.ts';
import type { TestRunMessageDocument } from './testRunMessages.ts';

export type TestRunMessagesQuery = { since?: Position | undefined; offset: number; limit: number };

/** A page of a conversation whose texts may be encrypted. */
export type FoundMessages = TestRunMessagePage;

/** A page of the messages about a run, counted from the newest, oldest first; null when the run is not the account's. */
async function findMessages(
  { collections, accountId, projected }: AccountReader,
  testRunId: TestRunId,
  { since, offset, limit }: TestRunMessagesQuery,
): Promise<FoundMessages | null> {
  const position = await projected();
  const run = await collections.testRunSummaries.findOne({ _id: testRunId, accountId }, { projection: { _id: 1 } });
  if (!run) return null;
  const ofRun = { testRunId, accountId };
  const wanted = since === undefined ? ofRun : { ...ofRun, position: { $gt: since } };
  const [newest, total] = await Promise.all([
    collections.testRunMessages.find(wanted).sort({ postedAt: -1 }).skip(offset).limit(limit).toArray(),
    collections.testRunMessages.countDocuments(ofRun),
  ]);
  const persons = await findPersons(
    collections,
    newest.flatMap(({ userId, mentions }) => (userId === null ? mentions : [userId, ...mentions])),
  );
  const messages = newest.reverse().map(({ _id, accountId: _, messageId: id, postedAt, mentions, ...message }) => ({
    ...message,
    id,
    user: message.userId === null ? null : (persons.get(message.userId) ?? null),
    mentions: mentions.map((userId) => ({ userId, fullName: persons.get(userId)?.fullName ?? null })),
  }));
  return { messages: messages satisfies TestRunMessageView[], total, position };
}

export const testRunMessageReads = {
  testRunMessages: (reader: AccountReader, testRunId: TestRunId, query: TestRunMessagesQuery) =>
    findMessages(reader, testRunId, query),
};

export const testRunMessageServiceReads = {
  /** What a person wrote in any account and did not delete, oldest first. */
  messagesBy: ({ collections }: ServiceReader, userId: UserId): Promise<TestRunMessageDocument[]> =>
    collections.testRunMessages.find({ userId, deletedAt: null }).sort({ postedAt: 1 }).toArray(),
};
