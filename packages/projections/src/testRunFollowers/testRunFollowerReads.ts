import type { Follower, TestRunId, UserId } from '@assay/contract';
import { findUserRoles } from '../people/findPeople.ts';
import type { AccountReader, ServiceReader } from '../readers.ts';

/** Who follows a run, by name, without people who have left the account. */
async function findFollowers({ collections, accountId }: AccountReader, testRunId: TestRunId): Promise<Follower[]> {
  const found = await collections.testRunFollowers.findOne({ _id: testRunId, accountId });
  if (!found || found.userIds.length === 0) return [];
  const roles = await findUserRoles(collections, accountId);
  return roles
    .filter(({ user }) => found.userIds.includes(user.id))
    .map(({ user: { id: userId, fullName, email } }) => ({ userId, fullName, email }));
}

export const testRunFollowerReads = {
  testRunFollowers: (reader: AccountReader, testRunId: TestRunId) => findFollowers(reader, testRunId),
};

/** The runs that a person follows, in any account. */
async function findFollowedRuns({ collections }: ServiceReader, userId: UserId) {
  const found = await collections.testRunFollowers.find({ userIds: userId }).toArray();
  return found.map(({ accountId, testRunId }) => ({ accountId, testRunId }));
}

export const testRunFollowerServiceReads = {
  runsFollowedBy: (reader: ServiceReader, userId: UserId) => findFollowedRuns(reader, userId),
};
