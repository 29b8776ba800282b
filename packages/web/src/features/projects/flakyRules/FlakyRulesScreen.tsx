import type { ProjectView } from '@assay/contract';
import { useAccountPath } from '../../../connection/useAccountPath.ts';
import { ScreenHead } from '../../../ui/ScreenHead.tsx';
import { WithProject } from '../WithProject.tsx';
import { FlakyRulesForm } from './FlakyRulesForm.tsx';

/** By what a project's tests are found flaky, and what other rules would have found. */
export function FlakyRulesScreen() {
  return <WithProject>{(project) => <Rules key={project.id} project={project} />}</WithProject>;
}

function Rules({ project }: { project: ProjectView }) {
  const path = useAccountPath();
  return (
    <>
      <ScreenHead
        title="Rules for flaky tests"
        documentTitle={`Rules for flaky tests · ${project.name}`}
        back={{ to: path(`dashboard/analytics/flaky-tests?project=${project.id}`), label: 'Flaky Tests' }}
      />
      <FlakyRulesForm project={project} />
    </>
  );
}
