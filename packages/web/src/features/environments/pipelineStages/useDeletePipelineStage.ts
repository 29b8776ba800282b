import type { PipelineStageView } from '@assay/contract';
import { useNavigate } from 'react-router';
import { useArchivePipelineStageMutation, useListEnvironmentsQuery } from '../../../connection/serviceHooks.ts';
import { useAccountPath } from '../../../connection/useAccountPath.ts';
import { askToDelete } from '../../../ui/askToDelete.ts';

/** @returns a function that asks whether to delete a pipeline stage, and does it */
export function useDeletePipelineStage(): (stage: PipelineStageView) => void {
  const [archive] = useArchivePipelineStageMutation();
  const { data: environments = [] } = useListEnvironmentsQuery();
  const navigate = useNavigate();
  const path = useAccountPath();
  return ({ id, name, variables }) => {
    const names = environments
      .filter(({ pipelineStageId }) => pipelineStageId === id)
      .map((environment) => environment.name);
    askToDelete({
      name,
      follows: whatFollows(names, variables.length > 0),
      remove: () => archive({ params: { id } }),
      onDeleted: () => navigate(path('environments/pipelines')),
    });
  };
}

const namedAtMost = 5;

function whatFollows(environments: readonly string[], hasVariables: boolean): string {
  if (environments.length === 0) return 'No environment is in it.';
  const named = environments.slice(0, namedAtMost).join(', ');
  const more = environments.length - namedAtMost;
  const all = more > 0 ? `${named} and ${more} more` : named;
  const verb = environments.length === 1 ? 'is' : 'are';
  return `${all} ${verb} in No Stage then, without its runner pools${hasVariables ? ' and variables' : ''}.`;
}
