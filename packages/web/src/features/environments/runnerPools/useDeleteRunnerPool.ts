import type { RunnerPoolView } from '@assay/contract';
import { useNavigate } from 'react-router';
import { useArchiveRunnerPoolMutation } from '../../../connection/serviceHooks.ts';
import { useAccountPath } from '../../../connection/useAccountPath.ts';
import { askToDelete } from '../../../ui/askToDelete.ts';

/** @returns a function that asks whether to delete a runner pool, and does it; one in use is refused by the service */
export function useDeleteRunnerPool(): (pool: RunnerPoolView) => void {
  const [archive] = useArchiveRunnerPoolMutation();
  const navigate = useNavigate();
  const path = useAccountPath();
  return ({ id, name }) =>
    askToDelete({
      name,
      follows: 'Agents that joined it by its name take no work until there is a pool of that name again.',
      remove: () => archive({ params: { id } }),
      onDeleted: () => navigate(path('environments/runner-pools')),
    });
}
