import { createOwnAccount } from '@assay/application';
import { accountCalls, limits } from '@assay/contract';
import { ApiError } from '../http/apiErrors.ts';
import { commandAnswer } from '../http/commandAnswer.ts';
import { route } from '../http/route.ts';

export const createAccount = route(
  accountCalls.createAccount,
  async ({ api, body: { name }, caller: { userId }, context }) => {
    if (!api.config.registration.isOpen) throw new ApiError('account.creationClosed');
    const own = await api.readModels.accountIdsOf(userId);
    if (own.length >= limits.accountsOfPerson) throw new ApiError('account.tooMany');
    return commandAnswer(api.eventLog, await createOwnAccount(api, { name, userId }, context));
  },
);
