import { limits, type TestResultView } from '@assay/contract';
import { Link } from 'react-router';
import { useGetTestHistoryQuery } from '../../../connection/serviceHooks.ts';
import { useAccountPath } from '../../../connection/useAccountPath.ts';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { FailedPart } from '../../../ui/FailedPart.tsx';
import { formatDuration } from '../../../ui/format/formatDuration.ts';
import { RelativeTime } from '../../../ui/RelativeTime.tsx';
import { StatusShape } from '../../../ui/StatusShape.tsx';
import { shapeOfTest, wordOfTest } from '../status/statusShapes.ts';
import { statusOfEarlier } from './statusOfEarlier.ts';
import styles from './TestHistoryTab.module.css';

/** The test's results in earlier runs, of all environments and branches, newest first. */
export function TestHistoryTab({ test }: { test: TestResultView }) {
  const path = useAccountPath();
  const query = useGetTestHistoryQuery({ params: { id: test.projectId, testId: test.testId } });
  const { currentData, error, refetch } = query;
  // The ten that came with the test, until there are more.
  const earlier = currentData?.results.filter(({ testRunId }) => testRunId < test.testRunId) ?? test.recent;
  const failed = currentData === undefined && error !== undefined && (
    <FailedPart what={earlier.length === 0 ? 'Earlier results' : 'Older results'} onRetry={() => void refetch()} />
  );
  if (earlier.length === 0) {
    const none = <EmptyState title="No earlier results" why="This is the first run that this test has a result in." />;
    return failed || none;
  }
  return (
    <>
      <ol className={styles.history} aria-label="Earlier results">
        {earlier.map((result) => {
          const shown = { status: statusOfEarlier(result.status), flaky: result.flaky };
          return (
            <li key={result.testRunId}>
              <Link className={styles.result} to={path(`test-runs/${result.testRunId}/tests/${test.testId}`)}>
                <StatusShape shape={shapeOfTest(shown)} label={wordOfTest(shown)} />
                <span className="tabular">#{result.number}</span>
                <span className={`${styles.where} soft`} title={`${result.environmentName} · ${result.branch}`}>
                  {result.environmentName} · {result.branch}
                </span>
                <span className={`${styles.when} soft`}>
                  <RelativeTime time={result.at} />
                </span>
                <code className={`${styles.commit} soft`}>{result.commit?.slice(0, limits.commitLength)}</code>
                <span className={`${styles.duration} tabular`}>{formatDuration(result.durationMs)}</span>
              </Link>
            </li>
          );
        })}
      </ol>
      {failed}
    </>
  );
}
