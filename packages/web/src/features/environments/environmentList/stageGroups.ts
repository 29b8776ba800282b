import type { EnvironmentView, PipelineStageView } from '@assay/contract';

/** Environments under their pipeline stage; null: those of none, which come last. */
export type StageGroup = { stage: PipelineStageView | null; environments: readonly EnvironmentView[] };

/** @returns a group for each stage, in their order, and one for No Stage where it has any */
export function stageGroups(
  environments: readonly EnvironmentView[],
  stages: readonly PipelineStageView[],
): StageGroup[] {
  const known = new Set<string | null>(stages.map(({ id }) => id));
  const without = environments.filter(({ pipelineStageId }) => !known.has(pipelineStageId));
  const groups: StageGroup[] = stages.map((stage) => ({
    stage,
    environments: environments.filter(({ pipelineStageId }) => pipelineStageId === stage.id),
  }));
  return without.length > 0 ? [...groups, { stage: null, environments: without }] : groups;
}

/** @returns the environments whose name, key or URL has the text in it, in any case; all of them for '' */
export function foundEnvironments(environments: readonly EnvironmentView[], search: string): EnvironmentView[] {
  const text = search.trim().toLowerCase();
  return environments.filter(({ name, key, url }) =>
    [name, key, url ?? ''].some((field) => field.toLowerCase().includes(text)),
  );
}
