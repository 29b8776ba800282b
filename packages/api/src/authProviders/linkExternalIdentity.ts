import { linkExternalIdentity as link, userWithEmail } from '@assay/application';
import { authProviderCalls } from '@assay/contract';
import { ApiError } from '../http/apiErrors.ts';
import { commandAnswer } from '../http/commandAnswer.ts';
import { route } from '../http/route.ts';
import { logSecurity } from '../http/securityLog.ts';
import { takeAttempt } from './authReturn.ts';

/** The session proves the login, and the attempt the provider's account; an address that is another person's is refused. */
export const linkExternalIdentity = route(
  authProviderCalls.linkExternalIdentity,
  async ({ api, body: { authId }, caller: { userId }, context, request }) => {
    const { kind: _, browser: __, ...identity } = await takeAttempt(api, request, authId, 'proven');
    const owner = await userWithEmail(api, identity.email);
    if (owner !== null && owner !== userId) throw new ApiError('authReturn.otherPerson');
    const result = await link(api, userId, identity, context);
    logSecurity(api.config.securityLog, request, 'externalIdentityLinked', { provider: identity.provider });
    return commandAnswer(api.eventLog, { ...result, id: userId });
  },
);
