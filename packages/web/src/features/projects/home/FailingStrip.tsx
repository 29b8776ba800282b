import type { TestRunView } from '@assay/contract';
import { Button } from '@mantine/core';
import { Link } from 'react-router';
import { useAccountPath } from '../../../connection/useAccountPath.ts';
import { counted } from '../../../ui/format/formatNumbers.ts';
import { RelativeTime } from '../../../ui/RelativeTime.tsx';
import { StatusShape } from '../../../ui/StatusShape.tsx';
import type { FailingBranch } from './branchState.ts';
import styles from './home.module.css';

/** Says that the default branch fails, and since when. */
export function FailingStrip({ branch, failing }: { branch: string; failing: FailingBranch<TestRunView> }) {
  const path = useAccountPath();
  const { first, newest } = failing;
  return (
    <div className={styles.strip} role="note">
      <StatusShape shape="fail" label="Failed" />
      <span className={styles.said}>
        <strong>
          {branch} fails since{' '}
          <Link className={styles.first} to={path(`test-runs/${first.id}`)}>
            #{first.number}
          </Link>
          , <RelativeTime time={first.createdAt} />
        </strong>{' '}
        <span className="soft">
          {newest.failCount > 0 ? `· ${counted(newest.failCount, 'test')} failed in #${newest.number}` : null}
        </span>
      </span>
      <Button size="compact-sm" component={Link} to={path(`test-runs/${newest.id}`)}>
        Show failures
      </Button>
    </div>
  );
}
