import { type AccountId, type TestRunId, topics, type UserId } from '@assay/contract';
import { accountOf } from '@assay/event-log';
import type { Projection, ReadModelDocument } from '../projection.ts';

export type TestRunFollowersDocument = ReadModelDocument & {
  accountId: AccountId;
  testRunId: TestRunId;
  userIds: UserId[];
};

/** Who follows a run. */
export const testRunFollowers: Projection<TestRunFollowersDocument> = {
  name: 'testRunFollowers',
  version: 1,
  indexes: [{ userIds: 1 }],
  idsOf: (event) =>
    event.type === 'TestRunFollowed' || event.type === 'TestRunUnfollowed' ? [event.data.testRunId] : [],
  evolve: (document, event) => {
    if (event.type !== 'TestRunFollowed' && event.type !== 'TestRunUnfollowed') return document;
    const { testRunId, userId } = event.data;
    const others = (document?.userIds ?? []).filter((id) => id !== userId);
    const userIds = event.type === 'TestRunFollowed' ? [...others, userId] : others;
    return { accountId: accountOf(event), testRunId, userIds };
  },
  topicsOf: ({ accountId, testRunId }) => [{ accountId, topic: topics.testRunFollowers(testRunId), id: testRunId }],
};
