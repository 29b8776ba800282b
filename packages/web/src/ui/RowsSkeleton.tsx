import { Skeleton } from '@mantine/core';
import styles from './states.module.css';
import { loadingDelay, useDelayed } from './useDelayed.ts';

/** Placeholders for loading rows; nothing for the first 150 ms, or `delay`. */
export function RowsSkeleton({
  rows = 6,
  height = 54,
  delay = loadingDelay,
}: {
  rows?: number;
  height?: number;
  /** In milliseconds. */
  delay?: number;
}) {
  const shown = useDelayed(delay);
  return (
    <div className={styles.skeleton} role="status" aria-label="Loading" aria-busy="true">
      {shown &&
        Array.from({ length: rows }, (_, row) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: placeholders have no identity
          <div key={row} className={styles.skeletonRow} style={{ height }}>
            <Skeleton circle height={14} />
            <div className={styles.skeletonText}>
              <Skeleton height={10} width={`${34 - (row % 3) * 6}%`} />
              {height > 44 && <Skeleton height={8} width={`${48 - (row % 4) * 5}%`} />}
            </div>
            <Skeleton height={10} width={72} />
          </div>
        ))}
    </div>
  );
}
