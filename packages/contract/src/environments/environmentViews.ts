import { type Static, Type } from 'typebox';
import { EnvironmentId, Nullable, Position, Time } from '../ids.ts';

const name = Type.String({ minLength: 1, maxLength: 100 });
const key = Type.String({ minLength: 1, maxLength: 60, pattern: '^[A-Za-z0-9][A-Za-z0-9._-]*$' });
const url = Nullable(Type.String({ maxLength: 2000 }));
const maximumParallelTestRuns = Type.Integer({ minimum: 0, maximum: 1000, description: '0 = no limit' });

/** A variable as it is sent: an encrypted one that exists may leave its value out to keep it. */
export const VariableRequest = Type.Object(
  {
    key: Type.String({ minLength: 1, maxLength: 200, pattern: '^[^=\\u0000]+$' }),
    value: Type.Optional(Type.String({ maxLength: 100_000 })),
    encrypted: Type.Boolean(),
    file: Type.Boolean({ description: 'written to a file; the variable then holds its path' }),
  },
  { additionalProperties: false },
);
export type VariableRequest = Static<typeof VariableRequest>;

const variables = Type.Array(VariableRequest, { maxItems: 200 });

export const CreateEnvironmentRequest = Type.Object(
  {
    name,
    key,
    url: Type.Optional(url),
    maximumParallelTestRuns: Type.Optional(maximumParallelTestRuns),
    variables: Type.Optional(variables),
  },
  { additionalProperties: false },
);
export type CreateEnvironmentRequest = Static<typeof CreateEnvironmentRequest>;

/** Only what is there changes; `variables`, when there, is the whole list. */
export const ChangeEnvironmentRequest = Type.Object(
  {
    name: Type.Optional(name),
    url: Type.Optional(url),
    maximumParallelTestRuns: Type.Optional(maximumParallelTestRuns),
    variables: Type.Optional(variables),
  },
  { additionalProperties: false },
);
export type ChangeEnvironmentRequest = Static<typeof ChangeEnvironmentRequest>;

export const EnvironmentView = Type.Object({
  id: EnvironmentId,
  key: Type.String(),
  name: Type.String(),
  archived: Type.Boolean(),
  url,
  maximumParallelTestRuns,
  variables: Type.Array(
    Type.Object({
      key: Type.String(),
      value: Nullable(Type.String({ description: 'null: encrypted, shown to nobody' })),
      encrypted: Type.Boolean(),
      file: Type.Boolean(),
    }),
  ),
  createdAt: Time,
  position: Position,
  revision: Type.String({ description: 'send it back as If-Match to change only what you have seen' }),
});
export type EnvironmentView = Static<typeof EnvironmentView>;
