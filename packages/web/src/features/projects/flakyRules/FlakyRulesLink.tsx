import type { ProjectView } from '@assay/contract';
import { Link } from 'react-router';
import { useAccountPath } from '../../../connection/useAccountPath.ts';

/** Leads to the rules by which the project's tests are found flaky. */
export function FlakyRulesLink({ project }: { project: Pick<ProjectView, 'key'> }) {
  const path = useAccountPath();
  return (
    <Link className="link" to={path(`projects/${project.key}/flaky-rules`)}>
      Rules for flaky tests
    </Link>
  );
}
