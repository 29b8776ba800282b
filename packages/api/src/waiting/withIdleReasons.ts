import { type AgentView, idleTexts, runnerTypeOf } from '@assay/contract';
import type { SeatPools } from '@assay/operations';
import { isOfPool, readWorkSituation, type SituationSource, type WorkSituation } from './workSituation.ts';

/** The pool that serves this work on machines like the agent's; null: none. */
function poolFor({ linuxPoolId, windowsPoolId }: SeatPools, { os }: AgentView) {
  return runnerTypeOf(os) === 'WINDOWS' ? windowsPoolId : linuxPoolId;
}

function serves(situation: WorkSituation, work: SeatPools, agent: AgentView): boolean {
  if (!work.linuxPoolId && !work.windowsPoolId) return agent.pool === null;
  const id = poolFor(work, agent);
  const pool = id && situation.pool(id);
  return pool ? isOfPool(agent, pool) : false;
}

/** Why a connected agent has nothing to do; null: it works, takes work any moment, or is gone. */
function reasonOf(situation: WorkSituation, agent: AgentView): string | null {
  if (agent.status === 'Draining') return idleTexts.stopping;
  if (agent.status === 'Deprecated') return idleTexts.replaced;
  const { all, own } = situation.takenPlacesOf(agent);
  if (agent.status !== 'Running' || own > 0 || agent.nonExitedRunners > 0) return null;
  if (all >= agent.capacity) return idleTexts.busyElsewhere;
  const { waitingFor } = situation;
  if (waitingFor.length === 0) return idleTexts.noWork;
  const served = waitingFor.filter((work) => serves(situation, work, agent));
  if (served.length === 0) return agent.pool === null ? idleTexts.onlyInPools : idleTexts.otherPools(agent.pool);
  const limit = situation.limitReached(runnerTypeOf(agent.os));
  if (limit !== null) return idleTexts.accountFull(limit);
  const pools = served.map((work) => poolFor(work, agent)).map((id) => id && situation.pool(id));
  const [full] = pools.flatMap((pool) => pool || []);
  if (!full || !pools.every((pool) => pool && pool.currentRunners >= pool.maxRunners)) return null;
  return idleTexts.poolFull(full.name, full.maxRunners);
}

/** Adds to agents why they have nothing to do. */
export async function withIdleReasons(source: SituationSource): Promise<AgentView[]> {
  const situation = await readWorkSituation(source);
  return situation.agents.map((agent) => ({ ...agent, idleReason: reasonOf(situation, agent) }));
}
