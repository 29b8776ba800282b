import type { ProjectView } from '@assay/contract';
import { Link } from 'react-router';
import { useAccountPath } from '../../../connection/useAccountPath.ts';

/** Leads to what quarantine of flaky tests would have done in the project. */
export function QuarantinePreviewLink({ project }: { project: ProjectView }) {
  const path = useAccountPath();
  return (
    <Link className="link" to={path(`projects/${project.key}/quarantine-preview`)}>
      Preview quarantine
    </Link>
  );
}
