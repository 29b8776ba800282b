import { ssoRoleCalls } from '@assay/contract';
import { beginAuth } from '../authProviders/beginAuth.ts';
import { route } from '../http/route.ts';

/** The way back leads to the rules, where the result is asked for. */
export const startSsoTest = route(
  ssoRoleCalls.startSsoTest,
  async ({ api, body: { provider }, caller: { accountId, models }, request, reply }) => {
    const account = await models.account();
    const returnTo = `/${encodeURIComponent(account?.name ?? '')}/settings/users`;
    return beginAuth(api, { kind: 'testing', provider, accountId, returnTo }, { request, reply });
  },
);
