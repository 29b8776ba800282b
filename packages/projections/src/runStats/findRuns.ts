import type { AccountId, Span } from '@assay/contract';
import type { Collections } from '../collections.ts';
import { hourOf, type RunFacts } from './runStats.ts';
import { stoodAt } from './stoodAt.ts';

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

/** Between making a run's id and creating the run, the hour may have changed. */
const slackMs = 60_000;

function isOneOf(wanted: readonly string[] | undefined) {
  const set = wanted && new Set<string | null>(wanted);
  return (value: string | null) => set?.has(value) ?? true;
}

function filterOf({ start, end, ...things }: RunsQuery) {
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

/** @returns the runs, in the order in which they were created */
export async function findRuns(
  { runStats }: Pick<Collections, 'runStats'>,
  accountId: AccountId,
  query: RunsQuery,
): Promise<RunFacts[]> {
  const hour = { $gte: hourOf(query.start - slackMs), $lte: hourOf(query.end) };
  const hours = await runStats.find({ accountId, hour }).toArray();
  const isWanted = filterOf(query);
  const { at } = query;
  const runs = hours.flatMap((document) => document.runs.filter(isWanted));
  const then = at === undefined ? runs : runs.flatMap((run) => stoodAt(run, at) ?? []);
  return then.sort((a, b) => (a.createdAt < b.createdAt ? -1 : 1));
}
