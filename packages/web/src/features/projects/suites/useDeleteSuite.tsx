import type { ProjectView, TestSuiteView } from '@assay/contract';
import { modals } from '@mantine/modals';
import { useArchiveTestSuiteMutation } from '../../../connection/serviceHooks.ts';
import { showFailure } from '../../../ui/showFailure.ts';

/** @returns a function that asks for confirmation, naming the suite and what follows, and then archives it. */
export function useDeleteSuite(project: ProjectView): (suite: TestSuiteView, onDeleted?: () => void) => void {
  const [archive] = useArchiveTestSuiteMutation();
  async function remove(testSuiteId: string, onDeleted?: () => void): Promise<void> {
    const { error } = await archive({ params: { id: project.id, testSuiteId } });
    if (error) showFailure(error);
    else onDeleted?.();
  }
  return (suite, onDeleted) =>
    modals.openConfirmModal({
      title: `Delete ${suite.name}?`,
      children: 'No new runs can be started for it. Its past runs and their results stay.',
      labels: { confirm: `Delete ${suite.name}`, cancel: 'Keep it' },
      confirmProps: { color: 'red', variant: 'filled' },
      onConfirm: () => void remove(suite.id, onDeleted),
    });
}
