import type { EnvironmentView } from '@assay/contract';
import { useNavigate } from 'react-router';
import { useArchiveEnvironmentMutation } from '../../connection/serviceHooks.ts';
import { useAccountPath } from '../../connection/useAccountPath.ts';
import { askToDelete } from '../../ui/askToDelete.ts';

/** @returns a function that asks whether to delete an environment, and does it */
export function useDeleteEnvironment(): (environment: EnvironmentView) => void {
  const [archive] = useArchiveEnvironmentMutation();
  const navigate = useNavigate();
  const path = useAccountPath();
  return ({ id, name }) =>
    askToDelete({
      name,
      follows: 'It is archived: no new runs can be started on it. Past runs on it stay.',
      remove: () => archive({ params: { id } }),
      onDeleted: () => navigate(path('environments')),
    });
}
