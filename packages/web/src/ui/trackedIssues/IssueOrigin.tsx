import type { TrackedIssueView } from '@assay/contract';
import { Link } from 'react-router';
import { useAccountPath } from '../../connection/useAccountPath.ts';
import { RelativeTime } from '../RelativeTime.tsx';

/** Which run an issue was created from, by whom and when. */
export function IssueOrigin({ issue: { source, createdBy, createdAt } }: { issue: TrackedIssueView }) {
  const path = useAccountPath();
  const { testRunId, number, projectName } = source;
  return (
    <>
      from{' '}
      {number === null ? (
        projectName
      ) : (
        <Link className="link inText" to={path(`test-runs/${testRunId}`)}>
          {projectName} #{number}
        </Link>
      )}
      {createdBy !== null && ` by ${createdBy.fullName}`}, <RelativeTime time={createdAt} />
    </>
  );
}
