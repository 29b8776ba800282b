import type { EnvironmentId, RunVariable } from '@assay/contract';
import { environmentDecider, pipelineStageDecider } from '@assay/domain';
import type { Api } from '../api.ts';

/**
 * The variables of the environment and of its stage, at least as new as `asOf` (by `performance.now()`). Only the agent
 * that does the work receives them. The environment's variables override the stage's.
 */
export async function variablesOf(
  { eventLog: { load } }: Api,
  environmentId: EnvironmentId,
  asOf: number,
): Promise<RunVariable[]> {
  const { state: environment } = await load(environmentDecider, environmentId, { asOf });
  if (environment.status !== 'active') return [];
  const { state: stage } = environment.pipelineStageId
    ? await load(pipelineStageDecider, environment.pipelineStageId, { asOf })
    : { state: null };
  const ofStage = stage?.status === 'active' ? stage.variables : [];
  const variables = new Map([...ofStage, ...environment.variables]);
  return [...variables].map(([key, variable]) => ({ key, ...variable }));
}
