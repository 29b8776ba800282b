import { invitationCalls } from '@assay/contract';
import { route } from '../http/route.ts';

export const listInvitations = route(invitationCalls.listInvitations, ({ caller }) => caller.models.invitations());
