import { accountCalls } from '@assay/contract';
import { accountDecider } from '@assay/domain';
import { ApiError } from '../../http/apiErrors.ts';
import { commandAnswer } from '../../http/commandAnswer.ts';
import { route } from '../../http/route.ts';

/** Who asks it of the others has it on: nobody shuts themselves out. */
export const changeTwoFactorRequirement = route(
  accountCalls.changeTwoFactorRequirement,
  async ({ api, body: { required }, caller: { accountId, userId }, context, expectedRevision }) => {
    const { eventLog, operations } = api;
    if (required && (await operations.secondFactors.find(userId)) === null) throw new ApiError('twoFactor.ownFirst');
    const command = { type: 'changeTwoFactorRequirement' as const, required };
    const result = await eventLog.handle(accountDecider, accountId, command, { ...context, expectedRevision });
    return commandAnswer(eventLog, result);
  },
);
