import { formatDuration } from '../../../ui/format/formatDuration.ts';
import styles from './Timeline.module.css';
import type { Timeline } from './timeline.ts';
import type { Span } from './timelineLanes.ts';
import { boundLabel, isClearOfBound, overLabel, placeOf, ticksOf } from './timelineView.ts';

/** The times above the lanes, with the bound and what is over it. */
export function TimelineAxis({ timeline, view, width }: { timeline: Timeline; view: Span; width: number }) {
  const { from, to, bound } = timeline;
  const boundAt = bound === null ? null : placeOf(from + bound.ms, view, width);
  const end = Math.min(width, placeOf(to, view, width));
  const over = boundAt === null ? 0 : end - Math.max(0, boundAt);
  return (
    <div className={styles.axis}>
      <span className={styles.axisName}>busy</span>
      <div className={`${styles.ticks} tabular`}>
        {ticksOf(view, from, width)
          .map((tick) => ({ ...tick, x: placeOf(tick.moment, view, width) }))
          .filter(({ x }) => boundAt === null || isClearOfBound(x, boundAt, over))
          .map(({ x, label }) => (
            <span key={label} className={styles.tick} style={{ left: x }}>
              {label}
            </span>
          ))}
        {bound && boundAt !== null && boundAt >= 0 && boundAt <= width && (
          <strong className={boundAt < boundLabel ? styles.boundAfter : styles.bound} style={{ left: boundAt }}>
            bound {formatDuration(bound.ms)}
          </strong>
        )}
        {bound && over >= overLabel && (boundAt ?? 0) >= boundLabel && (
          <span className={styles.over} style={{ left: Math.max(0, boundAt ?? 0), width: over }}>
            <span>{formatDuration(bound.overMs)} over</span>
          </span>
        )}
      </div>
    </div>
  );
}
