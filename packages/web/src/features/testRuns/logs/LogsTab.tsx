import { isFinished, type RunLogView, type TestRunView } from '@assay/contract';
import { UnstyledButton } from '@mantine/core';
import { useSearchParams } from 'react-router';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { formatBytes } from '../../../ui/format/formatNumbers.ts';
import { Loaded } from '../../../ui/Loaded.tsx';
import { RowsSkeleton } from '../../../ui/RowsSkeleton.tsx';
import { useListLogsQuery } from '../testRunsApi.ts';
import styles from './LogsTab.module.css';
import { LogView } from './LogView.tsx';

/** The logs of a run: its set-up, the listing of its tests, and each runner's; one of them is shown. */
export function LogsTab({ run }: { run: TestRunView }) {
  const query = useListLogsQuery({ params: { id: run.id } });
  return (
    <Loaded
      query={query}
      failed="The logs could not be loaded"
      skeleton={<RowsSkeleton rows={6} height={32} />}
      empty={<EmptyState title="No logs to load" why="They begin when an agent starts to set the run up." />}
    >
      {(logs) => <LoadedLogs logs={logs} run={run} />}
    </Loaded>
  );
}

function LoadedLogs({ logs, run }: { logs: readonly RunLogView[]; run: TestRunView }) {
  const [search, setSearch] = useSearchParams();
  const shown = logs.find((log) => log.name === search.get('log')) ?? logs[0];
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
            aria-current={log === shown}
            onClick={() => show(log.name)}
          >
            <span className="truncate">{log.title}</span>
            <span className={`${styles.size} tabular`}>{formatBytes(log.size)}</span>
          </UnstyledButton>
        ))}
      </nav>
      {shown && <LogView key={shown.name} testRunId={run.id} log={shown} growing={!isFinished(run.status)} />}
    </div>
  );
}
