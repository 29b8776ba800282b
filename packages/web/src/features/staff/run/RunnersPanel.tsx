import { isFinished, type StaffTestRunDetailView, type TestRunnerView } from '@assay/contract';
import { useRef } from 'react';
import { Link } from 'react-router';
import { useReplaceTestRunnerMutation, useStopTestRunnerMutation } from '../../../connection/serviceHooks.ts';
import { type Column, DataTable } from '../../../ui/DataTable.tsx';
import { formatRunningDuration } from '../../../ui/format/formatDuration.ts';
import { formatCount } from '../../../ui/format/formatNumbers.ts';
import { timeOf } from '../../../ui/format/formatTime.ts';
import { runnerName } from '../../../ui/runnerName.ts';
import { shapeOfRunner, statusOfRunner } from '../../../ui/runnerStatus.ts';
import { StatusShape } from '../../../ui/StatusShape.tsx';
import { useNow } from '../../../ui/useNow.ts';
import { useRowKeys } from '../../../ui/useRowKeys.ts';
import { ReasonPopover } from '../access/ReasonPopover.tsx';
import styles from './staffRun.module.css';

/** A test that runs for longer than this is marked. */
const longMs = 120_000;

/** What may hang is on top: the longest on one test first, runners that have exited last. */
function longestFirst(a: TestRunnerView, b: TestRunnerView): number {
  const exited = Number(a.status === 'Exited') - Number(b.status === 'Exited');
  return exited || (a.currentTestStartTime ?? '~').localeCompare(b.currentTestStartTime ?? '~');
}

/** The runners of a run, which staff stop and replace for a reason; `j` and `k` move, Enter opens the log. */
export function RunnersPanel({ run }: { run: StaffTestRunDetailView }) {
  const now = useNow(isFinished(run.status) ? 3_600_000 : 1000);
  const table = useRef<HTMLDivElement>(null);
  useRowKeys(table);
  const runners = [...run.testRunners].sort(longestFirst);
  const atWork = runners.filter(({ status }) => status === 'Running').length;
  return (
    <section className={styles.panel} aria-label="Runners">
      <div className={styles.panelHead}>
        <h2>Runners</h2>
        <span className="soft tabular">
          {formatCount(runners.length)}, {formatCount(atWork)} at work
        </span>
        {runners.length > 1 && <span className={`soft ${styles.atEnd}`}>longest on a test first</span>}
      </div>
      {runners.length === 0 ? (
        <p className={`soft ${styles.list}`}>{run.upload ? 'An upload has no runners' : 'No runner has started yet'}</p>
      ) : (
        <div ref={table} className={styles.bare}>
          <DataTable label="Runners" columns={columnsOf(run, now)} rows={runners} keyOf={({ id }) => id} stacks />
        </div>
      )}
    </section>
  );
}

function columnsOf(run: StaffTestRunDetailView, now: number): readonly Column<TestRunnerView>[] {
  return [
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
      cell: ({ id, status }) => (
        <strong className={status === 'Exited' ? styles.gone : undefined} title={id}>
          {runnerName(id)}
        </strong>
      ),
    },
    { key: 'agent', title: 'Agent', cell: ({ agentName }) => <span className="soft">{agentName}</span> },
    { key: 'test', title: 'Current test', cell: ({ currentTest }) => currentTest ?? <span className="soft">–</span> },
    {
      key: 'for',
      title: 'For',
      numeric: true,
      cell: ({ currentTestStartTime: since }) => {
        if (since === null) return '–';
        const took = Math.max(0, now - timeOf(since));
        return <span className={took > longMs ? styles.long : undefined}>{formatRunningDuration(took)}</span>;
      },
    },
    { key: 'count', title: 'Tests run', numeric: true, cell: ({ testsRun }) => formatCount(testsRun) },
    { key: 'actions', title: '', numeric: true, cell: (runner) => <Commands run={run} runner={runner} /> },
  ];
}

function Commands({ run, runner }: { run: StaffTestRunDetailView; runner: TestRunnerView }) {
  const [stop] = useStopTestRunnerMutation();
  const [replace] = useReplaceTestRunnerMutation();
  const params = { testRunId: run.id, id: runner.id };
  const name = runnerName(runner.id);
  const again = runner.currentTest === null ? 'Its unfinished tests' : `${runner.currentTest}`;
  const kept = `its ${formatCount(runner.testsRun)} results stay`;
  return (
    <span className={styles.commands}>
      <Link
        className="link"
        data-row
        to={`/employee/test-runs/${run.id}/runners/${encodeURIComponent(runner.id)}`}
        aria-label={`Logs of ${name}`}
      >
        Logs
      </Link>
      {runner.status !== 'Exited' && (
        <>
          <ReasonPopover command="Stop" name={name} send={(reason) => stop({ params, body: { reason } })}>
            The run continues with one runner fewer, but at least one. {again} will run again from the start on another
            one; {kept}.
          </ReasonPopover>
          <ReasonPopover command="Replace" name={name} send={(reason) => replace({ params, body: { reason } })}>
            Another runner starts in its place. {again} will run again from the start; {kept}.
          </ReasonPopover>
        </>
      )}
    </span>
  );
}
