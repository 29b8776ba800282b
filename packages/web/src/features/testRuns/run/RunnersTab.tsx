import { isFinished, pollSeconds, type TestRunnerView, type TestRunView } from '@assay/contract';
import { usePolling } from '../../../connection/usePolling.ts';
import { type Column, DataTable } from '../../../ui/DataTable.tsx';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { formatCount } from '../../../ui/format/formatNumbers.ts';
import { Loaded } from '../../../ui/Loaded.tsx';
import { RelativeTime } from '../../../ui/RelativeTime.tsx';
import { RowsSkeleton } from '../../../ui/RowsSkeleton.tsx';
import { RunningDuration } from '../../../ui/RunningDuration.tsx';
import { runnerName } from '../../../ui/runnerName.ts';
import { shapeOfRunner, statusOfRunner } from '../../../ui/runnerStatus.ts';
import { StatusShape } from '../../../ui/StatusShape.tsx';
import { useMoment } from '../replay/moment.ts';
import { useRunRunners } from '../replay/useRunParts.ts';
import styles from './RunnersTab.module.css';

/** Each runner at work has a unit; what is open beyond them is for the next that asks. */
function whyIdle({ remainingMessages, currentRunnerCount }: TestRunView): string {
  if (remainingMessages > currentRunnerCount) return 'gets its next tests in a moment';
  return currentRunnerCount > 0 ? 'the tests that are left run on other runners' : 'no tests are left';
}

const columnsOf = (run: TestRunView): readonly Column<TestRunnerView>[] => [
  {
    key: 'status',
    title: 'Status',
    cell: (runner) => (
      <span className={styles.status}>
        <StatusShape shape={shapeOfRunner(runner)} label="" /> {statusOfRunner(runner)}
      </span>
    ),
  },
  {
    key: 'runner',
    title: 'Runner',
    cell: (runner) => (
      <span className={styles.runner} title={runner.uuid}>
        {runnerName(runner.id)}
      </span>
    ),
  },
  { key: 'agent', title: 'Agent', cell: (runner) => runner.agentName },
  {
    key: 'test',
    title: 'Current test',
    cell: (runner) => {
      if (runner.status === 'Idle') return <span className="soft">{whyIdle(run)}</span>;
      return (
        runner.currentTest !== null && (
          <span className={styles.current}>
            <span className="truncate" title={runner.currentTest}>
              {runner.currentTest}
            </span>
            {runner.currentTestStartTime && (
              <span className="soft">
                <RunningDuration since={runner.currentTestStartTime} />
              </span>
            )}
          </span>
        )
      );
    },
  },
  { key: 'count', title: 'Tests run', cell: (runner) => formatCount(runner.testsRun), numeric: true },
  { key: 'created', title: 'Created', cell: (runner) => <RelativeTime time={runner.createdAt} />, shownFrom: 'wide' },
  {
    key: 'exited',
    title: 'Exited',
    cell: (runner) => (runner.exitedAt === null ? null : <RelativeTime time={runner.exitedAt} />),
    shownFrom: 'wide',
  },
];

/** The current and past runners of the run, and what each is doing. */
export function RunnersTab({ run }: { run: TestRunView }) {
  const moment = useMoment();
  const query = useRunRunners(run.id);
  usePolling(query.refetch, moment || isFinished(run.status) ? null : pollSeconds.runAndTests);
  return (
    <Loaded
      query={query}
      failed="The runners could not be loaded"
      skeleton={<RowsSkeleton rows={4} height={40} />}
      empty={
        <EmptyState
          title="No runners"
          why={
            isFinished(run.status)
              ? 'No runner worked on this run.'
              : (run.statusInfo ?? 'They come once an agent has room for this run; the agents page shows who is there.')
          }
        />
      }
    >
      {(runners) => (
        <DataTable stacks label="Runners" columns={columnsOf(run)} rows={runners} keyOf={(runner) => runner.id} />
      )}
    </Loaded>
  );
}
