import { createOwnAccount, requireFreeAccountName } from '@assay/application';
import { authProviderCalls } from '@assay/contract';
import { route } from '../http/route.ts';
import { requireAttempt } from './authReturn.ts';
import { newLogin } from './registerByProvider.ts';
import { signInByProvider } from './signInByProvider.ts';

/** If somebody else takes the name at the same moment, the login is made all the same, and makes another account later. */
export const createAccountByProvider = route(
  authProviderCalls.createAccountByProvider,
  async ({ api, body: { name, ...login }, context, request }) => {
    // Names are told to those alone whom a provider has proven, and while they can still choose another.
    await requireAttempt(api, request, login.authId, 'proven');
    await requireFreeAccountName(api, name);
    const { userId, provider } = await newLogin(api, login, { context, request });
    const signed = { ...context, actor: { kind: 'user' as const, id: userId } };
    await createOwnAccount(api, { name, userId }, signed);
    const returnTo = `/${encodeURIComponent(name)}`;
    return signInByProvider(api, { userId, provider, claims: {}, returnTo }, { request, context });
  },
);
