import {
  createOwnAccount,
  linkExternalIdentity as link,
  registerByProvider as register,
  requireFreeAccountName,
  unlinkExternalIdentity as unlink,
  userWithEmail,
} from '@assay/application';
import { authProviderCalls, type ProviderRegistration, type UserId } from '@assay/contract';
import type { AppendContext } from '@assay/event-log';
import type { FastifyRequest } from 'fastify';
import { noteVisit } from '../accessLog/noteVisit.ts';
import type { Api } from '../api.ts';
import { ApiError } from '../http/apiErrors.ts';
import { commandAnswer } from '../http/commandAnswer.ts';
import { type Route, route } from '../http/route.ts';
import { logSecurity } from '../http/securityLog.ts';
import { requirePromoCode } from '../registration/requirePromoCode.ts';
import { requireAttempt, takeAttempt } from './authReturn.ts';
import { beginAuth } from './beginAuth.ts';
import { finishAuth } from './finishAuth.ts';
import { signInByProvider } from './signInByProvider.ts';

const registerByProvider = route(authProviderCalls.registerByProvider, async ({ api, body, context, request }) => {
  const { userId, provider } = await newLogin(api, body, { context, request });
  return signInByProvider(api, { userId, provider, claims: {}, returnTo: '/' }, { request, context });
});

/**
 * Creates the login of a user whose identity a provider has proven. No captcha is asked for, because the provider has asked for what
 * it takes to have an account of it.
 * @throws ApiError `registration.closed` or `authReturn.invalid`; InvalidFields of `promoCode`; DomainError
 * `reservation.emailTaken`
 */
async function newLogin(
  api: Api,
  { authId, promoCode, firstName, lastName }: ProviderRegistration,
  { context, request }: { context: AppendContext; request: FastifyRequest },
): Promise<{ userId: UserId; provider: string }> {
  if (!api.config.registration.isOpen) throw new ApiError('registration.closed');
  // Before the attempt is taken, so that a mistyped code can be corrected.
  if (promoCode) requirePromoCode(api, promoCode, request.ip);
  const { kind: _, browser: __, ...identity } = await takeAttempt(api, request, authId, 'proven');
  const userId = await register(api, identity, { firstName, lastName }, context);
  const { provider } = identity;
  logSecurity(api.config.securityLog, request, 'registered', { userId, provider });
  return { userId, provider };
}

const listAuthProviders = route(authProviderCalls.listAuthProviders, async ({ api: { authProviders } }) =>
  [...authProviders.values()].map(({ name, label, icon }) => ({ name, label, icon })),
);

const startAuth = route(authProviderCalls.startAuth, async ({ api, body, request, reply }) => {
  const { invitation = null, ...begun } = body;
  return beginAuth(api, { kind: 'away', ...begun, invitation }, { request, reply });
});

/** After this number of wrong codes the provider has to be asked again, besides the waits that guessing brings everywhere. */
const guesses = 5;

/** Signs in whom the provider has proven, once their authenticator app has as well. */
const finishAuthByCode = route(
  authProviderCalls.finishAuthByCode,
  async ({ api, body: { authId, code }, context, request }) => {
    const { operations, signInLimits, config } = api;
    const { browser, ...attempt } = await takeAttempt(api, request, authId, 'code');
    const { userId, wrong } = attempt;
    const guess = signInLimits.begin(request.ip, userId);
    if (await operations.secondFactors.verify(userId, code)) {
      guess.succeeded();
      return signInByProvider(api, attempt, { request, context });
    }
    logSecurity(config.securityLog, request, 'codeRefused', { userId, provider: attempt.provider });
    await noteVisit(api, request, 'signInFailed', userId);
    if (wrong + 1 >= guesses) throw new ApiError('authReturn.invalid');
    const again = await operations.signInAttempts.begin(browser, { ...attempt, wrong: wrong + 1 });
    return { status: 'codeNeeded' as const, authId: again, wrong: true };
  },
);

/** If another user takes the name at the same moment, the login is still created, and creates another account later. */
const createAccountByProvider = route(
  authProviderCalls.createAccountByProvider,
  async ({ api, body: { name, ...login }, context, request }) => {
    // Only users whose identity a provider has proven learn of taken names, while they can still choose another.
    await requireAttempt(api, request, login.authId, 'proven');
    await requireFreeAccountName(api, name);
    const { userId, provider } = await newLogin(api, login, { context, request });
    const signed = { ...context, actor: { kind: 'user' as const, id: userId } };
    await createOwnAccount(api, { name, userId, isBilled: api.config.payments !== null }, signed);
    const returnTo = `/${encodeURIComponent(name)}`;
    return signInByProvider(api, { userId, provider, claims: {}, returnTo }, { request, context });
  },
);

/** The session proves the login, and the attempt the provider's account; an address that is another person's is refused. */
const linkExternalIdentity = route(
  authProviderCalls.linkExternalIdentity,
  async ({ api, body: { authId }, caller: { userId }, context, request }) => {
    const { kind: _, browser: __, ...identity } = await takeAttempt(api, request, authId, 'proven');
    const owner = await userWithEmail(api, identity.email);
    if (owner !== null && owner !== userId) throw new ApiError('authReturn.otherPerson');
    const result = await link(api, userId, identity, context);
    logSecurity(api.config.securityLog, request, 'externalIdentityLinked', { provider: identity.provider });
    await noteVisit(api, request, 'providerLinked', userId, identity.provider);
    return commandAnswer(api.eventLog, { ...result, id: userId });
  },
);

const listExternalIdentities = route(
  authProviderCalls.listExternalIdentities,
  async ({ api: { authProviders, operations, readModels }, caller: { userId } }) => {
    const [linked, hasPassword] = await Promise.all([
      readModels.externalIdentities(userId),
      operations.credentials.has(userId),
    ]);
    const identities = linked.map(({ username: _, ...identity }) => {
      const { label, icon } = authProviders.get(identity.provider) ?? { label: identity.provider, icon: 'key' };
      return { ...identity, label, icon };
    });
    return { hasPassword, identities };
  },
);

const unlinkExternalIdentity = route(
  authProviderCalls.unlinkExternalIdentity,
  async ({ api, params: { id }, caller: { userId }, context, request }) => {
    const linked = (await api.readModels.externalIdentities(userId)).find((identity) => identity.id === id);
    const result = await unlink(api, userId, id, context);
    logSecurity(api.config.securityLog, request, 'externalIdentityUnlinked', { externalIdentityId: id });
    await noteVisit(api, request, 'providerUnlinked', userId, linked?.provider ?? null);
    return commandAnswer(api.eventLog, { ...result, id });
  },
);

export const authProviderRoutes: readonly Route[] = [
  listAuthProviders,
  startAuth,
  finishAuth,
  finishAuthByCode,
  registerByProvider,
  createAccountByProvider,
  linkExternalIdentity,
  listExternalIdentities,
  unlinkExternalIdentity,
];
