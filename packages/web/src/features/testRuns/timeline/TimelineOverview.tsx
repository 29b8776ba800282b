import { useElementSize } from '@mantine/hooks';
import { type PointerEvent, useLayoutEffect, useRef, useState } from 'react';
import { formatDuration } from '../../../ui/format/formatDuration.ts';
import { paintOverview } from './paintTimeline.ts';
import styles from './Timeline.module.css';
import type { Timeline } from './timeline.ts';
import { lengthOf, type Span } from './timelineLanes.ts';
import { type Found, momentAt, placeOf, within } from './timelineView.ts';

const height = 40;

/** The whole run in small, with a frame around what is in view; dragging the frame moves it, dragging beside it makes a new one. */
export function TimelineOverview({
  timeline,
  view,
  scheme,
  found,
  onView,
}: {
  timeline: Timeline;
  view: Span;
  /** Light or dark: it is painted in the colours of the theme. */
  scheme: string;
  /** What is looked for; null: nothing. */
  found: Found;
  onView: (view: Span) => void;
}) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const { ref: strip, width: measured } = useElementSize();
  const width = measured || 900;
  const [drag, setDrag] = useState<{ from: number; view: Span | null } | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the colours follow the theme
  useLayoutEffect(() => {
    if (canvas.current) paintOverview(canvas.current, { timeline, width, height, found });
  }, [timeline, width, scheme, found]);

  const x = placeOf(view.from, timeline, width);
  const right = placeOf(view.to, timeline, width);
  const whole = lengthOf(view) >= lengthOf(timeline);
  const placeIn = (event: PointerEvent<HTMLElement>) =>
    event.clientX - event.currentTarget.getBoundingClientRect().left;

  function dragged(event: PointerEvent<HTMLElement>): void {
    if (!drag) return;
    const at = placeIn(event);
    if (drag.view) {
      const by = ((at - drag.from) / width) * lengthOf(timeline);
      onView(within({ from: drag.view.from + by, to: drag.view.to + by }, timeline));
    } else if (Math.abs(at - drag.from) > 3) {
      const [from, to] = [Math.min(at, drag.from), Math.max(at, drag.from)];
      onView(within({ from: momentAt(from, timeline, width), to: momentAt(to, timeline, width) }, timeline));
    }
  }

  return (
    <div className={styles.overview}>
      <span className={styles.overviewName}>
        <strong>Whole run</strong>
        <span className="tabular soft">{formatDuration(lengthOf(timeline))}</span>
      </span>
      <div
        ref={strip}
        className={styles.strip}
        style={{ height }}
        aria-hidden="true"
        onPointerDown={(event) => {
          event.currentTarget.setPointerCapture?.(event.pointerId);
          const at = placeIn(event);
          setDrag({ from: at, view: !whole && at >= x && at <= right ? view : null });
        }}
        onPointerMove={dragged}
        onPointerUp={() => setDrag(null)}
        onPointerCancel={() => setDrag(null)}
        onDoubleClick={() => onView(timeline)}
      >
        <canvas ref={canvas} className={styles.overviewCanvas} style={{ width, height }} />
        <span className={styles.frame} style={{ left: x, width: Math.max(4, right - x) }} />
      </div>
    </div>
  );
}
