import { type Static, Type } from 'typebox';
import { formFields } from '../formFields.ts';
import { Nullable, Position, TeamId, Time, UserId } from '../ids.ts';

const description = Nullable(Type.String(formFields.description));
const email = Nullable(Type.String(formFields.email));
const slackChannel = Nullable(Type.String(formFields.slackChannel));

/** A whole team without its members; fields left out are emptied. */
export const TeamRequest = Type.Object(
  {
    name: Type.String(formFields.teamName),
    description: Type.Optional(description),
    email: Type.Optional(email),
    slackChannel: Type.Optional(slackChannel),
  },
  { additionalProperties: false },
);
export type TeamRequest = Static<typeof TeamRequest>;

export const TeamView = Type.Object({
  id: TeamId,
  name: Type.String(),
  description: Nullable(Type.String()),
  email: Nullable(Type.String()),
  slackChannel: Nullable(Type.String()),
  users: Type.Array(Type.Object({ userId: UserId, fullName: Type.String(), email: Type.String() }), {
    description: 'its members who have a role in the account, by name',
  }),
  createdAt: Time,
  position: Position,
  revision: Type.String({ description: 'send it back as If-Match to change only what you have seen' }),
});
export type TeamView = Static<typeof TeamView>;
