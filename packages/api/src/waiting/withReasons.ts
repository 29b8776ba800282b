import { AnswerCache, loadOnce } from '@assay/concurrency';
import {
  type AgentView,
  type EnvironmentId,
  type RunnerPoolId,
  runnerTypeOf,
  type TestRunView,
  waitingTexts,
} from '@assay/contract';
import type { AccountReads } from '@assay/projections';
import {
  isOfPool,
  readWorkSituation,
  type SituationModels,
  type SituationSource,
  type WorkSituation,
} from './workSituation.ts';

type Waiting = Pick<TestRunView, 'status' | 'statusInfo' | 'environmentId' | 'environmentName'>;
type Source = SituationSource & { models: SituationModels & Pick<AccountReads, 'environment' | 'pipelineStage'> };

/** Why none of these agents takes the work, although one of them could; null: one may do so any moment. */
function ofAgents(situation: WorkSituation, agents: readonly AgentView[]): string | null {
  const types = [...new Set(agents.map(({ os }) => runnerTypeOf(os)))];
  const limits = types.map(situation.limitReached);
  const [limit = null] = limits;
  if (limit !== null && !limits.includes(null)) return waitingTexts.accountFull(limit);
  const places = agents.reduce((sum, { capacity }) => sum + capacity, 0);
  const taken = agents.reduce((sum, agent) => sum + situation.takenPlacesOf(agent).all, 0);
  return taken >= places ? waitingTexts.placesTaken(places) : null;
}

/** Why no runner of that pool serves a run; null: one may do so any moment. */
function ofPool(situation: WorkSituation, running: readonly AgentView[], id: RunnerPoolId): string | null {
  const pool = situation.pool(id);
  if (!pool) return waitingTexts.poolGone;
  const agents = running.filter((agent) => isOfPool(agent, pool));
  if (agents.length === 0) return waitingTexts.noRunnerOf(pool.name);
  if (pool.currentRunners >= pool.maxRunners) return waitingTexts.poolFull(pool.name, pool.maxRunners);
  return ofAgents(situation, agents);
}

function withoutPool(situation: WorkSituation, running: readonly AgentView[]): string | null {
  const agents = running.filter(({ pool }) => pool === null);
  if (agents.length > 0) return ofAgents(situation, agents);
  if (running.length > 0) return waitingTexts.onlyInPools;
  const connected = situation.agents.some(({ status }) => status === 'Draining' || status === 'Deprecated');
  return connected ? waitingTexts.onlyStopping : waitingTexts.noAgent;
}

/** Why no agent serves work with these pools; null: one may do so any moment. */
function ofPools(situation: WorkSituation, pools: readonly RunnerPoolId[]): string | null {
  const running = situation.agents.filter((agent) => agent.status === 'Running');
  if (pools.length === 0) return withoutPool(situation, running);
  const reasons = pools.map((pool) => ofPool(situation, running, pool));
  // Either pool may serve it.
  return reasons.includes(null) ? null : reasons.join(' ');
}

/** @returns why no agent takes work in this environment, or in none; null: one may do so any moment */
export async function whyNobodyServes(source: Source, environmentId: EnvironmentId | null): Promise<string | null> {
  const situation = () => readWorkSituation(source);
  if (environmentId === null) return ofPools(await situation(), []);
  return ofEnvironment(source, situation, 'SUBMITTED', environmentId);
}

async function ofEnvironment(
  source: Source,
  situation: () => Promise<WorkSituation>,
  status: Waiting['status'],
  id: EnvironmentId,
): Promise<string | null> {
  const [found, known] = await Promise.all([
    source.models.environment(id),
    // A queued run waits for its environment alone.
    status === 'QUEUED' ? null : situation(),
  ]);
  const environment = found?.view;
  if (!environment) return null;
  if (known === null) {
    const { maximumParallelTestRuns: most, name } = environment;
    return most > 0 ? waitingTexts.environmentFull(name, most) : null;
  }
  const { pipelineStageId } = environment;
  const stage = pipelineStageId ? await source.models.pipelineStage(pipelineStageId) : null;
  const pools = [stage?.linuxRunnerPoolId, stage?.windowsRunnerPoolId].filter((pool) => pool != null);
  return ofPools(known, pools);
}

/** Adds to waiting runs why no runner serves them, if known. This is a momentary state, not a fact of the run. */
export async function withReasons<Run extends Waiting>(source: Source, runs: readonly Run[]): Promise<Run[]> {
  const situation = loadOnce(() => readWorkSituation(source));
  const reasons = new AnswerCache();
  return Promise.all(
    runs.map(async (run) => {
      const { status, statusInfo, environmentId } = run;
      if (statusInfo !== null || (status !== 'QUEUED' && status !== 'SUBMITTED')) return run;
      const key = `${status} ${environmentId}`;
      const reason = reasons.get(key, Number.POSITIVE_INFINITY, () =>
        ofEnvironment(source, situation, status, environmentId),
      );
      return { ...run, statusInfo: await reason };
    }),
  );
}
