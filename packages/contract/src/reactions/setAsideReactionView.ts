import { type Static, Type } from 'typebox';
import { AccountId, Nullable, Time } from '../ids.ts';

/** A policy's reaction that kept failing for an event, so its group went on without it. */
export const SetAsideReactionView = Type.Object({
  id: Type.String(),
  accountId: Nullable(AccountId),
  policy: Type.String(),
  group: Type.String({ description: 'the group of policies that it belongs to' }),
  eventId: Type.String(),
  eventType: Type.String(),
  stream: Type.String(),
  error: Type.String({ description: 'of the last failure, truncated' }),
  retrying: Type.Boolean({ description: 'whether a requested retry is still running' }),
  failures: Type.Integer({ description: 'how often it was set aside' }),
  firstFailedAt: Time,
  lastFailedAt: Time,
});
export type SetAsideReactionView = Static<typeof SetAsideReactionView>;

export const SetAsideReactionPage = Type.Object({
  reactions: Type.Array(SetAsideReactionView),
  total: Type.Integer({ minimum: 0 }),
});
export type SetAsideReactionPage = Static<typeof SetAsideReactionPage>;
