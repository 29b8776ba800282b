import { acceptInvitation as accept } from '@assay/application';
import { invitationCalls } from '@assay/contract';
import { ApiError } from '../http/apiErrors.ts';
import { route } from '../http/route.ts';

export const acceptInvitation = route(
  invitationCalls.acceptInvitation,
  async ({ api, query, caller: { userId }, context }) => {
    const person = await api.readModels.user(userId);
    if (!person) throw new ApiError('notFound');
    const accountId = await accept(api, query, { userId, email: person.email }, context);
    const account = await api.readModels.of(accountId).account();
    return { accountId, accountName: account?.name ?? accountId };
  },
);
