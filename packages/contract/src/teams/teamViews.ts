import { type Static, Type } from 'typebox';
import { createProperties, viewProperties } from '../declaredFields/fieldSchemas.ts';
import { Position, TeamId, Time, UserId } from '../ids.ts';
import { teamFields } from './teamFields.ts';

/** A whole team without its members; fields left out are emptied. */
export const TeamRequest = Type.Object(createProperties(teamFields), { additionalProperties: false });
export type TeamRequest = Static<typeof TeamRequest>;

export const TeamView = Type.Object({
  id: TeamId,
  ...viewProperties(teamFields),
  users: Type.Array(Type.Object({ userId: UserId, fullName: Type.String(), email: Type.String() }), {
    description: 'its members who have a role in the account, by name',
  }),
  createdAt: Time,
  position: Position,
  revision: Type.String({ description: 'send it back as If-Match to change only what you have seen' }),
});
export type TeamView = Static<typeof TeamView>;
