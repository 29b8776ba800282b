import { limits, type RunOfCause } from '@assay/contract';
import { Link } from 'react-router';
import { useAccountPath } from '../../../connection/useAccountPath.ts';
import { RelativeTime } from '../../../ui/RelativeTime.tsx';

/** The number of a run that a cause was seen in, as a link to it. */
export function RunLink({ run }: { run: Pick<RunOfCause, 'testRunId' | 'number'> }) {
  const path = useAccountPath();
  return (
    <Link className="link inText tabular" to={path(`test-runs/${run.testRunId}`)}>
      #{run.number}
    </Link>
  );
}

/** When a run was, and what it ran: `11/22/26 2:31 PM · main · 4e0b7715`. */
export function RunMoment({ run: { at, branch, commit } }: { run: RunOfCause }) {
  return (
    <>
      <RelativeTime time={at} /> · {branch}
      {commit !== null && (
        <>
          {' '}
          · <code>{commit.slice(0, limits.commitLength)}</code>
        </>
      )}
    </>
  );
}
