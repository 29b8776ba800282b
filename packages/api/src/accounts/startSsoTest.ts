import { InvalidFields } from '@assay/application';
import { ssoRoleCalls } from '@assay/contract';
import { beginAuth } from '../authProviders/beginAuth.ts';
import { apiErrors } from '../http/apiErrors.ts';
import { route } from '../http/route.ts';

/** The way back leads to the rules, where the result is asked for. */
export const startSsoTest = route(
  ssoRoleCalls.startSsoTest,
  async ({ api, body: { provider }, caller: { accountId, models }, request, reply }) => {
    if (!api.authProviders.has(provider)) {
      throw new InvalidFields({ field: 'provider', message: apiErrors['authProvider.unknown'].text });
    }
    const account = await models.account();
    const returnTo = `/${encodeURIComponent(account?.name ?? '')}/settings/users`;
    return beginAuth(api, { kind: 'testing', provider, accountId, returnTo }, { request, reply });
  },
);
