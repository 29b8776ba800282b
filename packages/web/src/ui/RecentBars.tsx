import { memo } from 'react';
import styles from './RecentBars.module.css';

export type RecentBar = { shape: 'pass' | 'fail' | 'flaky' | 'other'; durationMs: number };

const places = 10;
const width = 4;
const height = 14;

/** Up to ten earlier results as tiny bars, newest on the right; heights are durations relative to the longest. */
export const RecentBars = memo(function RecentBars({ bars }: { bars: readonly RecentBar[] }) {
  const shown = bars.slice(0, places).toReversed();
  const longest = Math.max(1, ...shown.map((bar) => bar.durationMs));
  const failed = shown.filter((bar) => bar.shape === 'fail').length;
  return (
    <svg
      className={styles.bars}
      width={places * (width + 1)}
      height={height}
      role="img"
      aria-label={shown.length === 0 ? 'no earlier results' : `${failed} of the last ${shown.length} failed`}
    >
      {shown.map((bar, index) => {
        const high = 5 + Math.round((bar.durationMs / longest) * (height - 5));
        return (
          <rect
            // biome-ignore lint/suspicious/noArrayIndexKey: the bars have no identity but their place
            key={index}
            x={(places - shown.length + index) * (width + 1)}
            y={height - high}
            width={width - 1}
            height={high}
            rx={0.5}
            className={styles[bar.shape]}
          />
        );
      })}
    </svg>
  );
});
