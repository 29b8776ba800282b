import { limits, type TestResultView } from '@assay/contract';
import { Link } from 'react-router';
import { useAccountPath } from '../../../connection/useAccountPath.ts';
import { RelativeTime } from '../../../ui/RelativeTime.tsx';
import styles from './ConsoleTab.module.css';

/** Since which run a test has failed; nothing for one that passes. */
export function FailingSince({ test }: { test: TestResultView }) {
  const path = useAccountPath();
  const since = test.failingSince;
  if (!since || test.status !== 'FAIL') return null;
  if (since.testRunId === test.testRunId) {
    return (
      <p className={styles.since}>
        <strong>Failing since this run</strong>
        <span className="soft">: it did not fail in the run before.</span>
      </p>
    );
  }
  return (
    <p className={styles.since}>
      <strong>
        Failing since run <Link to={path(`test-runs/${since.testRunId}/tests/${test.testId}`)}>#{since.number}</Link>
      </strong>
      <span className="soft">
        , <RelativeTime time={since.at} />
        {since.commit && (
          <>
            {' '}
            at <code>{since.commit.slice(0, limits.commitLength)}</code>
          </>
        )}
      </span>
    </p>
  );
}
