import styles from './ScoreDoughnut.module.css';

const circumference = 2 * Math.PI * 10;

/** The share of a finished run that passed, as a green ring; the rest is red where tests failed. */
export function ScoreDoughnut({ part, whole, good }: { part: number; whole: number; good: boolean }) {
  const share = whole === 0 ? 0 : part / whole;
  // A single failure among thousands must still show.
  const visible = share === 1 ? 1 : Math.min(share, 0.97);
  return (
    <svg className={styles.doughnut} width={26} height={26} viewBox="0 0 26 26" aria-hidden="true">
      <circle cx="13" cy="13" r="10" className={good ? styles.track : styles.failed} />
      <circle
        cx="13"
        cy="13"
        r="10"
        className={styles.passed}
        strokeDasharray={`${visible * circumference} ${circumference}`}
        transform="rotate(-90 13 13)"
      />
    </svg>
  );
}
