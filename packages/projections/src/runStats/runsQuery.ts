import type { Span } from '@assay/contract';
import type { RunFacts } from './runFacts.ts';

/** Which runs are meant: those created in the span, and of one of the given things; undefined is no filter. */
export type RunsQuery = Span & {
  environment: readonly string[] | undefined;
  project: readonly string[] | undefined;
  branch: readonly string[] | undefined;
  /** Ids of the stages that the runs were created in. */
  pipelineStage: readonly string[] | undefined;
  /** As they stood at that moment, in milliseconds since 1970; undefined: as they are now. */
  at?: number | undefined;
};

/** No filter: every run of the span. */
export const everyRun: Omit<RunsQuery, keyof Span | 'at'> = {
  environment: undefined,
  project: undefined,
  branch: undefined,
  pipelineStage: undefined,
};

function isOneOf(wanted: readonly string[] | undefined) {
  const set = wanted && new Set<string | null>(wanted);
  return (value: string | null) => set?.has(value) ?? true;
}

/** @returns whether a run is one of those that a query asks for */
export function filterOf({ start, end, ...things }: RunsQuery) {
  const [from, before] = [new Date(start).toISOString(), new Date(end).toISOString()];
  const ofEnvironment = isOneOf(things.environment);
  const ofProject = isOneOf(things.project);
  const ofBranch = isOneOf(things.branch);
  const ofStage = isOneOf(things.pipelineStage);
  return ({ createdAt, environmentId, projectId, branch, pipelineStageId }: RunFacts) =>
    createdAt >= from &&
    createdAt < before &&
    ofEnvironment(environmentId) &&
    ofProject(projectId) &&
    ofBranch(branch) &&
    ofStage(pipelineStageId);
}
