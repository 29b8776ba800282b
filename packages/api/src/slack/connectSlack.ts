import { authorizationIdOf, slackCalls, slackSignInPrefix } from '@assay/contract';
import { authorizationDecider } from '@assay/domain';
import { SlackFailure, slackGrantByCode } from '@assay/integrations';
import { takeServiceAttempt } from '../authorizations/takeServiceAttempt.ts';
import { redirectUriOf } from '../authProviders/redirectUri.ts';
import { ApiError } from '../http/apiErrors.ts';
import { route } from '../http/route.ts';

/** Connects Slack for the account for which it was begun, where the person still may. */
export const connectSlack = route(slackCalls.connectSlack, async (received) => {
  const { api, context, body, request } = received;
  const { code, redirectUri, state } = body;
  const { accountId, returnTo } = await takeServiceAttempt(received, 'slack', state, slackSignInPrefix);
  const { address, app } = api.config.slack;
  if (app === null) throw new ApiError('authorization.notOffered');
  if (redirectUri !== redirectUriOf(api.config)) throw new ApiError('authReturn.invalid');
  const grant = await slackGrantByCode(api.poster, { address, app }, { code, redirectUri }, new Date()).catch(
    (error: unknown) => {
      if (!(error instanceof SlackFailure)) throw error;
      // What was sent and answered is not repeated: it has secrets.
      request.log.warn({ reason: error.message }, 'Slack could not be connected');
      const { message, isPassing, retryAfterMs } = error;
      if (!isPassing) throw new ApiError('authReturn.failed', { message, cause: error });
      const retryAfterSeconds = Math.ceil((retryAfterMs ?? 0) / 1000);
      throw new ApiError('authProvider.away', {
        message,
        cause: error,
        ...(retryAfterSeconds > 0 ? { retryAfterSeconds } : {}),
      });
    },
  );
  const authorizationId = authorizationIdOf(accountId, 'Slack');
  // The tokens first: a connection without any would have to be made again.
  await api.operations.serviceGrants.put(authorizationId, grant.tokens);
  const service = { authorizationId, provider: 'Slack' as const, identifier: grant.workspace };
  await api.eventLog.handle(
    authorizationDecider,
    authorizationId,
    { type: 'signInAuthorization', ...service },
    { ...context, accountId },
  );
  return { returnTo };
});
