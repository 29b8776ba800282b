import type { Quotas } from '@assay/application';
import { softQuotaFlag } from '@assay/contract';
import type { Api } from '../api.ts';
import { ApiError, apiErrors } from '../http/apiErrors.ts';
import type { ApiKeyCaller, Member } from '../http/callers.ts';

type Counted = Exclude<keyof Quotas, 'requestsPerMinute'>;

/** How many of them the account has now. */
const counts: Readonly<Record<Counted, (api: Api, caller: Member | ApiKeyCaller) => Promise<number>>> = {
  projects: async (_, { models }) => (await models.projects()).length,
  environments: async (_, { models }) => (await models.environments()).length,
  agentTokens: async ({ operations }, { accountId }) => (await operations.agentTokens.list(accountId)).length,
  openRuns: (_, { models }) => models.openRunCount(),
};

/** With room for so many more, it does not matter that what was made just now is not counted yet. */
const spare = 100;

/**
 * Refuses what would be more than the account may have. Requests at the same moment do not see each other, so together
 * they may exceed it by a few. Whoever is far below it waits for no read model: a quota stops what runs away, and nobody
 * else has to be held up for that.
 * @throws ApiError 409 `quota.…` naming the number; ReadModelsLagging
 */
export async function requireRoom(api: Api, caller: Member | ApiKeyCaller, quota: Counted): Promise<void> {
  const most = api.config.quotas[quota];
  if ((await counts[quota](api, caller)) + spare < most) return;
  await api.readModels.require({ scope: caller.accountId });
  if ((await counts[quota](api, caller)) < most) return;
  if (await isSoft(api, caller)) return;
  const code = `quota.${quota}` as const;
  throw new ApiError(code, { message: `${apiErrors[code].text} The limit is ${most}.` });
}

/** Whether the operator lets the account exceed its quotas. */
async function isSoft({ flags }: Api, { models }: Member | ApiKeyCaller): Promise<boolean> {
  const account = await models.account();
  return account !== null && (await flags.of(account)).includes(softQuotaFlag);
}
