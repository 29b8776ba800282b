import { invitationLink } from '@assay/application';
import { invitationCalls } from '@assay/contract';
import { route } from '../http/route.ts';

export const getInvitationLink = route(
  invitationCalls.getInvitationLink,
  async ({ api, params: { id }, caller: { accountId } }) => {
    await api.owners.requireOwn(`invitation-${id}`, accountId, 'invitation.notFound');
    return { path: await invitationLink(api, id) };
  },
);
