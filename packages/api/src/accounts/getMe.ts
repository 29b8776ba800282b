import { accountCalls } from '@assay/contract';
import { ApiError } from '../http/apiErrors.ts';
import { route } from '../http/route.ts';

export const getMe = route(accountCalls.getMe, async ({ api: { readModels, config }, caller }) => {
  const user = await readModels.user(caller.userId);
  // Registered but not projected yet: the client asks again.
  if (!user) throw new ApiError('notFound');
  return { ...user, mayCreateAccount: config.registration.isOpen };
});
