import type { ProjectView } from '@assay/contract';
import { modals } from '@mantine/modals';
import { useNavigate } from 'react-router';
import { useArchiveProjectMutation } from '../../connection/serviceHooks.ts';
import { useAccountPath } from '../../connection/useAccountPath.ts';
import { showFailure } from '../../ui/showFailure.ts';

/** @returns a function that asks for confirmation, naming the project and the consequences, and then archives it. */
export function useDeleteProject(): (project: Pick<ProjectView, 'id' | 'name'>) => void {
  const [archiveProject] = useArchiveProjectMutation();
  const navigate = useNavigate();
  const path = useAccountPath();
  async function remove(id: string): Promise<void> {
    const answer = await archiveProject({ params: { id } });
    if (answer.error) {
      showFailure(answer.error);
      return;
    }
    await navigate(path('projects'));
  }
  return (project) =>
    modals.openConfirmModal({
      title: `Delete ${project.name}?`,
      children: 'It is archived: no new runs can be started for it. Its past runs and their results stay.',
      labels: { confirm: `Delete ${project.name}`, cancel: 'Keep it' },
      confirmProps: { color: 'red', variant: 'filled' },
      onConfirm: () => void remove(project.id),
    });
}
