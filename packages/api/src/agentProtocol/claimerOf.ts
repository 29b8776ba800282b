import { maxPoolSize, poolsOfAgent } from '@assay/application';
import { type AccountId, type AgentId, runnerTypeOf } from '@assay/contract';
import type { AgentFacts } from '@assay/domain';
import type { Claimer } from '@assay/operations';
import type { Api } from '../api.ts';

/** How long an account's maximum is cached; it changes only with the plan. */
const maximumForMs = 10_000;

function maxRunnersOf(
  { readModels, known }: Api,
  accountId: AccountId,
  runnerType: Claimer['runnerType'],
): Promise<number> {
  return known.maximums.get(`${accountId} ${runnerType}`, maximumForMs, async () =>
    maxPoolSize(await readModels.of(accountId).account(), runnerType),
  );
}

/**
 * @returns what the queue needs to know about an agent that asks for work; its pool and limits are looked up each time.
 */
export async function claimerOf(
  api: Api,
  { agentId, accountId, facts }: { agentId: AgentId; accountId: AccountId | null; facts: AgentFacts },
): Promise<Claimer> {
  const runnerType = runnerTypeOf(facts.os);
  return {
    agentId,
    accountId,
    runnerType,
    pools: facts.pool === null ? null : await poolsOfAgent(api, accountId, facts.pool),
    maxRunnersOf: (ofAccount) => maxRunnersOf(api, ofAccount, runnerType),
  };
}
