import {
  type BuildView,
  isFinished,
  nothingCouldPassText,
  outsideOfPassing,
  type ProjectView,
  passShare,
  type TestRunView,
} from '@assay/contract';
import { Link } from 'react-router';
import { useAccountPath } from '../../../connection/useAccountPath.ts';
import { CutInMiddle } from '../../../ui/CutInMiddle.tsx';
import { formatDuration } from '../../../ui/format/formatDuration.ts';
import { formatCount } from '../../../ui/format/formatNumbers.ts';
import { PassedText } from '../../../ui/PassedText.tsx';
import { RelativeTime } from '../../../ui/RelativeTime.tsx';
import { RunningDuration } from '../../../ui/RunningDuration.tsx';
import { StatusShape } from '../../../ui/StatusShape.tsx';
import { shapeOfRun } from '../../../ui/shapeOfRun.ts';
import styles from './home.module.css';
import { Panel } from './Panel.tsx';

const shown = 6;

/** The newest runs of the project, or of one of its builds, each leading to itself. */
export function RecentRuns({
  project,
  runs,
  total,
  build,
}: {
  project: ProjectView;
  runs: readonly TestRunView[];
  total: number;
  build?: BuildView;
}) {
  const path = useAccountPath();
  return (
    <Panel
      title="Recent runs"
      aside={
        <Link className="link tabular" to={path(`test-runs?project=${project.id}${build ? `&build=${build.id}` : ''}`)}>
          All {formatCount(total)}
        </Link>
      }
    >
      <ul className={styles.rows} aria-label="Recent runs">
        {runs.slice(0, shown).map((run) => (
          <RecentRun key={run.id} run={run} />
        ))}
      </ul>
    </Panel>
  );
}

function RecentRun({ run }: { run: TestRunView }) {
  const path = useAccountPath();
  const running = !isFinished(run.status);
  return (
    <li>
      <Link
        to={path(`test-runs/${run.id}`)}
        className={running ? `${styles.run} ${styles.running}` : styles.run}
        data-row
      >
        <StatusShape shape={shapeOfRun(run)} label={run.statusDisplay} />
        <span className="truncate">
          <strong>{run.testSuiteName ?? 'All tests'}</strong> <span className="soft tabular">#{run.number}</span>
        </span>
        <code className={styles.branch}>
          <CutInMiddle text={run.branch} />
        </code>
        <Outcome run={run} />
        <span className={`${styles.duration} tabular`}>
          {running && run.startTime ? <RunningDuration since={run.startTime} /> : null}
          {!running && run.calculatedDuration !== null ? formatDuration(run.calculatedDuration) : null}
        </span>
        <span className={`${styles.time} soft`}>
          <RelativeTime time={run.createdAt} />
        </span>
      </Link>
    </li>
  );
}

function Outcome({ run }: { run: TestRunView }) {
  const share = passShare(run);
  if (!isFinished(run.status)) {
    return (
      <span className={`${styles.outcome} tabular`}>
        {run.testCount === 0 ? (
          <span className="soft">{run.statusDisplay}</span>
        ) : (
          <>
            <strong>{formatCount(run.testCount - run.remainingTests)}</strong>{' '}
            <span className="soft">of {formatCount(run.testCount)}</span>
          </>
        )}
      </span>
    );
  }
  if (share === null) {
    const text = run.nothingCouldPass ? outsideOfPassing(run) : (run.statusInfo ?? 'No tests ran');
    return (
      <span
        className={`${styles.outcome} soft truncate`}
        title={run.nothingCouldPass ? nothingCouldPassText : undefined}
      >
        {text}
      </span>
    );
  }
  return (
    <span className={`${styles.outcome} tabular`}>
      <strong title={`${share.percent} ${share.of}`}>{share.percent}</strong>
      {run.failCount > 0 && <span className={styles.failed}>{formatCount(run.failCount)} failed</span>}
      {run.failCount === 0 && (
        <span className="soft">
          <PassedText run={run} flakyClassName={styles.flaky} />
        </span>
      )}
    </span>
  );
}
