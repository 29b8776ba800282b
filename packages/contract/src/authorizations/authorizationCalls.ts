import { Type } from 'typebox';
import { call } from '../call.ts';
import { CommandAnswer } from '../commandAnswer.ts';
import { exampleIds } from '../exampleIds.ts';
import { AuthorizationId } from '../ids.ts';
import { topics } from '../live/topics.ts';
import {
  AuthorizationRequest,
  AuthorizationView,
  ChangeAuthorizationRequest,
  CommitStatusView,
  ServiceOrganization,
  ServiceRepository,
  WebhookView,
} from './authorizationViews.ts';
import {
  FinishGitSignInAnswer,
  FinishGitSignInRequest,
  GitHubInstallationView,
  GitSignInView,
  SignInStart,
  StartGitSignInRequest,
} from './gitSignIns.ts';

const authorizationParams = Type.Object({ id: AuthorizationId });
const organizationPart = Type.String({ minLength: 1, maxLength: 500 });
const organizationParams = Type.Object({ id: AuthorizationId, org: organizationPart });
const suborganizationParams = Type.Object({ id: AuthorizationId, org: organizationPart, sub: organizationPart });
const params = { id: exampleIds.authorization };

export const authorizationCalls = {
  listAuthorizations: call({
    method: 'GET',
    path: '/authorizations',
    summary: 'The services that are connected, without their tokens',
    permission: 'authorization.read',
    answer: Type.Array(AuthorizationView),
    topic: topics.authorizations,
    example: {},
  }),
  authorize: call({
    method: 'POST',
    path: '/authorizations',
    summary: 'Connect a service by a token, or replace its token; or connect a channel of Microsoft Teams by its URL',
    permission: 'authorization.write',
    body: AuthorizationRequest,
    status: 201,
    answer: CommandAnswer,
    changes: [topics.authorizations],
    example: { body: { provider: 'OpsGenie', token: 'a-key-of-opsgenie', identifier: 'https://api.eu.opsgenie.com' } },
  }),
  changeAuthorization: call({
    method: 'PATCH',
    path: '/authorizations/:id',
    summary: 'Change the name or the address of a connected service, or the URL of a channel of Microsoft Teams',
    permission: 'authorization.write',
    params: authorizationParams,
    body: ChangeAuthorizationRequest,
    view: AuthorizationView,
    answer: CommandAnswer,
    changes: [topics.authorizations, topics.alerts],
    example: { params, body: { identifier: 'Northwind' } },
  }),
  revokeAuthorization: call({
    method: 'DELETE',
    path: '/authorizations/:id',
    summary: 'Disconnect a service; messages for it are kept, and not sent',
    permission: 'authorization.write',
    params: authorizationParams,
    answer: CommandAnswer,
    changes: [topics.authorizations, topics.alerts],
    example: { params },
  }),
  listGitSignIns: call({
    method: 'GET',
    path: '/authorizations/sign-ins',
    summary: 'How git services can be connected here besides by token: by signing in there, or by the GitHub App',
    permission: 'authorization.write',
    answer: Type.Array(GitSignInView),
    example: {},
  }),
  startGitSignIn: call({
    method: 'POST',
    path: '/authorizations/sign-ins',
    summary: 'Begin to connect a git service by signing in there; sets the cookie that the return needs',
    permission: 'authorization.write',
    body: StartGitSignInRequest,
    answer: SignInStart,
    secretAnswer: true,
    example: { body: { provider: 'GitHub', means: 'oauth', returnTo: '/northwind/settings/integrations' } },
  }),
  finishGitSignIn: call({
    method: 'POST',
    path: '/authorizations/sign-ins/finish',
    summary:
      "Finish a sign-in with the parameters of the service's redirect; works once, within 10 minutes, for the person who began it",
    permission: 'signedIn',
    body: FinishGitSignInRequest,
    answer: FinishGitSignInAnswer,
    changes: [topics.authorizations],
    secretAnswer: true,
    example: { body: { state: 'git.state-of-the-url', code: 'code-of-the-url' } },
  }),
  getGitHubInstallation: call({
    method: 'GET',
    path: '/authorizations/git-hub-installations/:id',
    summary: 'Whether an installation of the GitHub App is complete; asked up to 20 times, a second apart',
    permission: 'signedIn',
    params: Type.Object({ id: Type.String({ pattern: '^[0-9]{1,20}$' }) }),
    answer: GitHubInstallationView,
    example: { params: { id: '42' } },
  }),
  makeWebhookSecret: call({
    method: 'POST',
    path: '/authorizations/:id/webhook',
    summary:
      'Make the secret by which a git service signs pushes, and Jira or a git service changed issues; it is shown this once, and replaces the previous one',
    permission: 'authorization.write',
    params: authorizationParams,
    answer: WebhookView,
    changes: [topics.authorizations],
    secretAnswer: true,
    example: { params },
  }),
  listServiceRepositories: call({
    method: 'GET',
    path: '/authorizations/:id/repos',
    summary:
      'The repositories that the token of a git service may read, the last changed first, 300 at most. 409 authorization.unusable says why they cannot be listed',
    permission: 'authorization.read',
    params: authorizationParams,
    answer: Type.Array(ServiceRepository),
    topic: topics.authorizations,
    example: { params },
  }),
  listServiceOrganizations: call({
    method: 'GET',
    path: '/authorizations/:id/organizations',
    summary:
      'Who the repositories belong to that the token may read: organizations, workspaces, top-level groups or projects',
    permission: 'authorization.read',
    params: authorizationParams,
    answer: Type.Array(ServiceOrganization),
    topic: topics.authorizations,
    example: { params },
  }),
  listServiceSuborganizations: call({
    method: 'GET',
    path: '/authorizations/:id/organizations/:org/suborganizations',
    summary:
      'The groups of a top-level group that have repositories, itself included; of other services the organization',
    permission: 'authorization.read',
    params: organizationParams,
    answer: Type.Array(ServiceOrganization),
    topic: topics.authorizations,
    example: { params: { ...params, org: 'northwind' } },
  }),
  listSuborganizationRepositories: call({
    method: 'GET',
    path: '/authorizations/:id/organizations/:org/suborganizations/:sub/repos',
    summary: 'The repositories of one group or organization, by name; `sub` is the whole path, such as `northwind/web`',
    permission: 'authorization.read',
    params: suborganizationParams,
    answer: Type.Array(ServiceRepository),
    topic: topics.authorizations,
    example: { params: { ...params, org: 'northwind', sub: 'northwind' } },
  }),
  listCommitStatuses: call({
    method: 'GET',
    path: '/authorizations/:id/commit-statuses',
    summary:
      'The newest twenty statuses and comments about runs that a git service received, at commits and on pull requests',
    permission: 'authorization.read',
    params: authorizationParams,
    answer: Type.Array(CommitStatusView),
    topic: topics.authorizations,
    example: { params },
  }),
};
