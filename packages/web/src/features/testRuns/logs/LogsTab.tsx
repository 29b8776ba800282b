import { isFinished, type RunLogView, type TestRunView } from '@assay/contract';
import { UnstyledButton } from '@mantine/core';
import { Fragment } from 'react';
import { useGetTestRunQuery, useListLogsQuery } from '../../../connection/serviceHooks.ts';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { formatBytes } from '../../../ui/format/formatNumbers.ts';
import { Loaded } from '../../../ui/Loaded.tsx';
import { RowsSkeleton } from '../../../ui/RowsSkeleton.tsx';
import { oneText } from '../../../ui/urlFilters.ts';
import { useUrlFilters } from '../../../ui/useUrlFilters.ts';
import { expiryText } from '../expiry/expiryText.ts';
import styles from './LogsTab.module.css';
import { LogView } from './LogView.tsx';

const chosenLog = { log: oneText('log'), line: oneText('line') };

/** The phases of a run, in order, and which logs belong to each. */
const phases: readonly { title: string; has: (log: RunLogView) => boolean }[] = [
  { title: 'Set-up', has: ({ name }) => name === 'setup' },
  { title: 'Test list', has: ({ name }) => name === 'test-list' },
  { title: 'Tests', has: ({ name }) => name !== 'setup' && name !== 'test-list' },
];

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
          <EmptyState title="No logs to load" why={whyNone(run)} />
        )
      }
    >
      {(logs) => <LoadedLogs logs={logs} run={run} />}
    </Loaded>
  );
}

function whyNone({ upload }: TestRunView): string {
  return upload
    ? 'These results were uploaded: their logs stayed where the tests ran.'
    : 'They begin when an agent starts to set the run up.';
}

function LoadedLogs({ logs, run }: { logs: readonly RunLogView[]; run: TestRunView }) {
  const { filters: chosen, setFilters: choose } = useUrlFilters(chosenLog, { replace: true });
  const shown = logs.find((log) => log.name === chosen.log) ?? logs[0];
  return (
    <div className={styles.logs}>
      <nav className={styles.names} aria-label="Logs">
        {phases.map(({ title, has }) => {
          const own = logs.filter(has);
          return own.length === 0 ? null : (
            <Fragment key={title}>
              <h2 className={styles.phase}>{title}</h2>
              {own.map((log) => (
                <UnstyledButton
                  key={log.name}
                  className={styles.name}
                  aria-current={log === shown}
                  onClick={() => choose({ log: log.name, line: '' })}
                >
                  <span className="truncate">{log.title}</span>
                  <span className={`${styles.size} tabular`}>{formatBytes(log.size)}</span>
                </UnstyledButton>
              ))}
            </Fragment>
          );
        })}
      </nav>
      {shown && (
        <LogView
          key={shown.name}
          testRunId={run.id}
          log={shown}
          growing={!isFinished(run.status)}
          linked={/^[1-9]\d{0,8}$/.test(chosen.line) ? Number(chosen.line) : null}
          onLink={(line) => choose({ log: shown.name, line: String(line) })}
        />
      )}
    </div>
  );
}
