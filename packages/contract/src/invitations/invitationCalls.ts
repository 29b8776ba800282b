import { Type } from 'typebox';
import { call } from '../call.ts';
import { CommandAnswer } from '../commandAnswer.ts';
import { exampleIds } from '../exampleIds.ts';
import { InvitationId } from '../ids.ts';
import { topics } from '../live/topics.ts';
import {
  AcceptedInvitation,
  InvitationLinkView,
  InvitationOffer,
  InvitationQuery,
  InvitationView,
  InviteRequest,
} from './invitationViews.ts';

const invitationParams = Type.Object({ id: InvitationId });
const query = { token: 'invitation.of-the-mail', email: 'grace@example.com' };

export const invitationCalls = {
  inviteUser: call({
    method: 'POST',
    path: '/user-roles',
    summary: 'Invite a person into the account by mail; the link works once, for 7 days, and only for this address',
    permission: 'invitation.write',
    body: InviteRequest,
    status: 201,
    answer: CommandAnswer,
    changes: [topics.invitations],
    example: { body: { email: 'grace@example.com', firstName: 'Grace', lastName: 'Hopper', roleType: 'USER' } },
  }),
  listInvitations: call({
    method: 'GET',
    path: '/account/invitations',
    summary: 'Invitations into the account that are open or have expired, newest first',
    permission: 'invitation.read',
    answer: Type.Array(InvitationView),
    topic: topics.invitations,
    example: {},
  }),
  getInvitationLink: call({
    method: 'GET',
    path: '/account/invitations/:id/link',
    summary: 'The link of an invitation, for where mail does not arrive',
    permission: 'invitation.write',
    params: invitationParams,
    answer: InvitationLinkView,
    secretAnswer: true,
    example: { params: { id: exampleIds.invitation } },
  }),
  resendInvitation: call({
    method: 'POST',
    path: '/account/invitations/:id/resend',
    summary: 'Send an invitation again with a new link, for another 7 days; links sent before stop working',
    permission: 'invitation.write',
    params: invitationParams,
    answer: CommandAnswer,
    changes: [topics.invitations],
    example: { params: { id: exampleIds.invitation } },
  }),
  withdrawInvitation: call({
    method: 'DELETE',
    path: '/account/invitations/:id',
    summary: 'Withdraw an invitation; its link stops working',
    permission: 'invitation.write',
    params: invitationParams,
    answer: CommandAnswer,
    changes: [topics.invitations],
    example: { params: { id: exampleIds.invitation } },
  }),
  getInvitation: call({
    method: 'GET',
    path: '/invitations',
    summary: 'What the link of an invitation offers',
    permission: 'public',
    query: InvitationQuery,
    answer: InvitationOffer,
    example: { query },
  }),
  acceptInvitation: call({
    method: 'POST',
    path: '/users/me/accept',
    summary: 'Accept an invitation to the address of the person who is signed in; accepting again changes nothing',
    permission: 'signedIn',
    query: InvitationQuery,
    answer: AcceptedInvitation,
    example: { query },
  }),
};
