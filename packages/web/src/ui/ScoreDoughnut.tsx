import styles from './ScoreDoughnut.module.css';

const circumference = 2 * Math.PI * 10;

/** The share of a finished run that passed, as a ring with a gap for the rest. */
export function ScoreDoughnut({ part, whole, good }: { part: number; whole: number; good: boolean }) {
  const share = whole === 0 ? 0 : part / whole;
  // A single failure among thousands must still show as a gap.
  const visible = share === 1 ? 1 : Math.min(share, 0.97);
  return (
    <svg className={styles.doughnut} width={26} height={26} viewBox="0 0 26 26" aria-hidden="true">
      <circle cx="13" cy="13" r="10" className={styles.track} />
      <circle
        cx="13"
        cy="13"
        r="10"
        className={good ? styles.good : styles.bad}
        strokeDasharray={`${visible * circumference} ${circumference}`}
        transform="rotate(-90 13 13)"
      />
    </svg>
  );
}
