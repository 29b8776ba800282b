import {
  canSignIn,
  type ExternalIdentity,
  registerInvitedByProvider,
  syncSsoRoles,
  userWithEmail,
  userWithExternalIdentity,
} from '@assay/application';
import { type AuthReturnAnswer, authProviderCalls, type UserId } from '@assay/contract';
import type { AwayAttempt } from '@assay/operations';
import { noteGroupsNotTold, noteVisit } from '../accessLog/noteVisit.ts';
import { signInPlaceOf } from '../accounts/signInPlace.ts';
import { ApiError } from '../http/apiErrors.ts';
import { type Received, route } from '../http/route.ts';
import { logSecurity } from '../http/securityLog.ts';
import { authCookieOf } from './authCookie.ts';
import type { AuthProvider, ProvenIdentity } from './authProvider.ts';
import { redirectUriOf } from './redirectUri.ts';

type Returned = Received<typeof authProviderCalls.finishAuth>;
type Attempt = AwayAttempt & { browser: string; from: AuthProvider };

/**
 * Signs in whoever the provider's account is linked to. Otherwise an invitation to its address makes a login, and an
 * address that is known here leads to linking, for which that person has to sign in by other means: an address alone
 * proves nothing to us.
 */
export const finishAuth = route(authProviderCalls.finishAuth, async (received) => {
  const attempt = await attemptOf(received);
  const proven = await provenBy(attempt, received);
  const linkedTo = attempt.purpose === 'signIn' ? await userWithExternalIdentity(received.api, proven) : null;
  if (linkedTo !== null) {
    if ((await received.api.operations.secondFactors.find(linkedTo)) !== null)
      throw new ApiError('authReturn.codeNeeded');
    return signedIn(received, linkedTo, attempt, proven);
  }
  if (proven.email === null) throw new ApiError('authReturn.emailNotVerified');
  const identity = { provider: attempt.provider, issuer: proven.issuer, subject: proven.subject, email: proven.email };
  if (attempt.purpose === 'link' || (await isKnown(received, identity))) return unlinked(received, identity, attempt);
  const { invitation } = attempt;
  if (!invitation) throw new ApiError('authReturn.notInvited');
  const userId = await registerInvitedByProvider(received.api, invitation, identity, received.context);
  logSecurity(received.api.config.securityLog, received.request, 'registered', { userId, provider: attempt.provider });
  return signedIn(received, userId, { ...attempt, returnTo: '/' }, proven);
});

/** @throws ApiError `authReturn.invalid` for an attempt of another browser, used before, or begun too long ago */
async function attemptOf({ api, body: { authId }, request }: Returned): Promise<Attempt> {
  const browser = authCookieOf(request, api.config);
  const attempt = browser === null ? null : await api.operations.signInAttempts.take(authId, browser);
  const from = attempt ? api.authProviders.get(attempt.provider) : undefined;
  if (browser === null || attempt?.kind !== 'away' || !from) throw new ApiError('authReturn.invalid');
  return { ...attempt, browser, from };
}

async function provenBy(attempt: Attempt, { api, body, request }: Returned): Promise<ProvenIdentity> {
  const { from, provider, nonce, codeVerifier } = attempt;
  const { authId: state, code, iss } = body;
  const wanted = (await api.readModels.ssoRulesOf(provider)).flatMap(({ rules }) => rules.map(({ claim }) => claim));
  const returned = new URLSearchParams({ code, state, ...(iss === undefined ? {} : { iss }) });
  try {
    const checks = { state, nonce, codeVerifier, redirectUri: redirectUriOf(api.config) };
    return await from.identityOf(returned, checks, wanted);
  } catch (error) {
    request.log.warn({ err: error, provider }, 'a sign-in by a provider failed');
    logSecurity(api.config.securityLog, request, 'signInFailed', { provider });
    throw new ApiError('authReturn.failed', { cause: error });
  }
}

async function isKnown({ api }: Returned, { email }: ExternalIdentity): Promise<boolean> {
  const userId = await userWithEmail(api, email);
  return userId !== null && canSignIn(api, userId);
}

async function signedIn(
  { api, context, request }: Returned,
  userId: UserId,
  { provider, returnTo }: Pick<AwayAttempt, 'provider' | 'returnTo'>,
  { claims }: ProvenIdentity,
): Promise<AuthReturnAnswer> {
  const mayJoin = !api.config.registration.isOpen;
  const notTold = await syncSsoRoles(api, { userId, provider, claims, mayJoin }, context);
  await noteGroupsNotTold(api, request, userId, notTold);
  logSecurity(api.config.securityLog, request, 'signedIn', { userId, provider });
  await noteVisit(api, request, 'signedIn', userId);
  return { status: 'signedIn', token: await api.operations.sessions.start(userId, signInPlaceOf(request)), returnTo };
}

async function unlinked(
  { api }: Returned,
  identity: ExternalIdentity,
  { browser, from, purpose, returnTo }: Attempt,
): Promise<AuthReturnAnswer> {
  const authId = await api.operations.signInAttempts.begin(browser, { kind: 'proven', ...identity });
  return { status: 'unlinked', purpose, authId, email: identity.email, label: from.label, returnTo };
}
