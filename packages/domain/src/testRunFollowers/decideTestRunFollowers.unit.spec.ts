import type { TestRunId, UserId } from '@assay/contract';
import type { TestRunFollowersEvent } from '@assay/event-schemas';
import { given } from '../../test/deciderSpec.ts';
import { testRunFollowersDecider } from './decideTestRunFollowers.ts';

const testRunId = 'run' as TestRunId;
const of = (userId: string) => ({ testRunId, userId: userId as UserId });
const followed = (userId: string): TestRunFollowersEvent => ({ type: 'TestRunFollowed', data: of(userId) });
const unfollowed = (userId: string): TestRunFollowersEvent => ({ type: 'TestRunUnfollowed', data: of(userId) });
const toggle = (userId: string) => ({ type: 'toggleFollow' as const, ...of(userId) });
const followers = (...events: TestRunFollowersEvent[]) => given(testRunFollowersDecider, ...events);

describe('following a run', () => {
  it('begins and ends for each person by themselves', () => {
    followers().when(toggle('ada')).gives(followed('ada'));
    followers(followed('ada')).when(toggle('ada')).gives(unfollowed('ada'));
    followers(followed('ada')).when(toggle('bob')).gives(followed('bob'));
    followers(followed('ada'), unfollowed('ada')).when(toggle('ada')).gives(followed('ada'));
  });
});
