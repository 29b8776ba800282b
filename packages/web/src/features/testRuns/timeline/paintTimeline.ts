import type { Shape } from '../../../ui/StatusShape.tsx';
import { statusStrokes } from '../../../ui/statusStrokes.ts';
import type { Timeline } from './timeline.ts';
import { type Bar, type Lane, lengthOf, type Span } from './timelineLanes.ts';
import { type Box, boxesOf, type Found, placeOf, ticksOf } from './timelineView.ts';

export const laneHeight = 40;
/** As high as the bars are: `display.timeline-bar-height` of the product. */
export const barHeight = 28;
const thinHeight = 6;
/** How much is left of a bar that is not looked for. */
const paleness = 0.22;
/** Widths from which a bar has room for its status and for its name, in pixels. */
const roomFor = { shape: 19, name: 104, words: 64 };

export type Picture = {
  timeline: Timeline;
  view: Span;
  width: number;
  height: number;
  /** How far the lanes are scrolled, in pixels. */
  top: number;
  chosen: Bar | null;
  /** What is looked for; the others are pale. */
  found: Found;
  /** What the brush is about to zoom in on. */
  brushed: Span | null;
};

/** The colours of the theme; names as in theme.css. */
type Ink = (name: string) => string;

const solid: ReadonlySet<Shape> = new Set<Shape>(['fail', 'flaky', 'running']);
const colours: Record<Shape, string> = {
  pass: 'pass',
  fail: 'fail',
  flaky: 'flaky',
  ignored: 'ignored',
  running: 'running',
  pending: 'idle',
  canceled: 'idle',
  notRun: 'idle',
};
const strokes: Partial<Record<Shape, string>> = statusStrokes;
/** Made when they are first painted: not every place that loads this file can paint. */
const marks: Partial<Record<Shape, Path2D>> = {};

function markOf(shape: Shape): Path2D | undefined {
  const stroke = strokes[shape];
  if (stroke !== undefined) marks[shape] ??= new Path2D(stroke);
  return marks[shape];
}

/** Paints the lanes in view: one canvas, so that thousands of bars cost no elements. */
export function paintTimeline(canvas: HTMLCanvasElement, picture: Picture): void {
  const context = canvas.getContext('2d');
  if (!context) return;
  const { timeline, width, height, top } = picture;
  const ratio = window.devicePixelRatio || 1;
  canvas.width = Math.round(width * ratio);
  canvas.height = Math.round(height * ratio);
  context.setTransform(ratio, 0, 0, ratio, 0, 0);
  const style = getComputedStyle(canvas);
  const ink: Ink = (name) => style.getPropertyValue(`--${name}`);
  context.font = `11px ${style.fontFamily}`;
  context.textBaseline = 'middle';

  paintGround(context, picture, ink);
  const [first, last] = [Math.floor(top / laneHeight), Math.ceil((top + height) / laneHeight)];
  timeline.lanes.slice(first, last).forEach((lane, index) => {
    paintLane(context, picture, lane, (first + index) * laneHeight - top, ink);
  });
  paintBound(context, picture, ink);
  if (picture.brushed) {
    const x = placeOf(picture.brushed.from, picture.view, width);
    context.globalAlpha = 0.14;
    context.fillStyle = ink('accent');
    context.fillRect(x, 0, placeOf(picture.brushed.to, picture.view, width) - x, height);
    context.globalAlpha = 1;
  }
}

function paintGround(context: CanvasRenderingContext2D, { timeline, view, width, height }: Picture, ink: Ink): void {
  context.fillStyle = ink('line');
  for (const { moment } of ticksOf(view, timeline.from, width))
    context.fillRect(Math.round(placeOf(moment, view, width)), 0, 1, height);
}

function paintBound(context: CanvasRenderingContext2D, picture: Picture, ink: Ink): void {
  const { timeline, view, width, height } = picture;
  if (!timeline.bound) return;
  const x = placeOf(timeline.from + timeline.bound.ms, view, width);
  const end = placeOf(timeline.to, view, width);
  context.globalAlpha = 0.08;
  context.fillStyle = ink('ignored');
  context.fillRect(x, 0, end - x, height);
  context.globalAlpha = 1;
  context.strokeStyle = ink('ink');
  context.lineWidth = 1;
  context.setLineDash([3, 3]);
  context.beginPath();
  context.moveTo(Math.round(x) + 0.5, 0);
  context.lineTo(Math.round(x) + 0.5, height);
  context.stroke();
  context.setLineDash([]);
}

function paintLane(
  context: CanvasRenderingContext2D,
  { view, width, chosen, found }: Picture,
  { bars, idle, setUp, tearDown }: Lane,
  top: number,
  ink: Ink,
): void {
  context.fillStyle = ink('line');
  context.fillRect(0, top + laneHeight - 1, width, 1);
  const y = top + (laneHeight - barHeight) / 2;
  for (const span of idle) paintIdle(context, span, view, width, y, ink);
  context.fillStyle = ink('idle');
  context.globalAlpha = 0.55;
  for (const span of [setUp, tearDown]) {
    if (span === null || span.to < view.from || span.from > view.to) continue;
    const x = Math.max(0, placeOf(span.from, view, width));
    const right = Math.min(width, placeOf(span.to, view, width));
    context.fillRect(x, y + (barHeight - thinHeight) / 2, Math.max(1, right - x - 1), thinHeight);
  }
  context.globalAlpha = 1;
  for (const box of boxesOf(bars, view, width, found)) paintBox(context, box, y, ink);
  if (chosen && bars.includes(chosen)) {
    const x = placeOf(chosen.from, view, width);
    context.strokeStyle = ink('ink');
    context.lineWidth = 2;
    context.beginPath();
    context.roundRect(x - 2, y - 2, Math.max(3, placeOf(chosen.to, view, width) - x) + 3, barHeight + 4, 5);
    context.stroke();
  }
}

function paintIdle(
  context: CanvasRenderingContext2D,
  span: Span,
  view: Span,
  width: number,
  y: number,
  ink: Ink,
): void {
  if (span.to < view.from || span.from > view.to) return;
  const x = Math.max(0, placeOf(span.from, view, width)) + 1;
  const right = Math.min(width, placeOf(span.to, view, width)) - 1;
  if (right - x < 2) return;
  context.save();
  context.beginPath();
  context.rect(x, y, right - x, barHeight);
  context.clip();
  context.strokeStyle = ink('line-strong');
  context.lineWidth = 1;
  context.beginPath();
  for (let from = x - barHeight - (x % 7); from < right; from += 7) {
    context.moveTo(from, y + barHeight);
    context.lineTo(from + barHeight, y);
  }
  context.stroke();
  context.restore();
  if (right - x < roomFor.words) return;
  const label = `idle ${Math.round(lengthOf(span) / 1000)}s`;
  const wide = context.measureText(label).width + 8;
  if (wide > right - x) return;
  const middle = (x + right) / 2;
  context.fillStyle = ink('surface');
  context.fillRect(middle - wide / 2, y + 6, wide, barHeight - 12);
  context.fillStyle = ink('ink-soft');
  context.fillText(label, middle - wide / 2 + 4, y + barHeight / 2);
}

function paintBox(
  context: CanvasRenderingContext2D,
  { x, width, shape, bar, notches, dimmed }: Box,
  y: number,
  ink: Ink,
): void {
  const isSolid = solid.has(shape);
  const wide = width > 3 ? width - 1 : width;
  context.beginPath();
  if (wide > 6) context.roundRect(x, y, wide, barHeight, 3);
  else context.rect(x, y, wide, barHeight);
  context.fillStyle = ink(colours[shape]);
  context.globalAlpha = (isSolid ? 1 : 0.26) * (dimmed ? paleness : 1);
  context.fill();
  context.globalAlpha = 1;
  context.fillStyle = ink('surface');
  for (const notch of notches) if (notch > x && notch < x + wide) context.fillRect(notch - 1, y, 1.5, barHeight);
  if (dimmed) return;
  const mark = markOf(shape);
  if (mark && wide >= roomFor.shape) {
    context.save();
    context.translate(x + 4, y + barHeight / 2 - 6);
    context.scale(12 / 14, 12 / 14);
    context.lineWidth = 2;
    context.lineCap = 'round';
    context.lineJoin = 'round';
    context.strokeStyle = isSolid ? ink('surface') : ink(colours[shape]);
    context.stroke(mark);
    context.restore();
  }
  if (!bar || wide < roomFor.name) return;
  context.fillStyle = isSolid ? ink('surface') : ink('ink');
  context.fillText(shortened(context, bar.test.name, wide - 26), x + 20, y + barHeight / 2 + 0.5);
}

function shortened(context: CanvasRenderingContext2D, text: string, room: number): string {
  if (context.measureText(text).width <= room) return text;
  let [low, high] = [0, text.length];
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (context.measureText(`${text.slice(0, middle)}…`).width <= room) low = middle;
    else high = middle - 1;
  }
  return `${text.slice(0, low).trimEnd()}…`;
}

/** Paints the whole run small: a line for each lane. */
export function paintOverview(
  canvas: HTMLCanvasElement,
  { timeline, width, height, found }: Pick<Picture, 'timeline' | 'width' | 'height' | 'found'>,
): void {
  const context = canvas.getContext('2d');
  if (!context) return;
  const ratio = window.devicePixelRatio || 1;
  canvas.width = Math.round(width * ratio);
  canvas.height = Math.round(height * ratio);
  context.setTransform(ratio, 0, 0, ratio, 0, 0);
  const style = getComputedStyle(canvas);
  const each = height / Math.max(1, timeline.lanes.length);
  timeline.lanes.forEach(({ bars }, index) => {
    for (const { x, width: wide, shape, dimmed } of boxesOf(bars, timeline, width, found)) {
      context.fillStyle = style.getPropertyValue(`--${colours[shape]}`);
      context.globalAlpha = (solid.has(shape) ? 1 : 0.45) * (dimmed ? paleness : 1);
      context.fillRect(x, index * each, wide, Math.max(1, each - 1));
    }
  });
  context.globalAlpha = 1;
}
