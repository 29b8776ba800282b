import { isFinished, type RunLogView, type TestRunView } from '@assay/contract';
import { UnstyledButton } from '@mantine/core';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { formatBytes } from '../../../ui/format/formatNumbers.ts';
import { Loaded } from '../../../ui/Loaded.tsx';
import { RowsSkeleton } from '../../../ui/RowsSkeleton.tsx';
import { oneText } from '../../../ui/urlFilters.ts';
import { useUrlFilters } from '../../../ui/useUrlFilters.ts';
import { expiryText } from '../expiry/expiryText.ts';
import { useGetTestRunQuery, useListLogsQuery } from '../testRunsApi.ts';
import styles from './LogsTab.module.css';
import { LogView } from './LogView.tsx';

const chosenLog = { log: oneText('log') };

/** The logs of a run: its set-up, the listing of its tests, and each runner's; one of them is shown. */
export function LogsTab({ run }: { run: TestRunView }) {
  const query = useListLogsQuery({ params: { id: run.id } });
  const expired = useGetTestRunQuery({ params: { id: run.id } }).data?.expired.logs;
  return (
    <Loaded
      query={query}
      failed="The logs could not be loaded"
      skeleton={<RowsSkeleton rows={6} height={32} />}
      empty={
        expired ? (
          <EmptyState title="These logs are not kept any longer" why={expiryText('Logs', expired)} />
        ) : (
          <EmptyState title="No logs to load" why="They begin when an agent starts to set the run up." />
        )
      }
    >
      {(logs) => <LoadedLogs logs={logs} run={run} />}
    </Loaded>
  );
}

function LoadedLogs({ logs, run }: { logs: readonly RunLogView[]; run: TestRunView }) {
  const { filters: chosen, setFilters: choose } = useUrlFilters(chosenLog, { replace: true });
  const shown = logs.find((log) => log.name === chosen.log) ?? logs[0];
  return (
    <div className={styles.logs}>
      <nav className={styles.names} aria-label="Logs">
        {logs.map((log) => (
          <UnstyledButton
            key={log.name}
            className={styles.name}
            aria-current={log === shown}
            onClick={() => choose({ log: log.name })}
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
