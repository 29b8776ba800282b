import {
  type AuthorizationId,
  authorizationCalls,
  authorizationIdOf,
  type FinishGitSignInAnswer,
  gitSignInPrefix,
} from '@assay/contract';
import { authorizationDecider } from '@assay/domain';
import { seesInstallation, tokensByCode, UnreadableService } from '@assay/integrations';
import type { GitServiceAttempt } from '@assay/operations';
import { redirectUriOf } from '../authProviders/redirectUri.ts';
import { ApiError } from '../http/apiErrors.ts';
import { type Received, route } from '../http/route.ts';
import { takeServiceAttempt } from './takeServiceAttempt.ts';

type Returned = Received<typeof authorizationCalls.finishGitSignIn>;

/** Connects the git service for the account for which it was begun, where the person still may. */
export const finishGitSignIn = route(
  authorizationCalls.finishGitSignIn,
  async (received): Promise<FinishGitSignInAnswer> => {
    const { api, context } = received;
    const attempt = await takeServiceAttempt(received, 'gitService', received.body.state, gitSignInPrefix);
    const { accountId, provider, means, returnTo } = attempt;
    const authorizationId = authorizationIdOf(accountId, provider);
    const granted = means === 'app' ? await installed(received) : await signedIn(received, attempt, authorizationId);
    if (granted === null) return { status: 'pending', installationId: null, returnTo };
    const command = { ...granted, authorizationId, provider };
    await api.eventLog.handle(authorizationDecider, authorizationId, command, { ...context, accountId });
    const installationId = command.type === 'installAuthorization' ? command.installationId : null;
    return { status: 'connected', installationId, returnTo };
  },
);

/** What was sent and answered is not repeated: it has secrets. */
async function askingService<Answer>({ request }: Returned, ask: () => Promise<Answer>): Promise<Answer> {
  try {
    return await ask();
  } catch (error) {
    if (!(error instanceof UnreadableService)) throw error;
    request.log.warn({ reason: error.message }, 'a git service could not be connected');
    throw new ApiError('authReturn.failed', { cause: error });
  }
}

async function signedIn(received: Returned, attempt: GitServiceAttempt, authorizationId: AuthorizationId) {
  const { api, body } = received;
  const { provider, codeVerifier } = attempt;
  const client = api.gitApps.oauth.find((app) => app.provider === provider);
  const { code } = body;
  if (!client || code === undefined) throw new ApiError('authReturn.failed');
  const redirectUri = redirectUriOf(api.config);
  const tokens = await askingService(received, () =>
    tokensByCode(api.poster, client, { code, redirectUri, codeVerifier }, new Date()),
  );
  // The tokens first: a connection without any would have to be made again.
  await api.operations.serviceGrants.put(authorizationId, tokens);
  return { type: 'signInAuthorization' as const, identifier: client.address };
}

/**
 * The number of an installation comes by the browser and could be anybody's; the code shows who is there, and GitHub says
 * whether the installation is theirs.
 * @returns null where it waits for an owner of the organization
 */
async function installed(received: Returned) {
  const { api, body } = received;
  const app = await api.gitApps.gitHubApp();
  const { code, installationId } = body;
  if (app === null) throw new ApiError('authReturn.failed');
  if (installationId === undefined) return null;
  if (code === undefined) throw new ApiError('authReturn.failed');
  const isTheirs = await askingService(received, async () => {
    const { accessToken } = await tokensByCode(api.poster, { ...app, provider: 'GitHub' }, { code }, new Date());
    return seesInstallation(api.services, app, accessToken, installationId);
  });
  if (!isTheirs) throw new ApiError('authReturn.failed');
  return { type: 'installAuthorization' as const, identifier: app.address, installationId };
}
