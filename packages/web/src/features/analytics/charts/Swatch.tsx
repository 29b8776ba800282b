import styles from './charts.module.css';
import type { BarKey } from './PeriodBars.tsx';

/** A piece of a bar, beside the words for it. */
export function Swatch({ of }: { of: BarKey }) {
  return (
    <svg width={10} height={10} aria-hidden="true">
      <rect x={1} y={1} width={8} height={8} rx={1} className={styles[of]} />
    </svg>
  );
}
