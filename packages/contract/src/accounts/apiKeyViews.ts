import { type Static, Type } from 'typebox';
import { formFields } from '../formFields.ts';
import { ApiKeyId, Nullable, Time } from '../ids.ts';
import { PersonView } from './accountViews.ts';
import { apiKeyScopes } from './apiKeyScopes.ts';

export const ApiKeyView = Type.Object({
  id: Type.String(),
  end: Type.String({ description: 'its last characters' }),
  createdAt: Time,
  lastUsedAt: Nullable(Time),
});
export type ApiKeyView = Static<typeof ApiKeyView>;

/** The key itself is shown only here. */
export const GenerateApiKeyAnswer = Type.Object({ id: Type.String(), key: Type.String() });
export type GenerateApiKeyAnswer = Static<typeof GenerateApiKeyAnswer>;

const scope = Type.Enum(apiKeyScopes, {
  description:
    'READ: what a user may see; CI: start runs and report results; CODING_AGENT: read, run tests and quarantine them; USER: everything a user may do',
});

export const CreateApiKeyRequest = Type.Object(
  {
    name: Type.String(formFields.name),
    scope,
    expiresAt: Type.Optional(Nullable(Time)),
  },
  { additionalProperties: false },
);
export type CreateApiKeyRequest = Static<typeof CreateApiKeyRequest>;

/** A named API key without the key itself. */
export const NamedApiKeyView = Type.Object({
  id: ApiKeyId,
  name: Type.String(),
  scope,
  end: Type.String({ description: 'its last characters' }),
  createdAt: Time,
  createdBy: PersonView,
  expiresAt: Nullable(Time),
  lastUsedAt: Nullable(Type.String({ format: 'date-time', description: 'exact to the minute' })),
});
export type NamedApiKeyView = Static<typeof NamedApiKeyView>;
