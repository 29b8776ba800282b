import { type Static, Type } from 'typebox';
import { Nullable, Time } from '../ids.ts';

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
