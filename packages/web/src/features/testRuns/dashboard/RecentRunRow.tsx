import {
  flakyPassed,
  isFinished,
  limits,
  nothingCouldPassText,
  type RecentRunView,
  scoredCount,
  titleWithLeg,
} from '@assay/contract';
import { UnstyledButton } from '@mantine/core';
import { useId } from 'react';
import { Link } from 'react-router';
import { useAccountPath } from '../../../connection/useAccountPath.ts';
import { formatDuration, formatRunningDuration } from '../../../ui/format/formatDuration.ts';
import { formatCount } from '../../../ui/format/formatNumbers.ts';
import { PassedText } from '../../../ui/PassedText.tsx';
import { RelativeTime } from '../../../ui/RelativeTime.tsx';
import { finishedCount, runSegments } from '../../../ui/runSegments.ts';
import { durationOfRun, timeLeft } from '../../../ui/runTiming.ts';
import { SegmentedBar } from '../../../ui/SegmentedBar.tsx';
import { StatusShape } from '../../../ui/StatusShape.tsx';
import { shapeOfRun } from '../../../ui/shapeOfRun.ts';
import { tellTitleBeneath } from '../../../ui/tellTitleBeneath.ts';
import { useNow } from '../../../ui/useNow.ts';
import { partsOfInfo } from '../status/statusInfo.ts';
import styles from './dashboard.module.css';

type Props = {
  run: RecentRunView;
  /** Of a moment of the past at which its tests were running: only its replay tells how they stood. */
  countsUnknown?: boolean | undefined;
  /** It failed since the person last looked. */
  isNew: boolean;
  onCommit: (run: RecentRunView) => void;
};

/** A run on a card: what ran, how it went, of which version. */
export function RecentRunRow({ run, countsUnknown = false, isNew, onCommit }: Props) {
  const path = useAccountPath();
  const [news, tally] = [useId(), useId()];
  const isOver = isFinished(run.status);
  const now = useNow(isOver ? 3_600_000 : 1000);
  const took = durationOfRun(run, now);
  const shown = countsUnknown ? `/replay?moment=${new Date(now).toISOString()}` : '';
  const suite = run.testSuiteName ? `${run.project.name} · ${run.testSuiteName}` : run.project.name;
  const name = titleWithLeg(suite, run.attributes);
  return (
    <li className={isOver ? styles.run : `${styles.run} ${styles.running}`}>
      <span className={styles.runHead}>
        <StatusShape shape={shapeOfRun(run)} label="" />
        <Link
          to={path(`test-runs/${run.id}${shown}`)}
          className={styles.runLink}
          aria-describedby={isNew ? `${news} ${tally}` : tally}
          onMouseMove={tellTitleBeneath}
        >
          <span className="visuallyHidden">{run.statusDisplay} </span>
          <strong className="truncate" title={name} dir="auto">
            {name}
          </strong>
          <span className="soft tabular"> #{run.number}</span>
        </Link>
        {isNew && (
          <span className={styles.new} id={news}>
            New
          </span>
        )}
        {took !== null && (
          <span className={`${styles.right} tabular`}>
            {isOver ? formatDuration(took) : formatRunningDuration(took)}
          </span>
        )}
      </span>
      {!countsUnknown && (
        <SegmentedBar segments={runSegments(run).filter(({ shape }) => shape !== 'pending')} total={run.testCount} />
      )}
      <span className={styles.runLine} id={tally}>
        {countsUnknown ? run.statusDisplay : <Tally run={run} />}
        <span className={`${styles.right} tabular`}>
          {(!isOver && timeLeft(run, now)) || <RelativeTime time={run.endTime ?? run.createdAt} />}
        </span>
      </span>
      <span className={styles.runLine}>
        <span className={styles.version}>
          <span className="truncate" title={run.branch}>
            {run.branch}
          </span>
          {run.gitRef && <code>{run.gitRef.slice(0, limits.commitLength)}</code>}
        </span>
        {run.commit !== null && (
          <UnstyledButton
            className={styles.commitInfo}
            onClick={() => onCommit(run)}
            aria-label={`Commit Info of ${name} #${run.number}`}
          >
            Commit Info
          </UnstyledButton>
        )}
      </span>
    </li>
  );
}

function Tally({ run }: { run: RecentRunView }) {
  if (run.nothingCouldPass) return <span className="truncate">{nothingCouldPassText}</span>;
  if (run.testCount === 0) {
    const info = run.statusInfo === null ? null : partsOfInfo(run.statusInfo).what;
    return (
      <span className="truncate" title={info ?? undefined}>
        {info ?? (isFinished(run.status) ? 'No tests ran' : run.statusDisplay)}
      </span>
    );
  }
  const failed = run.failCount > 0 && <span className={styles.failed}>{formatCount(run.failCount)} failed</span>;
  if (run.status === 'PASS' || run.status === 'FAIL') {
    return (
      <span className="truncate tabular">
        {failed}
        {failed && run.passCount > 0 && ' · '}
        {run.passCount > 0 && <PassedText run={run} flakyClassName={styles.flaky} />}
      </span>
    );
  }
  const isCanceled = run.status === 'CANCELED';
  const flaky = flakyPassed(run);
  return (
    <span className="truncate tabular">
      <strong>{formatCount(isCanceled ? scoredCount(run) : finishedCount(run))}</strong> of {formatCount(run.testCount)}
      {isCanceled && ' ran'}
      {failed && ' · '}
      {failed}
      {flaky > 0 && <span className={styles.flaky}> · {formatCount(flaky)} flaky</span>}
    </span>
  );
}
