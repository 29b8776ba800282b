import { at, ran, runner, start } from '../../../testSupport/timelineParts.ts';
import { testRunView } from '../../../testSupport/views.ts';
import { barHeight, laneHeight, paintTimeline } from './paintTimeline.ts';
import { timelineOf } from './timeline.ts';

/** What was painted: each rectangle or line with the paint that it got. */
type Painted = { by: 'fill' | 'stroke'; paint: string; at: readonly number[]; dashes: readonly number[] };

/** A context that writes down what is painted; of a path it keeps the last rectangle, or the points. */
function recordingContext() {
  const painted: Painted[] = [];
  const state = { fillStyle: '', strokeStyle: '', dashes: [] as number[], path: [] as number[] };
  const context = {
    globalAlpha: 1,
    lineWidth: 1,
    font: '',
    textBaseline: '',
    lineCap: '',
    lineJoin: '',
    set fillStyle(paint: string) {
      state.fillStyle = paint;
    },
    set strokeStyle(paint: string) {
      state.strokeStyle = paint;
    },
    setLineDash: (dashes: number[]) => {
      state.dashes = dashes;
    },
    beginPath: () => {
      state.path = [];
    },
    rect: (...at: number[]) => state.path.push(...at),
    roundRect: (...at: number[]) => state.path.push(...at.slice(0, 4)),
    moveTo: (...at: number[]) => state.path.push(...at),
    lineTo: (...at: number[]) => state.path.push(...at),
    fillRect: (...at: number[]) => painted.push({ by: 'fill', paint: state.fillStyle, at, dashes: [] }),
    fill: () => painted.push({ by: 'fill', paint: state.fillStyle, at: state.path, dashes: [] }),
    stroke: () => painted.push({ by: 'stroke', paint: state.strokeStyle, at: state.path, dashes: state.dashes }),
    measureText: (text: string) => ({ width: text.length * 6 }),
    setTransform: noop,
    fillText: noop,
    save: noop,
    restore: noop,
    clip: noop,
    translate: noop,
    scale: noop,
  };
  return { painted, context: context as unknown as CanvasRenderingContext2D };
}
const noop = () => undefined;
// jsdom has none; only the marks of bars are such paths.
class NoPath {}
beforeAll(() => void Object.assign(globalThis, { Path2D: NoPath }));

/** A run of 100 s at ten pixels a second: its bound is 50 s. */
function paint() {
  const run = testRunView(1, { startTime: at(0), endTime: at(100), maxRunners: 2 });
  const timeline = timelineOf(run, [ran('a', 0, 10, 30), ran('c', 1, 10, 50)], [runner(0), runner(1)], start);
  const canvas = document.createElement('canvas');
  for (const name of ['pass', 'ink', 'ignored']) canvas.style.setProperty(`--${name}`, name);
  document.body.append(canvas);
  const { painted, context } = recordingContext();
  canvas.getContext = (() => context) as unknown as typeof canvas.getContext;
  const view = { from: start, to: start + 100_000 };
  const size = { width: 1000, height: 200, top: 0 };
  paintTimeline(canvas, { timeline, view, ...size, chosen: null, found: null, brushed: null });
  canvas.remove();
  return { painted, timeline };
}

describe('the painted timeline', () => {
  it('has bars 28 pixels high, in the middle of their lanes, from when a test began to when it ended', () => {
    const bars = paint().painted.filter(({ by, paint }) => by === 'fill' && paint === 'pass');
    const gap = (laneHeight - 28) / 2;
    expect(barHeight).toBe(28);
    // A pixel is left free between a bar and the next one.
    expect(bars.map((bar) => bar.at)).toEqual([
      [100, gap, 299, 28],
      [100, laneHeight + gap, 499, 28],
    ]);
  });

  it('has a dashed line where the run could have ended, and a shade from there to its end', () => {
    const { painted, timeline } = paint();
    expect(timeline.bound?.ms).toBe(50_000);
    const dashed = painted.filter(({ by, dashes }) => by === 'stroke' && dashes.length > 0);
    expect(dashed).toEqual([{ by: 'stroke', paint: 'ink', at: [500.5, 0, 500.5, 200], dashes: [3, 3] }]);
    expect(painted.filter(({ paint }) => paint === 'ignored').map((shade) => shade.at)).toEqual([[500, 0, 500, 200]]);
  });
});
