import type { UnstableTest } from '@assay/contract';
import styles from './flaky.module.css';

const width = 90;
const height = 20;

/** How often something was seen in each period, oldest first. */
export function Trend({ counts, state }: { counts: readonly number[]; state: UnstableTest['state'] }) {
  const most = Math.max(1, ...counts);
  const step = width / Math.max(1, counts.length);
  const bars = counts.flatMap((count, index) => (count > 0 ? [{ x: index * step, of: count / most }] : []));
  return (
    <svg width={width} height={height} className={styles.trend} data-state={state} aria-hidden="true">
      <line x1={0} x2={width} y1={height - 0.5} y2={height - 0.5} className={styles.whole} />
      {bars.map(({ x, of }) => (
        <rect key={x} x={x} y={height - 1 - of * 16} width={Math.max(1, Math.min(step - 1, 6))} height={of * 16} />
      ))}
    </svg>
  );
}
