import styles from './AgainstUsual.module.css';
import { formatDuration } from './format/formatDuration.ts';

/** Noticeably slower than usual: worth a colour. */
const slower = 0.25;

/** A thin mark that compares a duration with the usual one, in milliseconds, in its middle: `+6%`, `−4%`, `±0%`. */
export function AgainstUsual({ took, usual }: { took: number; usual: number }) {
  if (usual === 0) return null;
  const share = took / usual - 1;
  const percent = Math.round(share * 100);
  const text = percent === 0 ? '±0%' : percent > 0 ? `+${percent}%` : `−${-percent}%`;
  return (
    <div className={styles.usual} title={`Usually ${formatDuration(usual)}`}>
      <span className={styles.scale} aria-hidden="true">
        <span
          className={share > slower ? `${styles.mark} ${styles.slow}` : styles.mark}
          style={{ left: `${50 + Math.max(-1, Math.min(1, share)) * 46}%` }}
        />
      </span>
      <span className={`${share > slower ? styles.slower : styles.text} tabular`}>{text}</span>
    </div>
  );
}
