import type { ProjectView, TestSuiteView } from '@assay/contract';
import { Modal } from '@mantine/core';
import { RunTestsForm } from './RunTestsForm.tsx';
import { useRunDialog } from './useRunDialog.ts';

/** Runs a project's tests or one of its suites; the address says which, so that the dialog can be linked to. */
export function RunTestsModal({ project, suites }: { project: ProjectView; suites: readonly TestSuiteView[] }) {
  const { asked, close } = useRunDialog();
  const suite = suites.find(({ id }) => id === asked) ?? null;
  return (
    <Modal opened={asked !== null} onClose={close} title={`Run ${suite?.name ?? 'all tests'}`} size={520}>
      <RunTestsForm key={asked} project={project} suite={suite} label="Run Tests" onClose={close} />
    </Modal>
  );
}
