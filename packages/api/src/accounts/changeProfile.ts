import { profileCalls } from '@assay/contract';
import { userDecider } from '@assay/domain';
import { commandAnswer } from '../http/commandAnswer.ts';
import { route } from '../http/route.ts';

export const changeProfile = route(
  profileCalls.changeProfile,
  async ({ api: { eventLog }, body: { firstName, lastName }, caller: { userId }, context }) => {
    const command = { type: 'changeName' as const, userId, firstName, lastName };
    return commandAnswer(eventLog, await eventLog.handle(userDecider, userId, command, context));
  },
);
