import { type Static, Type } from 'typebox';
import { formFields } from '../formFields.ts';
import { type AccountId, AuthorizationId, Position, Time } from '../ids.ts';

/** Services that an account lets Assay use by a token of theirs. */
export const tokenProviders = ['Slack', 'OpsGenie'] as const;
export type TokenProvider = (typeof tokenProviders)[number];

/** Where OpsGenie is, unless the account is in another region or at Jira Service Management. */
export const opsgenieApi = 'https://api.opsgenie.com';

/** @returns the one authorization of the provider that an account can have */
export function authorizationIdOf(accountId: AccountId, provider: TokenProvider): AuthorizationId {
  return `${accountId}.${provider}` as AuthorizationId;
}

const identifier = Type.String({
  ...formFields.authorizationIdentifier,
  description: 'Slack: a name for the workspace. OpsGenie: the address of its API',
});

/** A token takes the place of the one before. */
export const AuthorizationRequest = Type.Object(
  {
    provider: Type.Enum(tokenProviders),
    token: Type.String({
      ...formFields.authorizationToken,
      description: 'Slack: a bot token or the URL of an incoming webhook. OpsGenie: an API key',
    }),
    identifier: Type.Optional(identifier),
  },
  { additionalProperties: false },
);
export type AuthorizationRequest = Static<typeof AuthorizationRequest>;

export const ChangeAuthorizationRequest = Type.Object({ identifier }, { additionalProperties: false });

/** A connected service. Nobody is shown its token. */
export const AuthorizationView = Type.Object({
  id: AuthorizationId,
  provider: Type.Enum(tokenProviders),
  identifier: Type.String(),
  connectedAt: Time,
  position: Position,
  revision: Type.String(),
});
export type AuthorizationView = Static<typeof AuthorizationView>;
