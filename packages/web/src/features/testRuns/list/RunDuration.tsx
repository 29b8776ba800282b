import { isFinished, type TestRunView } from '@assay/contract';
import { formatDuration, formatRunningDuration } from '../../../ui/format/formatDuration.ts';
import { useNow } from '../../../ui/useNow.ts';
import { againstUsual, durationOfRun, timeLeft } from '../status/runTiming.ts';
import styles from './RunDuration.module.css';

/** Noticeably slower than usual: worth a colour. */
const slower = 0.25;

/** The duration, with a thin mark comparing it to the usual one in the middle. */
export function RunDuration({ run }: { run: TestRunView }) {
  const running = !isFinished(run.status);
  const now = useNow(running ? 1000 : 3_600_000);
  const took = durationOfRun(run, now);
  if (took === null) return null;
  const left = timeLeft(run, now);
  const usual = againstUsual(run);
  return (
    <>
      <div className="tabular">{running ? formatRunningDuration(took) : formatDuration(took)}</div>
      {left && <div className={`${styles.second} tabular`}>{left}</div>}
      {usual && run.usualDuration !== null && (
        <div className={styles.usual} title={`Usually ${formatDuration(run.usualDuration)}`}>
          <span className={styles.scale} aria-hidden="true">
            <span
              className={usual.share > slower ? `${styles.mark} ${styles.slow}` : styles.mark}
              style={{ left: `${50 + Math.max(-1, Math.min(1, usual.share)) * 46}%` }}
            />
          </span>
          <span className={`${usual.share > slower ? styles.slower : styles.second} tabular`}>{usual.text}</span>
        </div>
      )}
    </>
  );
}
