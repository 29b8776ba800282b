import { AccountView } from '@assay/contract';
import { ApiError } from '../http/apiErrors.ts';
import { route } from '../http/route.ts';

export const getAccount = route({
  method: 'GET',
  url: '/account',
  summary: 'The account',
  permission: 'account.read',
  answer: AccountView,
  handle: async ({ caller }) => {
    const account = await caller.models.account();
    if (!account) throw new ApiError('notFound');
    return account;
  },
});
