import { accountCalls } from '@assay/contract';
import { ApiError } from '../http/apiErrors.ts';
import { route } from '../http/route.ts';

export const getAccount = route(accountCalls.getAccount, async ({ api, caller }) => {
  const [account, totalTestingMinutes] = await Promise.all([caller.models.account(), caller.models.testingMinutes()]);
  if (!account) throw new ApiError('notFound');
  return { ...account, totalTestingMinutes, flags: await api.flags.of(account) };
});
