import { accountCalls } from '@assay/contract';
import { ApiError } from '../http/apiErrors.ts';
import { route } from '../http/route.ts';

export const getAccountSetup = route(accountCalls.getAccountSetup, async ({ caller }) => {
  const setup = await caller.models.accountSetup();
  if (!setup) throw new ApiError('notFound');
  return setup;
});
