import {
  type AgentView,
  type EnvironmentId,
  nameKey,
  type RunnerPoolId,
  type RunnerType,
  runnerTypeOf,
  type TestRunView,
  waitingTexts,
} from '@assay/contract';
import type { AccountReads } from '@assay/projections';

type Waiting = Pick<TestRunView, 'status' | 'statusInfo' | 'environmentId' | 'environmentName'>;
type Models = Pick<AccountReads, 'environment' | 'pipelineStage' | 'runnerPool' | 'agents'>;

/** Why no runner of that pool serves a run; null: one may do so any moment. */
async function ofPool(
  models: Models,
  agents: readonly AgentView[],
  runnerPoolId: RunnerPoolId,
  type: RunnerType,
): Promise<string | null> {
  const pool = await models.runnerPool(runnerPoolId);
  if (!pool) return waitingTexts.poolGone;
  const isOf = (agent: AgentView) =>
    agent.pool !== null && nameKey(agent.pool) === nameKey(pool.name) && runnerTypeOf(agent.os) === type;
  if (!agents.some(isOf)) return waitingTexts.noRunnerOf(pool.name);
  return pool.currentRunners >= pool.maxRunners ? waitingTexts.poolFull(pool.name, pool.maxRunners) : null;
}

async function ofEnvironment(models: Models, status: Waiting['status'], id: EnvironmentId): Promise<string | null> {
  const environment = (await models.environment(id))?.view;
  if (!environment) return null;
  if (status === 'QUEUED') {
    const { maximumParallelTestRuns: most, name } = environment;
    return most > 0 ? waitingTexts.environmentFull(name, most) : null;
  }
  const [agents, stage] = await Promise.all([
    models.agents(),
    environment.pipelineStageId ? models.pipelineStage(environment.pipelineStageId) : null,
  ]);
  const running = agents.filter(({ status: agentStatus }) => agentStatus === 'Running');
  const { linuxRunnerPoolId: linux = null, windowsRunnerPoolId: windows = null } = stage ?? {};
  if (!linux && !windows) return running.some(({ pool }) => pool === null) ? null : waitingTexts.noRunner;
  const reasons = await Promise.all([
    ...(linux ? [ofPool(models, running, linux, 'LINUX')] : []),
    ...(windows ? [ofPool(models, running, windows, 'WINDOWS')] : []),
  ]);
  // Either pool may serve the run.
  return reasons.includes(null) ? null : reasons.join(' ');
}

/**
 * Adds to waiting runs why no runner serves them, if known. This is a momentary state, not a fact of the run.
 */
export async function withReasons<Run extends Waiting>(models: Models, runs: readonly Run[]): Promise<Run[]> {
  const reasons = new Map<string, Promise<string | null>>();
  return Promise.all(
    runs.map(async (run) => {
      const { status, statusInfo, environmentId } = run;
      if (statusInfo !== null || (status !== 'QUEUED' && status !== 'SUBMITTED')) return run;
      const key = `${status} ${environmentId}`;
      const reason = reasons.get(key) ?? ofEnvironment(models, status, environmentId);
      reasons.set(key, reason);
      return { ...run, statusInfo: await reason };
    }),
  );
}
