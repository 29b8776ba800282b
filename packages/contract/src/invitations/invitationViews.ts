import { type Static, Type } from 'typebox';
import { PersonView } from '../accounts/accountViews.ts';
import { formFields } from '../formFields.ts';
import { AccountId, InvitationId, Time } from '../ids.ts';
import { messages } from '../messages.ts';
import { requestedRoleTypes, roleTypes } from '../roles.ts';

export const InviteRequest = Type.Object(
  {
    email: Type.String(formFields.email),
    firstName: Type.String(formFields.personName),
    lastName: Type.String(formFields.personName),
    roleType: Type.Enum(requestedRoleTypes, { 'x-texts': { blank: messages.blank } }),
  },
  { additionalProperties: false },
);
export type InviteRequest = Static<typeof InviteRequest>;

/** An invitation that was neither accepted nor withdrawn; it may have expired. */
export const InvitationView = Type.Object({
  id: InvitationId,
  email: Type.String(),
  firstName: Type.String(),
  lastName: Type.String(),
  fullName: Type.String(),
  roleType: Type.Enum(roleTypes),
  createdAt: Time,
  sentAt: Type.String({ format: 'date-time', description: 'when it was sent last' }),
  sentBy: PersonView,
  validUntil: Time,
});
export type InvitationView = Static<typeof InvitationView>;

export const InvitationLinkView = Type.Object({
  path: Type.String({ description: 'below the address of the installation; it lets the invited person in' }),
});
export type InvitationLinkView = Static<typeof InvitationLinkView>;

/** What the mail of an invitation holds, and nobody else knows. */
export const InvitationQuery = Type.Object({
  token: Type.String({ maxLength: 200 }),
  email: Type.String({ maxLength: 320 }),
});
export type InvitationQuery = Static<typeof InvitationQuery>;

/** What the invited person is shown before accepting. */
export const InvitationOffer = Type.Object({
  accountName: Type.String(),
  email: Type.String(),
  firstName: Type.String(),
  lastName: Type.String(),
  roleType: Type.Enum(roleTypes),
  canSignIn: Type.Boolean({ description: 'the person is known here, and accepts by signing in' }),
});
export type InvitationOffer = Static<typeof InvitationOffer>;

export const AcceptedInvitation = Type.Object({ accountId: AccountId, accountName: Type.String() });
