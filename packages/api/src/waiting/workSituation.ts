import { maxPoolSize } from '@assay/application';
import {
  type AccountId,
  type AgentView,
  nameKey,
  type RunnerPoolId,
  type RunnerPoolView,
  type RunnerType,
  runnerTypeOf,
} from '@assay/contract';
import type { WorkQueue } from '@assay/operations';
import type { AccountReads } from '@assay/projections';

export type SituationModels = Pick<AccountReads, 'agents' | 'runnerPools' | 'account'>;
/** What tells why runs wait, and why agents are idle. */
export type SituationSource = {
  models: SituationModels;
  workQueue: Pick<WorkQueue, 'overviewOf'>;
  accountId: AccountId;
};

/** Who could work for an account, on what, and where there is no room for more, as of now. */
export type WorkSituation = Awaited<ReturnType<typeof readWorkSituation>>;

export async function readWorkSituation({ models, workQueue, accountId }: SituationSource) {
  const [agents, pools, account, work] = await Promise.all([
    models.agents(),
    models.runnerPools(),
    models.account(),
    workQueue.overviewOf(accountId),
  ]);
  const maxOf = (type: RunnerType) => maxPoolSize(account, type);
  return {
    agents,
    waitingFor: work.waitingFor,
    takenPlacesOf: ({ id }: Pick<AgentView, 'id'>) => work.takenPlaces.get(id) ?? { all: 0, own: 0 },
    pool: (id: RunnerPoolId) => pools.find((pool) => pool.id === id) ?? null,
    /** The account's limit of runners of that type, if they are all at work; null: there is room. */
    limitReached: (type: RunnerType) => (work.working[type] >= maxOf(type) ? maxOf(type) : null),
  };
}

/** Whether the agent's places belong to that pool. */
export function isOfPool({ pool, os }: Pick<AgentView, 'pool' | 'os'>, { name, runnerType }: RunnerPoolView): boolean {
  return pool !== null && nameKey(pool) === nameKey(name) && runnerTypeOf(os) === runnerType;
}
