import { type MonitorType, performanceLimits } from '@assay/contract';
import { Button } from '@mantine/core';
import { useListPerformanceQuartersQuery } from '../../../connection/serviceHooks.ts';
import { formatDuration } from '../../../ui/format/formatDuration.ts';
import { formatCount } from '../../../ui/format/formatNumbers.ts';
import { formatClock, timeOf } from '../../../ui/format/formatTime.ts';
import { useNow } from '../../../ui/useNow.ts';
import styles from './DurationsChart.module.css';
import {
  firstQuarterAt,
  hoursOfDay,
  type Quarter,
  type QuarterRange,
  quarterCount,
  quarterMs,
  quartersWithin,
  ticksBelow,
} from './quarters.ts';
import { useQuarterBrush } from './useQuarterBrush.ts';

const step = 10;
const height = 84;
const { sampleOneIn } = performanceLimits;
const daySpan = quarterCount * quarterMs;
const clockOf = (moment: number) => formatClock(new Date(moment).toISOString());

type Props = {
  kind: MonitorType | undefined;
  picked: QuarterRange | null;
  onPick: (range: QuarterRange | null) => void;
};

/** The 95th percentile by quarter of an hour over a day, with its part in the stores; a brush filters the records. */
export function DurationsChart({ kind, picked, onPick }: Props) {
  const { data = [] } = useListPerformanceQuartersQuery({ query: { monitorType: kind } });
  const first = firstQuarterAt(useNow(60_000));
  const { pointed, handlers } = useQuarterBrush({ first, picked, onPick });
  if (data.length === 0) return null;
  const highest = Math.max(1, ...data.map(({ p95 }) => p95));
  const total = data.reduce((sum, { count }) => sum + count, 0);
  const shown = pointed ?? picked;
  const readOut = shown && readOutOf(shown, quartersWithin(data, shown));
  const leftOf = (moment: number) => `${((moment - first) / daySpan) * 100}%`;
  return (
    <figure className={styles.chart}>
      <figcaption className={styles.caption}>
        <span>
          <strong>Last 24 hours</strong>{' '}
          <span className="soft">
            p95 of {formatCount(total)}, stronger: in stores, blue: p50 · 1 in {sampleOneIn} recorded, slow ones always
          </span>
        </span>
        <span className="tabular">
          {readOut && (
            <>
              <strong>{readOut.time}</strong> · {readOut.text}
            </>
          )}
          {picked && (
            <Button size="compact-xs" variant="subtle" ml={8} onClick={() => onPick(null)}>
              Show all
            </Button>
          )}
        </span>
      </figcaption>
      <div className={styles.plot}>
        {ticksBelow(highest).map((tick) => (
          <div key={tick} className={styles.tick} style={{ bottom: `${(tick / highest) * 100}%` }}>
            <span className="tabular">{formatDuration(tick)}</span>
          </div>
        ))}
        <div
          className={styles.brush}
          role="slider"
          tabIndex={0}
          aria-label="Quarters of an hour"
          aria-valuemin={0}
          aria-valuemax={quarterCount - 1}
          aria-valuenow={Math.round(((shown?.to ?? first + daySpan) - first) / quarterMs) - 1}
          aria-valuetext={
            readOut ? `${readOut.time}, ${readOut.text}` : `the whole day, p95 at most ${formatDuration(highest)}`
          }
          {...handlers}
        >
          {shown && (
            <span
              className={styles.band}
              style={{ left: leftOf(shown.from), width: `${((shown.to - shown.from) / daySpan) * 100}%` }}
            />
          )}
          <Bars quarters={data} first={first} highest={highest} picked={picked} />
        </div>
        {hoursOfDay(first).map((hour) => (
          <span key={hour} className={`${styles.hour} tabular`} style={{ left: leftOf(hour) }} aria-hidden>
            {clockOf(hour)}
          </span>
        ))}
      </div>
    </figure>
  );
}

type BarsProps = { quarters: readonly Quarter[]; first: number; highest: number; picked: QuarterRange | null };

function Bars({ quarters, first, highest, picked }: BarsProps) {
  const high = (milliseconds: number) => Math.max(1, (milliseconds / highest) * height);
  const bar = (className: string | undefined, x: number, milliseconds: number) => (
    <rect
      className={className}
      x={x + 1}
      y={height - high(milliseconds)}
      width={step - 2}
      height={high(milliseconds)}
    />
  );
  return (
    <svg
      className={styles.bars}
      viewBox={`0 0 ${quarterCount * step} ${height}`}
      preserveAspectRatio="none"
      aria-hidden
    >
      {quarters.map(({ startTime, p50, p95, dbTime }) => {
        const at = timeOf(startTime);
        const x = Math.round((at - first) / quarterMs) * step;
        return (
          <g key={startTime} data-picked={picked !== null && at >= picked.from && at < picked.to}>
            {bar(styles.rest, x, p95)}
            {bar(styles.store, x, dbTime)}
            <rect
              className={styles.median}
              x={x + 1}
              y={Math.min(height - high(p50), height - 2)}
              width={step - 2}
              height={2}
            />
          </g>
        );
      })}
    </svg>
  );
}

/** Of one quarter its percentiles; of several the highest, since percentiles do not add up. */
function readOutOf({ from, to }: QuarterRange, quarters: readonly Quarter[]): { time: string; text: string } {
  const time = `${clockOf(from)}–${clockOf(to)}`;
  const slowest = quarters.reduce<Quarter | null>((most, each) => (most && most.p95 >= each.p95 ? most : each), null);
  if (slowest === null) return { time, text: 'nothing recorded' };
  const part = `p95 ${formatDuration(slowest.p95)} · in the stores ${formatDuration(slowest.dbTime)}`;
  if (quarters.length > 1) return { time, text: `at most ${part}` };
  return { time, text: `p50 ${formatDuration(slowest.p50)} · ${part}` };
}
