import { type MonitorType, type PerformanceQuarters, performanceLimits } from '@assay/contract';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { useListPerformanceQuartersQuery } from '../../../connection/serviceHooks.ts';
import { formatDuration } from '../../../ui/format/formatDuration.ts';
import { formatCount } from '../../../ui/format/formatNumbers.ts';
import { formatClock, timeOf } from '../../../ui/format/formatTime.ts';
import { useNow } from '../../../ui/useNow.ts';
import styles from './performance.module.css';

const quarters = 96;
const quarterMs = 15 * 60_000;
const step = 10;
const height = 84;
const { sampleOneIn, keptDays } = performanceLimits;

type Quarter = PerformanceQuarters[number];
type Props = { kind: MonitorType | undefined; picked: string; onPick: (at: string) => void };

/** The 95th percentile by quarter of an hour over a day, with its part in the stores; a bar filters the records. */
export function DurationsChart({ kind, picked, onPick }: Props) {
  const { data = [] } = useListPerformanceQuartersQuery({ query: { monitorType: kind } });
  const [hovered, setHovered] = useState<Quarter | null>(null);
  const now = useNow(60_000);
  if (data.length === 0) return null;
  const first = (Math.floor(now / quarterMs) - quarters + 1) * quarterMs;
  const highest = Math.max(1, ...data.map(({ p95 }) => p95));
  const high = (milliseconds: number) => Math.max(1, (milliseconds / highest) * (height - 4));
  const total = data.reduce((sum, { count }) => sum + count, 0);
  const shown = hovered ?? data.find(({ startTime }) => startTime === picked) ?? null;
  return (
    <figure className={styles.chart}>
      <figcaption className={styles.caption}>
        <span>
          <strong>Last 24 hours</strong>{' '}
          <span className="soft">
            p95 of {formatCount(total)}, stronger: stores · 1 in {sampleOneIn} recorded, slow ones always, for{' '}
            {keptDays} days
          </span>
        </span>
        <span className="tabular">
          {shown && <ReadOut quarter={shown} />}
          {picked !== '' && (
            <Button size="compact-xs" variant="subtle" ml={8} onClick={() => onPick('')}>
              Show all
            </Button>
          )}
        </span>
      </figcaption>
      <svg
        className={styles.bars}
        viewBox={`0 0 ${quarters * step} ${height}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={`p95 by quarter of an hour, at most ${formatDuration(highest)}`}
      >
        {data.map((quarter) => {
          const x = Math.round((timeOf(quarter.startTime) - first) / quarterMs) * step;
          const isPicked = quarter.startTime === picked;
          return (
            // biome-ignore lint/a11y/noStaticElementInteractions: the ranges below are its keyboard twin
            <g
              key={quarter.startTime}
              className={styles.quarter}
              data-picked={isPicked}
              onPointerEnter={() => setHovered(quarter)}
              onPointerLeave={() => setHovered(null)}
              onClick={() => onPick(isPicked ? '' : quarter.startTime)}
            >
              <rect className={styles.hit} x={x} y={0} width={step} height={height} />
              <rect
                className={styles.rest}
                x={x + 1}
                y={height - high(quarter.p95)}
                width={step - 2}
                height={high(quarter.p95)}
              />
              <rect
                className={styles.store}
                x={x + 1}
                y={height - high(quarter.dbTime)}
                width={step - 2}
                height={high(quarter.dbTime)}
              />
            </g>
          );
        })}
      </svg>
    </figure>
  );
}

function ReadOut({ quarter: { startTime, p50, p95, dbTime } }: { quarter: Quarter }) {
  const end = new Date(timeOf(startTime) + quarterMs).toISOString();
  return (
    <span>
      <strong>
        {formatClock(startTime)}–{formatClock(end)}
      </strong>{' '}
      · p50 {formatDuration(p50)} · p95 {formatDuration(p95)} · stores {formatDuration(dbTime)}
    </span>
  );
}
