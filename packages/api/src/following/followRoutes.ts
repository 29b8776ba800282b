import { followCalls } from '@assay/contract';
import { testRunFollowersDecider } from '@assay/domain';
import { shownTo } from '../accounts/hiddenPeople.ts';
import { commandAnswer } from '../http/commandAnswer.ts';
import { type Route, route } from '../http/route.ts';

const toggleFollow = route(
  followCalls.toggleFollow,
  async ({ api: { eventLog, owners }, caller: { accountId, userId }, body: { testRunId }, context }) => {
    await owners.requireOwn(`testRun-${testRunId}`, accountId, 'testRun.notFound');
    const command = { type: 'toggleFollow' as const, testRunId, userId };
    const result = await eventLog.handle(testRunFollowersDecider, testRunId, command, context);
    const following = result.events.some(({ type }) => type === 'TestRunFollowed');
    return { ...(await commandAnswer(eventLog, result)), following };
  },
);

const listFollowers = route(followCalls.listFollowers, async ({ api, caller, params: { id } }) => {
  await api.owners.requireOwn(`testRun-${id}`, caller.accountId, 'testRun.notFound');
  const isShown = await shownTo(api, caller);
  return (await caller.models.testRunFollowers(id)).filter(isShown);
});

export const followRoutes: readonly Route[] = [toggleFollow, listFollowers];
