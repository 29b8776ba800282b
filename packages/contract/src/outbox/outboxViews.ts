import { type Static, Type } from 'typebox';
import { Nullable, Time } from '../ids.ts';

/**
 * `waiting`: to be sent, or being sent. `kept`: no mail server is set. `done` and `refused`: as the mail server answered.
 * `givenUp`: it failed too often.
 */
export const outboxStates = ['waiting', 'kept', 'done', 'refused', 'givenUp'] as const;

/** A mail in the outbox of an account. */
export const OutboxMailView = Type.Object({
  id: Type.String(),
  to: Type.String(),
  subject: Type.String(),
  text: Type.String(),
  state: Type.Enum(outboxStates),
  attempts: Type.Integer({ minimum: 0 }),
  lastError: Nullable(Type.String()),
  createdAt: Time,
  endedAt: Nullable(Time),
});
export type OutboxMailView = Static<typeof OutboxMailView>;

export const OutboxMailPage = Type.Object({
  mails: Type.Array(OutboxMailView),
  total: Type.Integer({ minimum: 0 }),
});
export type OutboxMailPage = Static<typeof OutboxMailPage>;
