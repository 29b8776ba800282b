import type { Span } from '@assay/contract';
import type { RunSource } from './runColumns.ts';
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

/** @returns whether runs of a source are among those that a query asks for */
export function sourceFilterOf({ environment, project, branch, pipelineStage }: RunsQuery) {
  const ofEnvironment = isOneOf(environment);
  const ofProject = isOneOf(project);
  const ofBranch = isOneOf(branch);
  const ofStage = isOneOf(pipelineStage);
  return (source: RunSource) =>
    ofEnvironment(source.environmentId) &&
    ofProject(source.projectId) &&
    ofBranch(source.branch) &&
    ofStage(source.pipelineStageId);
}

/** @returns whether a run is one of those that a query asks for */
export function filterOf(query: RunsQuery) {
  const [from, before] = [new Date(query.start).toISOString(), new Date(query.end).toISOString()];
  const isOfSource = sourceFilterOf(query);
  return (run: RunFacts) => run.createdAt >= from && run.createdAt < before && isOfSource(run);
}
