import type { UnstableTest } from '@assay/contract';
import styles from './flaky.module.css';

const width = 64;
const middle = 5;

/** How sure a share is: from the least that is likely to the one that was seen, on a line from none to all. */
export function Interval({ least, seen, state }: { least: number; seen: number; state: UnstableTest['state'] }) {
  const [from, to] = [least, Math.min(1, seen)].map((share) => 2 + share * (width - 4));
  return (
    <svg width={width} height={middle * 2} className={styles.interval} data-state={state} aria-hidden="true">
      <line x1={0} x2={width} y1={middle} y2={middle} className={styles.whole} />
      <line x1={from} x2={to} y1={middle} y2={middle} />
      <line x1={from} x2={from} y1={middle - 3} y2={middle + 3} />
      <circle cx={to} cy={middle} r={2.5} />
    </svg>
  );
}
