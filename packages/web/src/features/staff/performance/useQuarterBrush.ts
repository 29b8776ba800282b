import { type KeyboardEvent, type PointerEvent, useState } from 'react';
import { type QuarterRange, quarterCount, quarterMs, rangeBetween } from './quarters.ts';

type Options = {
  /** The start of the first quarter. */
  first: number;
  picked: QuarterRange | null;
  onPick: (range: QuarterRange | null) => void;
};

/**
 * Picks quarters of an hour: by a drag or a click, which on the picked ones clears them, or by arrow keys, with Shift to
 * take in more, Enter and Escape.
 * @returns what is pointed at or being drawn, and the handlers of the chart
 */
export function useQuarterBrush({ first, picked, onPick }: Options) {
  const [anchor, setAnchor] = useState<number | null>(null);
  const [cursor, setCursor] = useState<number | null>(null);
  const [isDrawing, setDrawing] = useState(false);
  const last = first + (quarterCount - 1) * quarterMs;
  const isDrawn = anchor !== null && cursor !== null && (isDrawing || anchor !== cursor);
  const pointed = cursor === null ? null : isDrawn ? rangeBetween(anchor, cursor) : rangeBetween(cursor, cursor);

  const quarterUnder = ({ clientX, currentTarget }: PointerEvent<HTMLElement>) => {
    const { left, width } = currentTarget.getBoundingClientRect();
    const index = Math.floor(((clientX - left) / Math.max(width, 1)) * quarterCount);
    return first + Math.min(Math.max(index, 0), quarterCount - 1) * quarterMs;
  };
  const leave = () => {
    setDrawing(false);
    setAnchor(null);
    setCursor(null);
  };
  const isPicked = (range: QuarterRange) => picked !== null && range.from === picked.from && range.to === picked.to;
  const pick = (range: QuarterRange) => onPick(isPicked(range) ? null : range);

  function step(by: number, takesIn: boolean): void {
    const start = cursor ?? picked?.from ?? last + quarterMs;
    const next = Math.min(Math.max(start + by * quarterMs, first), last);
    setCursor(next);
    if (!takesIn) setAnchor(next);
  }

  return {
    pointed,
    handlers: {
      onPointerDown: (event: PointerEvent<HTMLElement>) => {
        event.currentTarget.setPointerCapture?.(event.pointerId);
        const quarter = quarterUnder(event);
        setDrawing(true);
        setAnchor(quarter);
        setCursor(quarter);
      },
      onPointerMove: (event: PointerEvent<HTMLElement>) => {
        const quarter = quarterUnder(event);
        setCursor(quarter);
        if (!isDrawing) setAnchor(quarter);
      },
      onPointerUp: () => {
        if (isDrawing && pointed) pick(pointed);
        setDrawing(false);
      },
      onPointerCancel: leave,
      onPointerLeave: () => {
        if (!isDrawing) leave();
      },
      onBlur: leave,
      onKeyDown: (event: KeyboardEvent<HTMLElement>) => {
        if (event.key === 'ArrowLeft' || event.key === 'ArrowRight') {
          event.preventDefault();
          step(event.key === 'ArrowLeft' ? -1 : 1, event.shiftKey);
        }
        if (event.key === 'Enter' && pointed) pick(pointed);
        if (event.key === 'Escape') {
          leave();
          onPick(null);
        }
      },
    },
  };
}
