import { type Static, Type } from 'typebox';
import { formFields } from '../formFields.ts';
import { type AccountId, AuthorizationId, Nullable, Position, TestRunId, Time } from '../ids.ts';
import { gitServiceAddresses, gitServices, isGitService } from './gitServices.ts';

/** Services that an account lets Assay use by a token of theirs. */
export const tokenProviders = ['Slack', 'MicrosoftTeams', 'OpsGenie', 'Jira', ...gitServices] as const;
export type TokenProvider = (typeof tokenProviders)[number];

/** Where OpsGenie is, unless the account is in another region or at Jira Service Management. */
const opsgenieApi = 'https://api.opsgenie.com';

/** @returns where the service is unless somebody names another address; null: it is always somebody's own, or has none */
export function defaultAddressOf(provider: TokenProvider): string | null {
  if (isGitService(provider)) return gitServiceAddresses[provider];
  return provider === 'OpsGenie' ? opsgenieApi : null;
}

/** Services that an account connects once. Channels of Microsoft Teams are connected one by one. */
export type SingleProvider = Exclude<TokenProvider, 'MicrosoftTeams'>;

/** @returns the one authorization of the provider that an account can have */
export function authorizationIdOf(accountId: AccountId, provider: SingleProvider): AuthorizationId {
  return `${accountId}.${provider}` as AuthorizationId;
}

const identifier = Type.String({
  ...formFields.authorizationIdentifier,
  description:
    'Slack: a name for the workspace. Microsoft Teams: a name for the channel, unique in the account. OpsGenie: the address of its API. Jira and git services: the address in a browser',
});

/** A token takes the place of the one before; each channel of Microsoft Teams is one of its own. */
export const AuthorizationRequest = Type.Object(
  {
    provider: Type.Enum(tokenProviders),
    token: Type.String({
      ...formFields.authorizationToken,
      description:
        'Slack: a bot token or the URL of an incoming webhook. Microsoft Teams: the Workflows URL of the channel. OpsGenie: an API key. Jira Cloud: an API token, with or without scopes. Jira Data Center: a personal access token. Git services: an access token',
    }),
    identifier: Type.Optional(identifier),
    email: Type.Optional(
      Nullable(
        Type.String({
          ...formFields.jiraEmail,
          description: 'Jira Cloud: whose API token it is; left out for Jira Data Center and other services',
        }),
      ),
    ),
  },
  { additionalProperties: false },
);
export type AuthorizationRequest = Static<typeof AuthorizationRequest>;

export const ChangeAuthorizationRequest = Type.Object(
  {
    identifier: Type.Optional(identifier),
    token: Type.Optional(
      Type.String({
        ...formFields.authorizationToken,
        description:
          'Microsoft Teams: another Workflows URL for the channel; of other services it is replaced by connecting again',
      }),
    ),
    commentsOnPullRequests: Type.Optional(
      Type.Boolean({ description: 'git services: each pull request has one comment on the runs of its newest commit' }),
    ),
  },
  { additionalProperties: false },
);

/** A connected service. Nobody is shown its token. */
export const AuthorizationView = Type.Object({
  id: AuthorizationId,
  provider: Type.Enum(tokenProviders),
  identifier: Type.String(),
  means: Type.Enum(['token', 'oauth', 'app'], {
    description: 'by a token, by signing in at the service, or by the GitHub App',
  }),
  connectedAt: Time,
  hasWebhook: Type.Boolean({ description: 'whether a secret was made by which it tells of pushes' }),
  commentsOnPullRequests: Type.Boolean(),
  position: Position,
  revision: Type.String(),
});
export type AuthorizationView = Static<typeof AuthorizationView>;

/** Where a git service sends what it tells of pushes, and by what it signs it. */
export const WebhookView = Type.Object({
  url: Type.String(),
  secret: Type.String({ description: 'shown this once' }),
});

/** A repository that the token of a git service may read. */
export const ServiceRepository = Type.Object({
  name: Type.String({ description: 'with its owner, such as `northwind/shop`' }),
  gitUrl: Type.String({ description: 'by https, without the token' }),
  defaultBranch: Nullable(Type.String()),
});
export type ServiceRepository = Static<typeof ServiceRepository>;

/** Where a git service keeps repositories: a user or organization, a group or a group within it, a workspace, a project. */
export const ServiceOrganization = Type.Object({
  id: Type.String({ description: 'its path at the service, such as `northwind` or `northwind/web`' }),
  name: Type.String(),
});
export type ServiceOrganization = Static<typeof ServiceOrganization>;

/** What a git service was told of a run: the status of its commit. */
export const CommitStatusView = Type.Object({
  testRunId: TestRunId,
  run: Type.String({ description: 'as people know it, such as `Checkout #416`' }),
  commit: Type.String(),
  kind: Type.Enum(['status', 'comment'], { description: 'of the commit, or on its pull requests' }),
  state: Type.Enum(['waiting', 'kept', 'done', 'refused', 'givenUp']),
  detail: Nullable(Type.String({ description: 'what the service answered, in short' })),
  at: Time,
});
export type CommitStatusView = Static<typeof CommitStatusView>;
