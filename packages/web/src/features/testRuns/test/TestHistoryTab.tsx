import { limits, type TestResultView } from '@assay/contract';
import { Link } from 'react-router';
import { useAccountPath } from '../../../connection/useAccountPath.ts';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { formatDuration } from '../../../ui/format/formatDuration.ts';
import { RelativeTime } from '../../../ui/RelativeTime.tsx';
import { StatusShape } from '../../../ui/StatusShape.tsx';
import { useGetTestHistoryQuery } from '../../projects/projectsApi.ts';
import { shapeOfTest, wordOfTest } from '../status/statusShapes.ts';
import { statusOfEarlier } from './statusOfEarlier.ts';
import styles from './TestHistoryTab.module.css';

/** The test's results in earlier runs, of all environments and branches, newest first. */
export function TestHistoryTab({ test }: { test: TestResultView }) {
  const path = useAccountPath();
  const { currentData } = useGetTestHistoryQuery({ params: { id: test.projectId, testId: test.testId } });
  // The ten that came with the test, until there are more.
  const earlier = currentData?.results.filter(({ testRunId }) => testRunId < test.testRunId) ?? test.recent;
  if (earlier.length === 0) {
    return <EmptyState title="No earlier results" why="This is the first run that this test has a result in." />;
  }
  return (
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
  );
}
