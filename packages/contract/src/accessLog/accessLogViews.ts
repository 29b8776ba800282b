import { type Static, Type } from 'typebox';
import { Nullable, Time, UserId } from '../ids.ts';
import { limits } from '../limits.ts';
import { accessActions, accessKinds } from './accessActions.ts';

export const AccessLogEntry = Type.Object({
  id: Type.String(),
  at: Time,
  action: Type.Enum([...accessActions]),
  actor: Type.Object({
    kind: Type.Enum(['user', 'apiKey', 'agent', 'automation', 'staff'] as const),
    id: Type.String(),
    fullName: Nullable(
      Type.String({ description: 'of a person or a named API key; null: something else, or somebody who is gone' }),
    ),
  }),
  about: Nullable(
    Type.String({
      description:
        'the person, address, API key, agent token, provider, environment, stage, runner, agent or request that it is about',
    }),
  ),
  detail: Nullable(
    Type.String({ description: 'the role, the scope of a key, the name of a variable, or the reason that staff gave' }),
  ),
  address: Nullable(Type.String({ description: 'where it came from; null for facts of the event log' })),
});
export type AccessLogEntry = Static<typeof AccessLogEntry>;

export const AccessLogPage = Type.Object({
  entries: Type.Array(AccessLogEntry),
  next: Nullable(Type.String({ description: 'send it as `before` for older entries; null: there are none' })),
});
export type AccessLogPage = Static<typeof AccessLogPage>;

export const AccessLogQuery = Type.Object({
  kind: Type.Optional(Type.Enum(accessKinds)),
  user: Type.Optional(Type.Unsafe<UserId>({ ...UserId, description: 'who did it' })),
  from: Type.Optional(Time),
  to: Type.Optional(Time),
  before: Type.Optional(
    Type.String({
      maxLength: 120,
      pattern: '^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{3}Z~[A-Za-z0-9-]{1,80}$',
    }),
  ),
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: limits.maxPage })),
});
export type AccessLogQuery = Static<typeof AccessLogQuery>;
