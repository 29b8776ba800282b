import { accountCalls } from '@assay/contract';
import { ApiError } from '../http/apiErrors.ts';
import { route } from '../http/route.ts';

export const getAccount = route(accountCalls.getAccount, async ({ api, caller }) => {
  const account = await caller.models.account();
  if (!account) throw new ApiError('notFound');
  return { ...account, flags: await api.flags.of(account) };
});
