import { isQuotaSoft, type Quotas, runStartProblem } from '@assay/application';
import type { AccountReads } from '@assay/projections';
import type { Api } from '../api.ts';
import { ApiError, apiErrors } from '../http/apiErrors.ts';
import type { ApiKeyCaller, Member } from '../http/callers.ts';
import type { CountedKind } from './unshownChanges.ts';

type Counted = Exclude<keyof Quotas, 'requestsPerMinute'>;

/** How many of them the read models show. */
const counts: Readonly<Record<Counted, (api: Api, caller: Member | ApiKeyCaller) => Promise<number>>> = {
  projects: async (_, { models }) => (await models.projects()).length,
  environments: async (_, { models }) => (await models.environments()).length,
  agentTokens: async ({ operations }, { accountId }) => (await operations.agentTokens.list(accountId)).length,
  openRuns: (_, { models }) => models.openRunCount(),
};

const shownIds: Readonly<Record<CountedKind, (models: AccountReads) => Promise<string[]>>> = {
  projects: async (models) => (await models.projects()).map(({ id }) => id),
  environments: async (models) => (await models.environments()).map(({ view }) => view.id),
  openRuns: (models) => models.openRunIds(),
};

/** With that many left, it does not matter that what was made just now is not counted yet. */
const spare = 100;

/**
 * Refuses what would be more than the account may have. Requests at the same moment do not see each other, so together
 * they may exceed it by a few. It waits for no read model: near the limit, it adds what the log has beyond them.
 * @throws ApiError 409 `quota.…` naming the number; ReadModelsLagging when the log has too much beyond them
 */
export async function requireRoom(api: Api, caller: Member | ApiKeyCaller, quota: Counted): Promise<void> {
  const most = api.config.quotas[quota];
  if ((await counts[quota](api, caller)) + spare < most) return;
  if ((await countRecorded(api, caller, quota)) < most) return;
  if (await isQuotaSoft(api, caller.accountId)) return;
  const code = `quota.${quota}` as const;
  throw new ApiError(code, { message: `${apiErrors[code].text} The limit is ${most}.` });
}

/**
 * Refuses a run that would be more than the account may have unfinished, or that is beyond its plan's testing time of the
 * month, or that follows an unpaid invoice.
 * @throws ApiError 409 `quota.openRuns`, `quota.testingTime` or `billing.unpaid`; ReadModelsLagging as `requireRoom`
 */
export async function requireRoomForRun(api: Api, caller: Member | ApiKeyCaller): Promise<void> {
  await requireRoom(api, caller, 'openRuns');
  const problem = await runStartProblem({ ...api, payments: api.config.payments }, caller.accountId);
  if (problem !== null) throw new ApiError(problem.code, { message: problem.message });
}

async function countRecorded(api: Api, caller: Member | ApiKeyCaller, quota: Counted): Promise<number> {
  if (quota === 'agentTokens') return counts.agentTokens(api, caller);
  const { accountId, models } = caller;
  // In this order: what is shown in the meantime is in both.
  const shown = await api.readModels.reached({ scope: accountId });
  const ids = new Set(await shownIds[quota](models));
  for (const [id, exists] of await api.unshownChanges.of(quota, accountId, shown)) {
    if (exists) ids.add(id);
    else ids.delete(id);
  }
  return ids.size;
}
