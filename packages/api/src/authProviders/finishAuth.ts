import {
  canSignIn,
  type ExternalIdentity,
  registerInvitedByProvider,
  userWithEmail,
  userWithExternalIdentity,
} from '@assay/application';
import { type AuthReturnAnswer, authProviderCalls } from '@assay/contract';
import type { AwayAttempt, TestingAttempt } from '@assay/operations';
import { noteVisit } from '../accessLog/noteVisit.ts';
import { ApiError } from '../http/apiErrors.ts';
import { type Received, route } from '../http/route.ts';
import { logSecurity } from '../http/securityLog.ts';
import type { AuthProvider, ProvenIdentity } from './authProvider.ts';
import { identityOf, takeAttempt } from './authReturn.ts';
import { signInByProvider } from './signInByProvider.ts';
import { testedBy } from './testedBy.ts';

type Returned = Received<typeof authProviderCalls.finishAuth>;
type Attempt = AwayAttempt & { browser: string; from: AuthProvider };

/**
 * Signs in whoever the provider's account is linked to. Otherwise an invitation to its address makes a login, and an
 * address that is known here leads to linking, for which that person has to sign in by other means: an address alone
 * proves nothing to us. Where registration is open, anybody else may make a login.
 */
export const finishAuth = route(authProviderCalls.finishAuth, async (received) => {
  const { api, body, request } = received;
  const taken = await takeAttempt(api, request, body.authId, 'away', 'testing');
  const from = api.authProviders.get(taken.provider);
  if (!from) throw new ApiError('authReturn.invalid');
  return taken.kind === 'testing' ? tested(received, taken, from) : returned(received, { ...taken, from });
});

async function tested(
  { api, body, request }: Returned,
  { browser, returnTo, ...attempt }: TestingAttempt & { browser: string },
  from: AuthProvider,
): Promise<AuthReturnAnswer> {
  const seen = await testedBy(api, from, attempt, { returned: body, sent: attempt });
  if (seen.problem !== null)
    request.log.warn({ provider: attempt.provider, problem: seen.problem }, 'an SSO test failed');
  return { status: 'tested', authId: await api.operations.signInAttempts.begin(browser, seen), returnTo };
}

async function returned(received: Returned, attempt: Attempt): Promise<AuthReturnAnswer> {
  const { api, context, request } = received;
  const { provider, returnTo, invitation } = attempt;
  const proven = await provenBy(attempt, received);
  const linkedTo = attempt.purpose === 'signIn' ? await userWithExternalIdentity(api, proven) : null;
  if (linkedTo !== null) {
    const entry = { userId: linkedTo, provider, claims: proven.claims, returnTo };
    if ((await api.operations.secondFactors.find(linkedTo)) === null) return signInByProvider(api, entry, received);
    const authId = await api.operations.signInAttempts.begin(attempt.browser, { kind: 'code', ...entry, wrong: 0 });
    return { status: 'codeNeeded', authId, wrong: false };
  }
  if (proven.email === null) {
    await noteUnverified(received, proven);
    throw new ApiError('authReturn.emailNotVerified');
  }
  const { issuer, subject, email, username } = proven;
  const identity = { provider, issuer, subject, email, ...(username !== null && { username }) };
  if (attempt.purpose === 'link' || (await isKnown(received, identity))) return unlinked(received, identity, attempt);
  if (!invitation) return newcomer(received, identity, proven, attempt);
  const userId = await registerInvitedByProvider(api, invitation, identity, context);
  logSecurity(api.config.securityLog, request, 'registered', { userId, provider });
  return signInByProvider(api, { userId, provider, claims: proven.claims, returnTo: '/' }, received);
}

async function provenBy({ from, ...attempt }: Attempt, { api, body, request }: Returned): Promise<ProvenIdentity> {
  const { provider } = attempt;
  const wanted = (await api.readModels.ssoRulesOf(provider)).flatMap(({ rules }) => rules.map(({ claim }) => claim));
  try {
    return await identityOf(from, { returned: body, sent: attempt }, { config: api.config, wanted });
  } catch (error) {
    request.log.warn({ err: error, provider }, 'a sign-in by a provider failed');
    logSecurity(api.config.securityLog, request, 'signInFailed', { provider });
    throw new ApiError('authReturn.failed', { cause: error });
  }
}

/** Somebody tried to come in as the person whose address it is, and perhaps they are not. */
async function noteUnverified({ api, request }: Returned, { claims: { email } }: ProvenIdentity): Promise<void> {
  if (typeof email !== 'string' || email === '') return;
  await noteVisit(api, request, 'signInFailed', await userWithEmail(api, email));
}

async function isKnown({ api }: Returned, { email }: ExternalIdentity): Promise<boolean> {
  const userId = await userWithEmail(api, email);
  return userId !== null && canSignIn(api, userId);
}

/** @returns the token by which the next step of this browser knows who it is */
function begunAgain({ api }: Returned, identity: ExternalIdentity, { browser }: Attempt): Promise<string> {
  return api.operations.signInAttempts.begin(browser, { kind: 'proven', ...identity });
}

async function unlinked(received: Returned, identity: ExternalIdentity, attempt: Attempt): Promise<AuthReturnAnswer> {
  const { from, purpose, returnTo } = attempt;
  const authId = await begunAgain(received, identity, attempt);
  return { status: 'unlinked', purpose, authId, email: identity.email, label: from.label, returnTo };
}

/** @throws ApiError `authReturn.notInvited` where registration is closed */
async function newcomer(
  received: Returned,
  identity: ExternalIdentity,
  { firstName, lastName }: ProvenIdentity,
  attempt: Attempt,
): Promise<AuthReturnAnswer> {
  if (!received.api.config.registration.isOpen) throw new ApiError('authReturn.notInvited');
  const authId = await begunAgain(received, identity, attempt);
  return { status: 'newcomer', authId, email: identity.email, firstName, lastName, label: attempt.from.label };
}
