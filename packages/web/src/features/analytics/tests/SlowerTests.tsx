import { type SlowerTest, testKeyOf } from '@assay/contract';
import { Link } from 'react-router';
import {
  useGetSlowerTestInfoQuery,
  useListEnvironmentsQuery,
  useListProjectsQuery,
} from '../../../connection/serviceHooks.ts';
import { useAccountPath } from '../../../connection/useAccountPath.ts';
import { type Column, DataTable } from '../../../ui/DataTable.tsx';
import { ErrorState } from '../../../ui/ErrorState.tsx';
import { FilePath } from '../../../ui/FilePath.tsx';
import { formatDuration } from '../../../ui/format/formatDuration.ts';
import { counted, formatCount } from '../../../ui/format/formatNumbers.ts';
import { RelativeTime } from '../../../ui/RelativeTime.tsx';
import styles from '../analytics.module.css';
import type { Stats } from '../useStats.ts';
import slowerStyles from './slower.module.css';

/** Tests that have become slower in the time that is shown; each leads to its newest result. */
export function SlowerTests({ stats }: { stats: Stats }) {
  const { data, error, refetch } = useGetSlowerTestInfoQuery({ query: stats.query }, stats.again);
  if (!data && !error) return null;
  return (
    <section className={slowerStyles.slower} aria-label="Slower than usual">
      <h2>Slower than usual</h2>
      <p className={styles.note}>
        The median of a test's last 5 passes in an environment, against up to 30 before: 1.3 times, half a second and
        3.5 deviations more.
      </p>
      {data ? (
        <Found tests={data.tests} total={data.total} />
      ) : (
        <ErrorState title="Slower tests could not be loaded" error={error} onRetry={refetch} />
      )}
    </section>
  );
}

function Found({ tests, total }: { tests: readonly SlowerTest[]; total: number }) {
  const path = useAccountPath();
  const { data: projects } = useListProjectsQuery();
  const { data: environments } = useListEnvironmentsQuery();
  const nameIn = (things: readonly { id: string; name: string }[] | undefined, id: string) =>
    things?.find((thing) => thing.id === id)?.name ?? '';
  const pathOf = ({ lastRunId, testId }: SlowerTest) => path(`test-runs/${lastRunId}/tests/${testKeyOf(testId)}`);
  if (tests.length === 0) return <p>No test has become slower in this time.</p>;
  const columns: Column<SlowerTest>[] = [
    {
      key: 'test',
      title: 'Test',
      cell: (test) => (
        <div className={slowerStyles.test}>
          {test.lastRunId === null ? test.name : <Link to={pathOf(test)}>{test.name}</Link>}
          <span className={slowerStyles.below}>
            <FilePath
              path={test.file}
              before={[nameIn(projects, test.projectId), nameIn(environments, test.environmentId)]}
            />
          </span>
        </div>
      ),
    },
    { key: 'before', title: 'Before', numeric: true, cell: ({ beforeMs }) => formatDuration(beforeMs) },
    { key: 'now', title: 'Now', numeric: true, cell: ({ nowMs }) => formatDuration(nowMs) },
    {
      key: 'times',
      title: 'Times',
      numeric: true,
      shownFrom: 'wide',
      cell: ({ beforeMs, nowMs }) => `${(nowMs / Math.max(1, beforeMs)).toFixed(1)} ×`,
    },
    {
      key: 'since',
      title: 'Since',
      numeric: true,
      shownFrom: 'wide',
      cell: ({ since }) => <RelativeTime time={since} />,
    },
  ];
  return (
    <>
      <DataTable
        label="Slower tests"
        rows={tests}
        keyOf={({ projectId, testId, environmentId }) => `${projectId}.${testId}.${environmentId}`}
        onOpen={pathOf}
        columns={columns}
      />
      {total > tests.length && (
        <p className={styles.note}>
          The {formatCount(tests.length)} that lost most time, of {counted(total, 'test')}.
        </p>
      )}
    </>
  );
}
