import type { RunnerPoolView } from '@assay/contract';
import styles from './runnerPools.module.css';

/** How many of a pool's runners are at work, also in percent, which is never above 100. */
export function Utilisation({ pool: { currentRunners, maxRunners } }: { pool: RunnerPoolView }) {
  const percent = Math.min(100, Math.round((currentRunners / maxRunners) * 100));
  return (
    <span className={`${styles.utilisation} tabular`}>
      <span className={styles.track} aria-hidden="true">
        <span className={styles.fill} style={{ width: `${percent}%` }} />
      </span>
      <span className={styles.percent}>{percent}%</span>
      <span className="soft">
        {currentRunners} of {maxRunners}
      </span>
    </span>
  );
}
