import { isFinished, type TestRunView } from '@assay/contract';
import { UnstyledButton } from '@mantine/core';
import { useSearchParams } from 'react-router';
import { asServiceError } from '../../../connection/serviceError.ts';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { ErrorState } from '../../../ui/ErrorState.tsx';
import { formatBytes } from '../../../ui/format/formatNumbers.ts';
import { RowsSkeleton } from '../../../ui/RowsSkeleton.tsx';
import { useListLogsQuery } from '../testRunsApi.ts';
import styles from './LogsTab.module.css';
import { LogView } from './LogView.tsx';

/** The logs of a run: its set-up, the listing of its tests, and each runner's; one of them is shown. */
export function LogsTab({ run }: { run: TestRunView }) {
  const { data: logs, error, refetch } = useListLogsQuery({ params: { id: run.id } });
  const [search, setSearch] = useSearchParams();
  const failure = asServiceError(error);
  if (!logs && failure) {
    return (
      <ErrorState
        title="The logs could not be loaded"
        message={failure.message}
        requestId={failure.requestId}
        onRetry={() => void refetch()}
      />
    );
  }
  if (!logs) return <RowsSkeleton rows={6} height={32} />;
  const shown = logs.find((log) => log.name === search.get('log')) ?? logs[0];
  if (!shown) {
    return <EmptyState title="No logs to load" why="They begin when an agent starts to set the run up." />;
  }
  const show = (name: string) => {
    const next = new URLSearchParams(search);
    next.set('log', name);
    setSearch(next, { replace: true });
  };
  return (
    <div className={styles.logs}>
      <nav className={styles.names} aria-label="Logs">
        {logs.map((log) => (
          <UnstyledButton
            key={log.name}
            className={styles.name}
            aria-current={log.name === shown.name}
            onClick={() => show(log.name)}
          >
            <span className="truncate">{log.title}</span>
            <span className={`${styles.size} tabular`}>{formatBytes(log.size)}</span>
          </UnstyledButton>
        ))}
      </nav>
      <LogView key={shown.name} testRunId={run.id} log={shown} growing={!isFinished(run.status)} />
    </div>
  );
}
