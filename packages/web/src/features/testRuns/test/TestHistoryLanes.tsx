import type { TestResultView, TestRunView } from '@assay/contract';
import { Link } from 'react-router';
import { useGetTestHistoryQuery } from '../../../connection/serviceHooks.ts';
import { useAccountPath } from '../../../connection/useAccountPath.ts';
import { formatDuration } from '../../../ui/format/formatDuration.ts';
import { formatCount } from '../../../ui/format/formatNumbers.ts';
import { formatExactTime } from '../../../ui/format/formatTime.ts';
import { StatusShape } from '../../../ui/StatusShape.tsx';
import { comparisonPath } from '../comparison/comparisonUrl.ts';
import { shapeOfTest, wordOfTest } from '../status/statusShapes.ts';
import { type HistoryLane, historyLanesOf, lastPassOf, type PlacedResult } from './historyLanes.ts';
import { statusOfEarlier } from './statusOfEarlier.ts';
import styles from './TestHistoryLanes.module.css';

/** How the test came out run by run, a lane for each branch. What each bar says is also in the tab History, as a list. */
export function TestHistoryLanes({ test, run }: { test: TestResultView; run: TestRunView }) {
  const path = useAccountPath();
  const { currentData: history } = useGetTestHistoryQuery({ params: { id: test.projectId, testId: test.testId } });
  if (!history) return null;
  const failingSince = test.status === 'FAIL' ? (test.failingSince?.testRunId ?? null) : null;
  const shown = historyLanesOf(history, { testRunId: run.id, branch: run.branch, failingSince });
  if (!shown) return null;
  const { lanes, columns, own, failedFrom } = shown;
  const passed = test.status === 'FAIL' ? lastPassOf(history, run.id, run.branch) : null;
  const left = (column: number) => `${(column / columns) * 100}%`;
  const each = `${100 / columns}%`;
  return (
    <section className={styles.history} aria-label="Results by branch">
      <ul className={styles.lanes}>
        {lanes.map((lane) => (
          <li key={lane.name} className={styles.lane}>
            <span className={`${styles.name} truncate`} title={lane.name}>
              {lane.name}
            </span>
            <span className={styles.plot} aria-hidden="true">
              {own !== null && <span className={styles.own} style={{ left: left(own), width: each }} />}
              {failedFrom !== null && <span className={styles.since} style={{ left: left(failedFrom) }} />}
              {lane.results.map((result) => (
                <Bar key={result.testRunId} result={result} left={left(result.column)} width={each} test={test} />
              ))}
            </span>
            <span className={`${styles.count} tabular`} data-failed={lane.failed > 0}>
              {countOf(lane)}
            </span>
          </li>
        ))}
      </ul>
      <p className={`${styles.foot} tabular`}>
        <span>
          Runs #{shown.from} to #{shown.to}
        </span>
        {passed && (
          <span>
            Last passed on {run.branch} in{' '}
            <Link className="link inText" to={path(`test-runs/${passed.testRunId}/tests/${test.testId}`)}>
              #{passed.number}
            </Link>
            .{' '}
            <Link className="link inText" to={path(comparisonPath(passed.testRunId, run.id))}>
              Compare
            </Link>
          </span>
        )}
      </p>
    </section>
  );
}

function countOf({ results, failed }: HistoryLane): string {
  return `${formatCount(failed)} of ${formatCount(results.length)} failed`;
}

/** Reached by the pointer only: the keyboard has the list. */
function Bar({
  result,
  left,
  width,
  test,
}: {
  result: PlacedResult;
  left: string;
  width: string;
  test: TestResultView;
}) {
  const path = useAccountPath();
  const { testRunId, number, status, flaky, environmentName, branch, durationMs, at } = result;
  const outcome = { status: statusOfEarlier(status), flaky };
  const shape = shapeOfTest(outcome);
  const facts = [environmentName, branch, formatDuration(durationMs), formatExactTime(at)];
  return (
    <Link
      className={styles.bar}
      tabIndex={-1}
      style={{ left, width }}
      to={path(`test-runs/${testRunId}/tests/${test.testId}`)}
      title={`#${number} ${wordOfTest(outcome)} · ${facts.join(' · ')}`}
    >
      <span className={styles.mark} data-shape={shape}>
        {(shape === 'fail' || shape === 'flaky') && <StatusShape shape={shape} label="" size={8} />}
      </span>
    </Link>
  );
}
