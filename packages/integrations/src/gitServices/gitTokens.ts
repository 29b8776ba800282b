import type { AuthorizationId } from '@assay/contract';
import type { OutgoingGuard } from '../outgoing/outgoingGuard.ts';
import { openPoster } from '../outgoing/postJson.ts';
import { UnreadableService } from '../outgoing/readJson.ts';
import { installationToken } from './gitHubInstallations.ts';
import { type OAuthTokens, renewedTokens } from './oauthTokens.ts';
import type { CurrentGitApps } from './openGitApps.ts';

/** That an account lets Assay use a git service, and by what. */
export type GitAuthorization = {
  authorizationId: AuthorizationId;
  provider: string;
  /** The address of the service. */
  identifier: string;
  access: { means: 'token'; token: string } | { means: 'oauth' } | { means: 'app'; installationId: string };
};

/** Where the tokens of sign-ins are kept, and renewed by one process at a time. */
export type GrantStore = {
  find(id: AuthorizationId): Promise<OAuthTokens | null>;
  renew(
    id: AuthorizationId,
    isDue: (tokens: OAuthTokens) => boolean,
    ask: (tokens: OAuthTokens) => Promise<OAuthTokens>,
  ): Promise<OAuthTokens | null>;
};

export type GitTokens = {
  /** @returns a token that is valid for some minutes. @throws UnreadableService that says why there is none */
  tokenFor(authorization: GitAuthorization): Promise<string>;
  close(): void;
};

/** Git may take its time with a token. */
const spareMs = 5 * 60_000;

const gone = 'The service has to be connected again.';

/** Gives the token by which a git service is used: the account's own, of a sign-in, or of the app. */
export function openGitTokens(
  guard: OutgoingGuard,
  apps: Pick<CurrentGitApps, 'oauth' | 'gitHubApp'>,
  grants: GrantStore,
  now: () => Date = () => new Date(),
): GitTokens {
  const poster = openPoster(guard);
  const minted = new Map<string, { token: string; expiresAt: Date }>();
  const isDue = ({ expiresAt }: { expiresAt: string | Date | null }) =>
    expiresAt !== null && new Date(expiresAt).getTime() - spareMs <= now().getTime();

  async function ofSignIn({ authorizationId, provider, identifier }: GitAuthorization): Promise<string> {
    const known = await grants.find(authorizationId);
    if (known === null) throw new UnreadableService(gone);
    if (!isDue(known)) return known.accessToken;
    const client = apps.oauth.find((app) => app.provider === provider && app.address === identifier);
    if (!client) throw new UnreadableService('Signing in at this service is not set up any more.');
    const renewed = await grants.renew(authorizationId, isDue, ({ refreshToken }) => {
      if (refreshToken === null) throw new UnreadableService(gone);
      return renewedTokens(poster, client, refreshToken, now());
    });
    if (renewed === null) throw new UnreadableService(gone);
    return renewed.accessToken;
  }

  async function ofInstallation(installationId: string): Promise<string> {
    const app = await apps.gitHubApp();
    if (app === null) throw new UnreadableService('The GitHub App is not set up any more.');
    // Another app takes the place of one that was removed.
    const of = `${app.address} ${app.appId} ${installationId}`;
    const known = minted.get(of);
    if (known && !isDue(known)) return known.token;
    const made = await installationToken(poster, app, installationId, now());
    minted.set(of, made);
    return made.token;
  }

  return {
    tokenFor: async (authorization) => {
      const { access } = authorization;
      if (access.means === 'token') return access.token;
      return access.means === 'oauth' ? ofSignIn(authorization) : ofInstallation(access.installationId);
    },
    close: () => poster.close(),
  };
}
