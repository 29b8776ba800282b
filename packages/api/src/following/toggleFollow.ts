import { followCalls } from '@assay/contract';
import { testRunFollowersDecider } from '@assay/domain';
import { commandAnswer } from '../http/commandAnswer.ts';
import { route } from '../http/route.ts';

export const toggleFollow = route(
  followCalls.toggleFollow,
  async ({ api: { eventLog, owners }, caller: { accountId, userId }, body: { testRunId }, context }) => {
    await owners.requireOwn(`testRun-${testRunId}`, accountId, 'testRun.notFound');
    const command = { type: 'toggleFollow' as const, testRunId, userId };
    const result = await eventLog.handle(testRunFollowersDecider, testRunId, command, context);
    const following = result.events.some(({ type }) => type === 'TestRunFollowed');
    return { ...(await commandAnswer(eventLog, result)), following };
  },
);
