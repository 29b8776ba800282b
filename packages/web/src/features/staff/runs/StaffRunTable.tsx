import { isFinished, type StaffTestRunView, scoredCount } from '@assay/contract';
import { UnstyledButton } from '@mantine/core';
import { useRef } from 'react';
import { Link, useNavigate } from 'react-router';
import { formatDuration, formatRunningDuration } from '../../../ui/format/formatDuration.ts';
import { formatCount } from '../../../ui/format/formatNumbers.ts';
import { RelativeTime } from '../../../ui/RelativeTime.tsx';
import { finishedCount, runSegments } from '../../../ui/runSegments.ts';
import { durationOfRun } from '../../../ui/runTiming.ts';
import { SegmentedBar } from '../../../ui/SegmentedBar.tsx';
import { StatusShape } from '../../../ui/StatusShape.tsx';
import { shapeOfRun } from '../../../ui/shapeOfRun.ts';
import { useNow } from '../../../ui/useNow.ts';
import { useRowKeys } from '../../../ui/useRowKeys.ts';
import { useScrollsSideways } from '../../../ui/useScrollsSideways.ts';
import styles from './staffRuns.module.css';

const shownOfId = 12;

type StaffRunTableProps = {
  runs: readonly StaffTestRunView[];
  ofOne: boolean;
  onPick: (accountId: string) => void;
};

/** Test runs of every account, or of one: 32 px a row, opened by a click or Enter. */
export function StaffRunTable({ runs, ofOne, onPick }: StaffRunTableProps) {
  const table = useRef<HTMLTableElement>(null);
  useRowKeys(table);
  const navigate = useNavigate();
  const now = useNow(runs.some(({ status }) => !isFinished(status)) ? 1000 : 3_600_000);
  const to = ({ id }: StaffTestRunView) => `/employee/test-runs/${id}`;
  const [frame, scrolls] = useScrollsSideways<HTMLDivElement>();
  return (
    <div ref={frame} className={styles.frame} data-scrolls={scrolls} tabIndex={scrolls ? 0 : undefined}>
      <table ref={table} className={styles.table} aria-label="Test runs">
        <thead>
          <tr>
            <th scope="col">Status</th>
            {!ofOne && <th scope="col">Account</th>}
            <th scope="col">Test run</th>
            <th scope="col">Tests</th>
            <th scope="col" className={styles.numeric}>
              Duration
            </th>
            <th scope="col" className={styles.numeric}>
              Runners
            </th>
            <th scope="col" aria-sort="descending">
              Created ↓
            </th>
            <th scope="col">Id</th>
          </tr>
        </thead>
        <tbody>
          {runs.map((run) => {
            const took = durationOfRun(run, now);
            const running = !isFinished(run.status);
            return (
              <tr key={run.id} onClick={() => void navigate(to(run))}>
                <td>
                  <span className={styles.status}>
                    <StatusShape shape={shapeOfRun(run)} label="" />
                    {statusOf(run)}
                  </span>
                </td>
                {!ofOne && (
                  <td>
                    <UnstyledButton
                      className="link"
                      fz="inherit"
                      aria-label={`Runs of ${run.account.name} only`}
                      onClick={(event) => {
                        event.stopPropagation();
                        onPick(run.account.id);
                      }}
                    >
                      {run.account.name}
                    </UnstyledButton>
                  </td>
                )}
                <td>
                  <Link
                    to={to(run)}
                    data-row
                    className={`${styles.what} truncate`}
                    onClick={(event) => event.stopPropagation()}
                  >
                    <strong>{run.project.name}</strong>
                    <span className="soft tabular"> #{run.number}</span>
                    {run.testSuiteName !== null && <span className="soft"> · {run.testSuiteName}</span>}
                  </Link>
                </td>
                <td>
                  <Tests run={run} />
                </td>
                <td className={`${styles.numeric} tabular`}>
                  {took === null ? '–' : running ? formatRunningDuration(took) : formatDuration(took)}
                </td>
                <td className={`${styles.numeric} ${styles.wide} tabular`}>
                  {running && run.nonExitedRunners === 0 ? (
                    <span className="soft">0 of {formatCount(run.maxRunners)}</span>
                  ) : (
                    formatCount(running ? run.nonExitedRunners : run.maxRunners)
                  )}
                </td>
                <td className="soft">
                  <RelativeTime time={run.createdAt} />
                </td>
                <td className={`${styles.wide} soft`}>
                  <code title={run.id}>{run.id.slice(-shownOfId)}</code>
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}

function isSetupFailed({ status, statusCode, testCount }: StaffTestRunView): boolean {
  return status === 'FAIL' && statusCode !== null && testCount === 0;
}

function statusOf(run: StaffTestRunView): string {
  return isSetupFailed(run) ? 'Set-up failed' : run.statusDisplay;
}

function Tests({ run }: { run: StaffTestRunView }) {
  const running = !isFinished(run.status);
  if (run.testCount === 0) {
    return <span className="soft">{running ? 'not listed yet' : 'no tests ran'}</span>;
  }
  const done = running ? finishedCount(run) : scoredCount(run);
  return (
    <span className={`${styles.tests} tabular`}>
      <SegmentedBar segments={runSegments(run).filter(({ shape }) => shape !== 'pending')} total={run.testCount} />
      <span>
        {run.failCount > 0 && <span className={styles.failed}>{formatCount(run.failCount)} failed</span>}
        {run.failCount === 0 && formatCount(done)}
        {(run.failCount > 0 || running) && <span className="soft"> of {formatCount(run.testCount)}</span>}
      </span>
    </span>
  );
}
