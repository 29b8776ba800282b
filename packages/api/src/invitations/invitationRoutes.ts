import type { Route } from '../http/route.ts';
import { acceptInvitation } from './acceptInvitation.ts';
import { getInvitation } from './getInvitation.ts';
import { getInvitationLink } from './getInvitationLink.ts';
import { inviteUser } from './inviteUser.ts';
import { listInvitations } from './listInvitations.ts';
import { resendInvitation } from './resendInvitation.ts';
import { withdrawInvitation } from './withdrawInvitation.ts';

export const invitationRoutes: readonly Route[] = [
  inviteUser,
  listInvitations,
  getInvitationLink,
  resendInvitation,
  withdrawInvitation,
  getInvitation,
  acceptInvitation,
];
