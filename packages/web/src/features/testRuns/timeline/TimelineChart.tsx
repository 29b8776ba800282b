import { ActionIcon, Button, useComputedColorScheme } from '@mantine/core';
import { useElementSize, useMergedRef } from '@mantine/hooks';
import {
  type KeyboardEvent,
  type PointerEvent,
  type RefObject,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { IconMinus, IconPlus } from '../../../ui/icons/icons.ts';
import { wordOfShape } from '../status/statusShapes.ts';
import { laneHeight, paintTimeline } from './paintTimeline.ts';
import styles from './Timeline.module.css';
import { TimelineAxis } from './TimelineAxis.tsx';
import { TimelineCard } from './TimelineCard.tsx';
import { TimelineOverview } from './TimelineOverview.tsx';
import type { Timeline } from './timeline.ts';
import { type Bar, type Lane, lengthOf, type Span } from './timelineLanes.ts';
import { type Chosen, stepped } from './timelineSteps.ts';
import { barAt, type Found, formatOffset, momentAt, moved, placeOf, within, zoomed } from './timelineView.ts';

const zoomStep = 0.6;
/** Shorter drags are clicks. */
const brushFromPx = 5;
const reachPx = 4;
const tallest = 640;

/**
 * The lanes of the runners over time. It opens on the whole run; a brush, Ctrl and the wheel, and the keys + and − zoom,
 * 0 shows the whole run again; the arrows go from test to test, or from one that is looked for to the next, and Enter
 * opens one.
 */
export function TimelineChart({
  timeline,
  found,
  plotRef,
  onOpen,
}: {
  timeline: Timeline;
  /** What is looked for; null: nothing. */
  found: Found;
  plotRef: RefObject<HTMLDivElement | null>;
  onOpen: (bar: Bar) => void;
}) {
  const [zoom, setZoom] = useState<Span | null>(null);
  const view = zoom === null ? timeline : within(zoom, timeline);
  const [chosen, setChosen] = useState<Chosen | null>(null);
  const [brush, setBrush] = useState<{ from: number; to: number } | null>(null);
  const [top, setTop] = useState(0);
  const canvas = useRef<HTMLCanvasElement>(null);
  const { ref: sized, width: measured } = useElementSize();
  const plot = useMergedRef(sized, plotRef);
  const width = measured || 900;
  const height = Math.min(tallest, timeline.lanes.length * laneHeight);
  const scheme = useComputedColorScheme();
  const reachable = useMemo(() => lanesWith(timeline.lanes, found), [timeline, found]);
  const show = (next: Span) => setZoom(lengthOf(next) >= lengthOf(timeline) ? null : next);
  const spanOf = ({ from, to }: { from: number; to: number }): Span => ({
    from: momentAt(Math.min(from, to), view, width),
    to: momentAt(Math.max(from, to), view, width),
  });

  useLayoutEffect(() => {
    if (!canvas.current) return;
    const brushed = brush && spanOf(brush);
    const bar = chosen?.bar ?? null;
    paintTimeline(canvas.current, { timeline, view, width, height, top, chosen: bar, found, brushed });
  });

  const latest = useRef({ view, timeline, width, show });
  useEffect(() => {
    latest.current = { view, timeline, width, show };
  });
  // React listens to the wheel passively, and a page that zooms must not scroll at the same time.
  useEffect(() => {
    const element = canvas.current;
    const turned = (event: WheelEvent) => {
      const { view, timeline, width, show } = latest.current;
      const sideways = Math.abs(event.deltaX) > Math.abs(event.deltaY);
      if (!event.ctrlKey && !event.metaKey && !sideways) return;
      event.preventDefault();
      if (sideways) show(moved(view, timeline, event.deltaX / width));
      else show(zoomed(view, timeline, Math.exp(event.deltaY / 300), momentAt(event.offsetX, view, width)));
    };
    element?.addEventListener('wheel', turned, { passive: false });
    return () => element?.removeEventListener('wheel', turned);
  }, []);

  function pointedAt(event: PointerEvent<HTMLElement>): Chosen | null {
    const { left, top: edge } = event.currentTarget.getBoundingClientRect();
    const lane = Math.floor((event.clientY - edge + top) / laneHeight);
    const reach = (reachPx / width) * lengthOf(view);
    const bar = barAt(timeline.lanes[lane]?.bars ?? [], momentAt(event.clientX - left, view, width), reach);
    return bar && { bar, lane };
  }

  function placeIn(event: PointerEvent<HTMLElement>): number {
    return event.clientX - event.currentTarget.getBoundingClientRect().left;
  }

  function released(event: PointerEvent<HTMLElement>): void {
    const brushed = brush;
    setBrush(null);
    if (brushed && Math.abs(brushed.to - brushed.from) >= brushFromPx) {
      show(within(spanOf(brushed), timeline));
      return;
    }
    const at = pointedAt(event);
    if (at) onOpen(at.bar);
  }

  function choose(next: Chosen | null): void {
    if (!next) return;
    setChosen(next);
    const { from, to } = next.bar;
    if (to < view.from || from > view.to) {
      const half = lengthOf(view) / 2;
      show(within({ from: from - half, to: from + half }, timeline));
    }
  }

  function pressed(event: KeyboardEvent): void {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const { key } = event;
    const zoomsBy = { '+': zoomStep, '-': 1 / zoomStep }[key];
    if (zoomsBy !== undefined) show(zoomed(view, timeline, zoomsBy, middleOf(chosen?.bar ?? view)));
    else if (key === '0') setZoom(null);
    else if (key === 'Enter' && chosen) onOpen(chosen.bar);
    else if (key.startsWith('Arrow')) choose(stepped(key, reachable, chosen));
    else return;
    event.preventDefault();
  }

  const { lanes } = timeline;
  return (
    <>
      <div className={styles.tools}>
        <span className="soft">Drag or Ctrl+scroll to zoom</span>
        <span className={`${styles.shown} tabular`}>
          {formatOffset(view.from - timeline.from)} – {formatOffset(view.to - timeline.from)}
        </span>
        <ActionIcon
          aria-label="Zoom out"
          disabled={zoom === null}
          onClick={() => show(zoomed(view, timeline, 1 / zoomStep, middleOf(view)))}
        >
          <IconMinus size={16} stroke={1.75} />
        </ActionIcon>
        <ActionIcon aria-label="Zoom in" onClick={() => show(zoomed(view, timeline, zoomStep, middleOf(view)))}>
          <IconPlus size={16} stroke={1.75} />
        </ActionIcon>
        <Button disabled={zoom === null} onClick={() => setZoom(null)}>
          Whole run
        </Button>
      </div>
      <TimelineAxis timeline={timeline} view={view} width={width} />
      <div
        className={styles.lanes}
        style={{ maxHeight: tallest }}
        onScroll={(event) => setTop(event.currentTarget.scrollTop)}
      >
        <ul className={styles.names} aria-label="Runners">
          {lanes.map((lane) => (
            <LaneName key={lane.runner.id} lane={lane} />
          ))}
        </ul>
        <div
          ref={plot}
          className={styles.plot}
          style={{ height: lanes.length * laneHeight }}
          role="application"
          aria-label="Tests by runner and time"
          aria-describedby="timeline-chosen"
          // biome-ignore lint/a11y/noNoninteractiveTabindex: an application takes the keys itself
          tabIndex={0}
          onKeyDown={pressed}
        >
          <canvas
            ref={canvas}
            className={styles.canvas}
            style={{ width, height }}
            onPointerDown={(event) => {
              event.currentTarget.setPointerCapture?.(event.pointerId);
              setBrush({ from: placeIn(event), to: placeIn(event) });
            }}
            onPointerMove={(event) => {
              if (brush) setBrush({ ...brush, to: placeIn(event) });
              else setChosen(pointedAt(event));
            }}
            onPointerUp={released}
            onPointerLeave={() => !brush && setChosen(null)}
            onPointerCancel={() => setBrush(null)}
          />
          {chosen && !brush && (
            <TimelineCard
              bar={chosen.bar}
              start={timeline.from}
              x={Math.max(0, placeOf(chosen.bar.from, view, width))}
              y={(chosen.lane + 1) * laneHeight}
              width={width}
            />
          )}
        </div>
      </div>
      <p id="timeline-chosen" className="visuallyHidden" aria-live="polite">
        {chosen
          ? `${lanes[chosen.lane]?.name}: ${chosen.bar.test.name}, ${wordOfShape(chosen.bar.shape)}`
          : 'Arrow keys go from test to test, Enter opens one, plus and minus zoom, 0 shows the whole run.'}
      </p>
      <TimelineOverview timeline={timeline} view={view} scheme={scheme} found={found} onView={show} />
    </>
  );
}

function lanesWith(lanes: readonly Lane[], found: Found): readonly Lane[] {
  return found === null ? lanes : lanes.map((lane) => ({ ...lane, bars: lane.bars.filter((bar) => found.has(bar)) }));
}

function LaneName({ lane }: { lane: Lane }) {
  const { runner, name, busyMs } = lane;
  const share = lengthOf(lane) === 0 ? 0 : busyMs / lengthOf(lane);
  const gone = { stopped: 'stopped', replaced: 'replaced', runEnded: null }[runner.exitReason ?? 'runEnded'];
  return (
    <li className={styles.name} style={{ height: laneHeight }}>
      <strong className="truncate">{name}</strong>
      <span className="tabular soft">{Math.round(share * 100)}%</span>
      <span className="truncate soft" title={runner.agentName}>
        {runner.agentName}
      </span>
      <span className="tabular soft">{gone ?? `${runner.testsRun} tests`}</span>
    </li>
  );
}

function middleOf({ from, to }: Span): number {
  return (from + to) / 2;
}
