import {
  acceptInvitation as accept,
  canSignIn,
  findInvitation,
  invitationLink,
  invitationValidUntil,
  invite,
  userWithEmail,
  withdrawInvitation as withdraw,
} from '@assay/application';
import { type InvitationId, invitationCalls, roleTypeOf } from '@assay/contract';
import { DomainError, invitationDecider } from '@assay/domain';
import { ApiError } from '../http/apiErrors.ts';
import { commandAnswer } from '../http/commandAnswer.ts';
import { type Route, route } from '../http/route.ts';

const inviteUser = route(invitationCalls.inviteUser, async ({ api, body, caller: { accountId }, context, newId }) => {
  const wanted = { ...body, roleType: roleTypeOf(body.roleType) };
  const result = await invite(api, accountId, newId<InvitationId>(), wanted, context);
  return commandAnswer(api.eventLog, result);
});

const listInvitations = route(invitationCalls.listInvitations, ({ caller }) => caller.models.invitations());

const getInvitationLink = route(
  invitationCalls.getInvitationLink,
  async ({ api, params: { id }, caller: { accountId } }) => {
    await api.owners.requireOwn(`invitation-${id}`, accountId, 'invitation.notFound');
    return { path: await invitationLink(api, id) };
  },
);

const resendInvitation = route(
  invitationCalls.resendInvitation,
  async ({ api: { eventLog, owners }, params: { id }, caller: { accountId }, context }) => {
    await owners.requireOwn(`invitation-${id}`, accountId, 'invitation.notFound');
    const command = { type: 'resendInvitation' as const, validUntil: invitationValidUntil() };
    return commandAnswer(eventLog, await eventLog.handle(invitationDecider, id, command, context));
  },
);

const withdrawInvitation = route(
  invitationCalls.withdrawInvitation,
  async ({ api, params: { id }, caller: { accountId }, context }) =>
    commandAnswer(api.eventLog, await withdraw(api, accountId, id, context)),
);

const getInvitation = route(invitationCalls.getInvitation, async ({ api, query }) => {
  const { state, email, firstName, lastName } = await findInvitation(api, query);
  const account = await api.readModels.of(state.accountId).account();
  if (!account) throw new DomainError('invitation.invalid');
  const userId = await userWithEmail(api, email);
  const isKnown = userId !== null && (await canSignIn(api, userId));
  return { accountName: account.name, email, firstName, lastName, roleType: state.roleType, canSignIn: isKnown };
});

const acceptInvitation = route(
  invitationCalls.acceptInvitation,
  async ({ api, query, caller: { userId }, context }) => {
    const person = await api.readModels.user(userId);
    if (!person) throw new ApiError('notFound');
    const accountId = await accept(api, query, { userId, email: person.email }, context);
    const account = await api.readModels.of(accountId).account();
    return { accountId, accountName: account?.name ?? accountId };
  },
);

export const invitationRoutes: readonly Route[] = [
  inviteUser,
  listInvitations,
  getInvitationLink,
  resendInvitation,
  withdrawInvitation,
  getInvitation,
  acceptInvitation,
];
