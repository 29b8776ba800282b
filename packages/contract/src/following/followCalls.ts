import { Type } from 'typebox';
import { call } from '../call.ts';
import { exampleIds } from '../exampleIds.ts';
import { TestRunId } from '../ids.ts';
import { topics } from '../live/topics.ts';
import { Follower, ToggledFollow, ToggleFollowRequest } from './followViews.ts';

export const followCalls = {
  toggleFollow: call({
    method: 'POST',
    path: '/users/me/toggle-follow',
    summary: 'Follow a run, to be notified when it ends, or unfollow it',
    permission: 'follow.own',
    body: ToggleFollowRequest,
    answer: ToggledFollow,
    example: { body: { testRunId: exampleIds.testRun } },
  }),
  listFollowers: call({
    method: 'GET',
    path: '/test-runs/:id/followers',
    summary: 'Who follows a run, by name',
    permission: 'follow.read',
    params: Type.Object({ id: TestRunId }),
    answer: Type.Array(Follower),
    topic: topics.testRunFollowers,
    example: { params: { id: exampleIds.testRun } },
  }),
};
