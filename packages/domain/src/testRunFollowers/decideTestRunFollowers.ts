import type { TestRunId, UserId } from '@assay/contract';
import type { TestRunFollowersEvent } from '@assay/event-schemas';
import type { Decider } from '../decider.ts';

export type TestRunFollowersState = { followers: ReadonlySet<UserId> };

export type TestRunFollowersCommand = { type: 'toggleFollow'; testRunId: TestRunId; userId: UserId };

/** The followers of a run. A stream separate from the run's own, so that following does not delay its work. */
export const testRunFollowersDecider: Decider<TestRunFollowersState, TestRunFollowersCommand, TestRunFollowersEvent> = {
  category: 'testRunFollowers',
  initialState: () => ({ followers: new Set() }),
  decide: ({ type: _, ...facts }, { followers }) => [
    { type: followers.has(facts.userId) ? 'TestRunUnfollowed' : 'TestRunFollowed', data: facts },
  ],
  evolve: ({ followers }, { type, data: { userId } }) => {
    const next = new Set(followers);
    if (type === 'TestRunFollowed') next.add(userId);
    else next.delete(userId);
    return { followers: next };
  },
};
