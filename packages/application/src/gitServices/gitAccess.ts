import {
  type AccountId,
  type AuthorizationId,
  defaultAddressOf,
  type GitService,
  type GitServiceAt,
  isGitService,
  isSshUrl,
  repositoryPathAt,
  withTokenOf,
} from '@assay/contract';
import { type ActiveAuthorization, authorizationDecider, deployKeyDecider } from '@assay/domain';
import type { Application } from '../application.ts';
import { deployKeyIdOf } from './deployKeys.ts';

/** A repository at a service that the account has connected. */
export type ConnectedRepository = {
  authorizationId: AuthorizationId;
  provider: GitService;
  /** Such as `northwind/shop`. */
  path: string;
  /** Whether its pull requests get comments. */
  comments: boolean;
};

/** @returns where the repository is among the git services that the account has connected; null: at none of them */
export async function connectedRepository(
  { readModels }: Pick<Application, 'readModels'>,
  accountId: AccountId,
  gitUrl: string,
): Promise<ConnectedRepository | null> {
  // Nothing is connected that reads a folder.
  if (!/:/.test(gitUrl)) return null;
  for (const connected of await readModels.of(accountId).authorizations()) {
    const { id: authorizationId, provider, identifier: address, commentsOnPullRequests: comments } = connected;
    if (!isGitService(provider)) continue;
    const path = repositoryPathAt(gitUrl, { provider, address });
    if (path !== null) return { authorizationId, provider, path, comments };
  }
  return null;
}

/** @returns the service at the address that the account has connected, or at the public one; null where there is neither */
export async function gitServiceAt(
  { readModels }: Pick<Application, 'readModels'>,
  accountId: AccountId,
  provider: GitService,
): Promise<GitServiceAt | null> {
  const connected = (await readModels.of(accountId).authorizations()).find((one) => one.provider === provider);
  const address = connected?.identifier ?? defaultAddressOf(provider);
  return address === null ? null : { provider, address };
}

/** Gives the token by which a connected service is used at that moment; it rejects where there is none. */
export type TokenSource = { tokenFor(authorization: ActiveAuthorization): Promise<string> };

/** What git needs to read a repository. */
export type GitAccess = {
  /** With the token of the service that the account has connected, where there is one. */
  gitUrl: string;
  /** The private part of the account's deploy key for it, as ssh reads it; null: there is none. */
  deployKey: string | null;
};

/** @returns how the account reads the repository */
export async function gitAccessOf(
  app: Pick<Application, 'readModels' | 'eventLog'> & { gitTokens: TokenSource },
  accountId: AccountId,
  gitUrl: string,
): Promise<GitAccess> {
  if (isSshUrl(gitUrl)) {
    const { state } = await app.eventLog.load(deployKeyDecider, deployKeyIdOf(accountId, gitUrl));
    return { gitUrl, deployKey: state.status === 'active' ? state.privateKey : null };
  }
  return { gitUrl: await withTokenOfService(app, accountId, gitUrl), deployKey: null };
}

async function withTokenOfService(
  app: Pick<Application, 'readModels' | 'eventLog'> & { gitTokens: TokenSource },
  accountId: AccountId,
  gitUrl: string,
): Promise<string> {
  // Only over http is a token of any use.
  if (!/^https?:/i.test(gitUrl)) return gitUrl;
  const repository = await connectedRepository(app, accountId, gitUrl);
  if (repository === null) return gitUrl;
  const { provider, authorizationId } = repository;
  const { state } = await app.eventLog.load(authorizationDecider, authorizationId);
  if (state.status !== 'active') return gitUrl;
  // What everybody may read is read all the same; for the rest git says that something is missing.
  const token = await app.gitTokens.tokenFor(state).catch(() => null);
  return token === null ? gitUrl : withTokenOf(gitUrl, { provider, address: state.identifier }, token);
}
