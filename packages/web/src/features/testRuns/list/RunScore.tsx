import {
  flakyPassed,
  isFinished,
  nothingCouldPassText,
  outsideOfPassing,
  passShare,
  scoredCount,
  type TestRunView,
} from '@assay/contract';
import { formatCount } from '../../../ui/format/formatNumbers.ts';
import { PassedText } from '../../../ui/PassedText.tsx';
import { finishedCount, runSegments } from '../../../ui/runSegments.ts';
import { ScoreDoughnut } from '../../../ui/ScoreDoughnut.tsx';
import { SegmentedBar } from '../../../ui/SegmentedBar.tsx';
import { partsOfInfo } from '../status/statusInfo.ts';
import styles from './RunScore.module.css';

/** How the run goes: a bar with counts while it runs, the share that passed once it is over. */
export function RunScore({ run }: { run: TestRunView }) {
  const scored = scoredCount(run);
  const share = passShare(run);
  const isCanceled = run.status === 'CANCELED';
  if (isFinished(run.status) && !isCanceled && share !== null) {
    return (
      <div className={styles.finished}>
        <ScoreDoughnut part={run.passCount} whole={scored} good={run.failCount === 0} />
        <div className={styles.text}>
          <div className={`${styles.share} tabular`} title={`${share.percent} ${share.of}`}>
            {share.percent}
          </div>
          <div className={`${styles.counts} tabular truncate`}>
            <Failed run={run} />
            {run.passCount > 0 && (
              <span className={run.failCount > 0 ? styles.passedBeside : undefined}>
                {run.failCount > 0 && ' · '}
                <PassedText run={run} flakyClassName={styles.flaky} />
              </span>
            )}
          </div>
        </div>
      </div>
    );
  }
  if (run.nothingCouldPass) {
    return (
      <div className={`${styles.counts} ${styles.said}`} title={nothingCouldPassText}>
        {outsideOfPassing(run)}
      </div>
    );
  }
  if (run.testCount === 0) {
    const info = run.statusInfo === null ? null : partsOfInfo(run.statusInfo).what;
    return (
      <div className={`${styles.counts} ${styles.said}`} title={info ?? undefined}>
        {info ?? (isFinished(run.status) ? 'No tests ran' : run.statusDisplay)}
      </div>
    );
  }
  return (
    <div className={styles.running}>
      <SegmentedBar
        segments={runSegments(run).filter((segment) => segment.shape !== 'pending')}
        total={run.testCount}
      />
      <div className={`${styles.counts} tabular truncate`}>
        <strong>{formatCount(isCanceled ? scored : finishedCount(run))}</strong> of {formatCount(run.testCount)}
        {isCanceled ? ' ran' : ''}
        {run.failCount > 0 && ' · '}
        <Failed run={run} />
        {flakyPassed(run) > 0 && <span className={styles.flaky}> · {formatCount(flakyPassed(run))} flaky</span>}
      </div>
    </div>
  );
}

function Failed({ run }: { run: TestRunView }) {
  return run.failCount > 0 && <span className={styles.failed}>{formatCount(run.failCount)} failed</span>;
}
