import type { Shape } from '../../../ui/StatusShape.tsx';
import { type Bar, lengthOf, type Span } from './timelineLanes.ts';

/** A bar as it is painted; `bar` is null where several are thinner than a pixel together. */
export type Box = {
  x: number;
  width: number;
  shape: Shape;
  bar: Bar | null;
  /** Where its second and later attempts begin. */
  notches: readonly number[];
  /** Whether nothing in it is looked for. */
  dimmed: boolean;
};

/** Bars that are looked for; null: nothing is, and all are as bright. */
export type Found = ReadonlySet<Bar> | null;

/** Nobody needs to see less than this at a time. */
const shortestMs = 20;
const thinnest = 1;

/** What stands for several results is what needs attention most. */
const ranks: Record<Shape, number> = {
  fail: 0,
  flaky: 1,
  running: 2,
  notRun: 3,
  canceled: 4,
  ignored: 5,
  pending: 6,
  pass: 7,
};

/** @returns the place of a moment, in pixels from the left of a view that is `width` wide */
export function placeOf(moment: number, view: Span, width: number): number {
  return ((moment - view.from) / lengthOf(view)) * width;
}

/** @returns the moment at a place, in milliseconds since 1970 */
export function momentAt(x: number, view: Span, width: number): number {
  return view.from + (x / width) * lengthOf(view);
}

/**
 * @param found the bars that are looked for; null: all
 * @returns what of a lane is in view; bars that share a pixel are one box.
 */
export function boxesOf(bars: readonly Bar[], view: Span, width: number, found: Found = null): Box[] {
  const boxes: Box[] = [];
  for (let index = firstEndingAfter(bars, view.from); index < bars.length; index++) {
    const bar = bars[index];
    if (!bar || bar.from > view.to) break;
    const x = Math.max(0, placeOf(bar.from, view, width));
    const right = Math.min(width, placeOf(bar.to, view, width));
    const last = boxes.at(-1);
    const dimmed = found !== null && !found.has(bar);
    if (last && right - x < thinnest && Math.floor(x) <= Math.floor(last.x + last.width) && last.width <= 2 * thinnest)
      boxes[boxes.length - 1] = {
        x: last.x,
        width: Math.max(last.width, right - last.x),
        shape: shapeOfBoth(last, { shape: bar.shape, dimmed }),
        bar: null,
        notches: [],
        dimmed: dimmed && last.dimmed,
      };
    else
      boxes.push({
        x,
        width: Math.max(thinnest, right - x),
        shape: bar.shape,
        bar,
        notches: bar.attempts.slice(1).map(({ from }) => placeOf(from, view, width)),
        dimmed,
      });
  }
  return boxes;
}

type Part = Pick<Box, 'shape' | 'dimmed'>;

/** @returns what is looked for, or else what needs attention most */
function shapeOfBoth(one: Part, other: Part): Shape {
  if (one.dimmed !== other.dimmed) return one.dimmed ? other.shape : one.shape;
  return ranks[one.shape] < ranks[other.shape] ? one.shape : other.shape;
}

/** @returns the bar of a lane at a moment, or nearest to it within `reach` milliseconds; null: none is there. */
export function barAt(bars: readonly Bar[], moment: number, reach: number): Bar | null {
  const after = bars[firstEndingAfter(bars, moment)];
  const before = bars[firstEndingAfter(bars, moment) - 1];
  const near = [after, before].filter((bar) => bar !== undefined);
  const distance = (bar: Bar) => Math.max(0, bar.from - moment, moment - bar.to);
  const [nearest] = near.sort((a, b) => distance(a) - distance(b));
  return nearest && distance(nearest) <= reach ? nearest : null;
}

/** @param bars sorted by time */
function firstEndingAfter(bars: readonly Bar[], moment: number): number {
  let [low, high] = [0, bars.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((bars[middle]?.to ?? 0) < moment) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** @returns the view within the whole run, as long as asked where there is room */
export function within(view: Span, whole: Span): Span {
  const length = Math.min(lengthOf(whole), Math.max(shortestMs, lengthOf(view)));
  const from = Math.min(Math.max(view.from, whole.from), whole.to - length);
  return { from, to: from + length };
}

/** @param factor below 1 shows less; `around` stays where it is */
export function zoomed(view: Span, whole: Span, factor: number, around: number): Span {
  const from = around - (around - view.from) * factor;
  return within({ from, to: from + lengthOf(view) * factor }, whole);
}

/** @param share of the view by which it moves to the right */
export function moved(view: Span, whole: Span, share: number): Span {
  const by = lengthOf(view) * share;
  return within({ from: view.from + by, to: view.to + by }, whole);
}

const steps = [1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 14_400, 28_800, 86_400];
const minTickGap = 72;

/** @returns the moments to name below a view, with what they are called: the time since `start` */
export function ticksOf(view: Span, start: number, width: number): { moment: number; label: string }[] {
  const least = (minTickGap / Math.max(1, width)) * lengthOf(view);
  const step = 1000 * (steps.find((seconds) => seconds * 1000 >= least) ?? 172_800);
  const ticks: { moment: number; label: string }[] = [];
  for (let at = Math.ceil((view.from - start) / step) * step; start + at <= view.to; at += step)
    ticks.push({ moment: start + at, label: formatOffset(at) });
  return ticks;
}

/** What the names above the lanes need, in pixels: of the bound, of what is over it, and of a moment. */
export const boundLabel = 96;
export const overLabel = 60;
const tickLabel = 48;

/**
 * Whether the name of a moment is free of the name of the bound, which is before it, or after it at the left edge.
 *
 * @param over the pixels between the bound and the end of the run: enough of them have a name of their own
 */
export function isClearOfBound(x: number, boundAt: number, over: number): boolean {
  const isAfter = boundAt < boundLabel;
  if (x > boundAt) return over < overLabel && x > boundAt + (isAfter ? boundLabel : 8);
  return x < boundAt - tickLabel - (isAfter ? 0 : boundLabel);
}

/** @returns the time since the start as a clock shows it: `3:04`, `1:02:03` */
export function formatOffset(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / 1000));
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  const two = (value: number) => String(value).padStart(2, '0');
  return hours > 0 ? `${hours}:${two(minutes)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}`;
}
