import { useElementSize } from '@mantine/hooks';
import { memo, type PointerEvent, useMemo, useState } from 'react';
import { IconMessage } from '../../../ui/icons/icons.ts';
import { StatusShape } from '../../../ui/StatusShape.tsx';
import { formatOffset, ticksOf } from '../timeline/timelineView.ts';
import styles from './Replay.module.css';
import { histogramOf, namedMarks } from './replayPlaying.ts';
import type { PlayedMark, ReplayTape } from './replayTape.ts';

const columnPx = 8;
const histogramPx = 40;
const words: Record<PlayedMark['mark'], string> = {
  failure: 'first failure',
  retry: 'retry',
  agentLost: 'agent lost',
  statusSet: 'status set',
  message: 'message',
};
const shapes = { failure: 'fail', retry: 'running', agentLost: 'canceled', statusSet: 'canceled' } as const;
/** About how wide a letter of a mark's name is. */
const letterPx = 6.5;

/** The results over time with the marks above them, and a handle to scrub. */
export function ReplayTrack({
  tape,
  marks,
  place,
  onSeek,
  onRest,
}: {
  tape: ReplayTape;
  marks: readonly PlayedMark[];
  place: number;
  onSeek: (place: number) => void;
  /** The handle was let go. */
  onRest: () => void;
}) {
  const { ref, width: measured } = useElementSize();
  const width = measured || 900;
  const [dragging, setDragging] = useState(false);
  const end = Math.max(1, tape.end);
  const x = (Math.min(place, end) / end) * width;
  const seekTo = (event: PointerEvent<HTMLElement>) => {
    const { left } = event.currentTarget.getBoundingClientRect();
    onSeek(Math.min(end, Math.max(0, ((event.clientX - left) / width) * end)));
  };
  function letGo(): void {
    setDragging(false);
    onRest();
  }
  return (
    <div
      ref={ref}
      className={styles.track}
      role="slider"
      tabIndex={0}
      aria-label="Moment"
      aria-valuemin={0}
      aria-valuemax={Math.round(end)}
      aria-valuenow={Math.round(Math.min(place, end))}
      aria-valuetext={formatOffset(place)}
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture?.(event.pointerId);
        setDragging(true);
        seekTo(event);
      }}
      onPointerMove={(event) => dragging && seekTo(event)}
      onPointerUp={letGo}
      onPointerCancel={letGo}
    >
      <Ground tape={tape} marks={marks} end={end} width={width} />
      <span className={styles.toCome} style={{ left: x }} />
      <span className={styles.line} />
      <span className={styles.done} style={{ width: x }} />
      <span className={styles.handle} style={{ left: x }} />
      <span className={`${styles.here} tabular`} style={{ left: Math.min(Math.max(x, 20), width - 20) }}>
        {formatOffset(place)}
      </span>
    </div>
  );
}

/** What does not change while it plays. */
const Ground = memo(function Ground({
  tape,
  marks,
  end,
  width,
}: {
  tape: ReplayTape;
  marks: readonly PlayedMark[];
  end: number;
  width: number;
}) {
  const { columns } = useMemo(
    () => histogramOf(tape, end, Math.max(10, Math.floor(width / columnPx))),
    [tape, end, width],
  );
  const { named, others } = useMemo(() => namedMarks(marks), [marks]);
  const most = Math.max(1, ...columns.map(({ passed, failed }) => passed + failed));
  const xOf = (at: number) => (at / end) * width;
  const heightOf = (count: number) => (count === 0 ? 0 : Math.max(3, (count / most) * histogramPx));
  let taken = -1;
  return (
    <>
      <svg className={styles.histogram} width={width} height={histogramPx} aria-hidden="true">
        {columns.map(({ passed, failed }, index) => {
          const [high, bad] = [heightOf(passed + failed), heightOf(failed)];
          const column = (index / columns.length) * width;
          return (
            high > 0 && (
              // biome-ignore lint/suspicious/noArrayIndexKey: a column is its place
              <g key={index}>
                <rect className={styles.passed} x={column} y={histogramPx - high} width={columnPx - 2} height={high} />
                <rect className={styles.failed} x={column} y={histogramPx - bad} width={columnPx - 2} height={bad} />
              </g>
            )
          );
        })}
      </svg>
      {others.map(({ at, key, mark }) => (
        <span key={key} className={styles.tick} data-mark={mark} style={{ left: xOf(at) }} />
      ))}
      {named.map(({ at, key, mark }) => {
        const label = `${words[mark]} ${formatOffset(at)}`;
        const from = xOf(at);
        const room = from + 20 + label.length * letterPx;
        const shown = from > taken && room < width;
        if (shown) taken = room;
        return (
          <span key={key} className={styles.mark} style={{ left: from }} title={label}>
            {shown && (
              <span className={styles.markName}>
                {mark === 'message' ? (
                  <IconMessage size={12} stroke={1.75} aria-hidden="true" />
                ) : (
                  <StatusShape shape={shapes[mark]} label="" size={12} />
                )}
                {words[mark]} <span className="soft tabular">{formatOffset(at)}</span>
              </span>
            )}
          </span>
        );
      })}
      {ticksOf({ from: 0, to: end }, 0, width).map(({ moment, label }) => (
        <span key={label} className={`${styles.time} tabular`} style={{ left: xOf(moment) }}>
          {label}
        </span>
      ))}
    </>
  );
});
