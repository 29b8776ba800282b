import type { AttemptInShort, TestResultRow } from '@assay/contract';
import { at, ran, runner, runnerIdAt, start } from '../../../testSupport/timelineParts.ts';
import { resultRow, testRunView } from '../../../testSupport/views.ts';
import { timelineOf } from './timeline.ts';
import { sharesOf } from './timelineBound.ts';
import type { Lane } from './timelineLanes.ts';
import { stepped } from './timelineSteps.ts';
import {
  barAt,
  boxesOf,
  formatOffset,
  isClearOfBound,
  moved,
  placeOf,
  ticksOf,
  within,
  zoomed,
} from './timelineView.ts';

function attempt(
  number: number,
  place: number,
  from: number,
  seconds: number,
  status: 'PASS' | 'FAIL',
): AttemptInShort {
  return { attempt: number, testRunnerId: runnerIdAt(place), startTime: at(from), duration: seconds * 1000, status };
}

const finished = testRunView(1, { startTime: at(0), endTime: at(100), maxRunners: 2 });
const inSeconds = (span: { from: number; to: number } | null) =>
  span && [(span.from - start) / 1000, (span.to - start) / 1000];
const drawn = (tests: TestResultRow[], runners = [runner(0), runner(1)], run = finished) =>
  timelineOf(run, tests, runners, start + 50_000);

describe('the lane of a runner', () => {
  it('has its set-up, its tests, where it was idle, and its tear-down', () => {
    const { lanes } = drawn([ran('a', 0, 10, 20), ran('b', 0, 40, 10), ran('c', 1, 10, 80)]);
    const [first, second] = lanes.map(({ setUp, idle, tearDown, name }) => ({
      name,
      setUp: inSeconds(setUp),
      idle: idle.map(inSeconds),
      tearDown: inSeconds(tearDown),
    }));
    const idle = [
      [30, 40],
      [50, 90],
    ];
    expect(first).toEqual({ name: 'Runner 1', setUp: [0, 10], idle, tearDown: [90, 100] });
    expect(second).toMatchObject({ idle: [], tearDown: [90, 100] });
    expect(sharesOf(lanes)).toEqual({ busy: 0.55, idle: 0.25, around: 0.2 });
  });

  it('joins attempts that follow each other there, and tells apart those that do not', () => {
    const severalAttempts = [
      attempt(1, 0, 10, 5, 'FAIL'),
      attempt(2, 0, 15.2, 5, 'FAIL'),
      attempt(3, 1, 40, 5, 'PASS'),
    ];
    const { lanes } = drawn([resultRow('a', { status: 'PASS', flaky: true, attempts: 3, severalAttempts })]);
    expect(lanes.map(({ bars }) => bars.map((bar) => [bar.shape, bar.attempts.length, inSeconds(bar)]))).toEqual([
      [['fail', 2, [10, 20.2]]],
      [['flaky', 1, [40, 45]]],
    ]);
  });

  it('grows while its test runs, and has no bound yet', () => {
    const run = testRunView(1, { status: 'RUNNING', startTime: at(0), endTime: null });
    const timeline = drawn([ran('a', 0, 10, 0, { status: 'RUNNING', duration: null })], [runner(0)], run);
    expect(timeline.lanes[0]?.bars.map(inSeconds)).toEqual([[10, 50]]);
    expect(timeline.bound).toBeNull();
  });

  it('ends where its runner was lost', () => {
    const lost = runner(1, { exitReason: 'replaced', exitedAt: at(30) });
    const { lanes } = drawn([ran('a', 0, 10, 80), ran('b', 1, 10, 10)], [runner(0), lost]);
    expect(inSeconds(lanes[1] ?? null)).toEqual([0, 30]);
    expect(lanes[1]?.idle.map(inSeconds)).toEqual([[20, 30]]);
  });
});

describe('the bound of a run', () => {
  it('is its work, shared evenly after the set-up', () => {
    const { bound } = drawn([ran('a', 0, 10, 20), ran('b', 0, 40, 10), ran('c', 1, 10, 50)]);
    expect(bound).toMatchObject({ ms: 50_000, by: 'work', overMs: 50_000 });
    expect(bound?.last).toMatchObject({ bar: { test: { name: 'c' } }, lane: { name: 'Runner 2' } });
  });

  it('is its longest test, if nothing could be faster than that', () => {
    expect(drawn([ran('a', 0, 10, 5), ran('c', 1, 10, 80)]).bound).toMatchObject({ ms: 80_000, by: 'longestTest' });
  });

  it('counts a runner and the one that replaced it once', () => {
    const runners = [runner(0), runner(1, { exitReason: 'replaced', exitedAt: at(30) }), runner(2)];
    expect(drawn([ran('a', 0, 10, 40), ran('b', 2, 40, 40)], runners).bound?.ms).toBe(50_000);
  });

  it('is unknown when no test ran', () => {
    expect(drawn([resultRow('a', { status: 'NOT_RUN', duration: null })]).bound).toBeNull();
  });
});

describe('the view of a timeline', () => {
  const lane = (count: number, ms: number, failed = -1): Lane => {
    const tests = Array.from({ length: count }, (_, n) =>
      ran(`t${n}`, 0, (n * ms) / 1000, ms / 1000, n === failed ? { status: 'FAIL' } : {}),
    );
    const [first] = drawn(tests, [runner(0)]).lanes;
    if (!first) throw new Error('no lane');
    return first;
  };
  const whole = { from: start, to: start + 100_000 };

  it('shows each test that is as wide as a pixel', () => {
    const boxes = boxesOf(lane(10, 10_000).bars, whole, 1000);
    expect(boxes.map(({ x, width }) => [x, width]).slice(0, 2)).toEqual([
      [0, 100],
      [100, 100],
    ]);
    expect(boxes.every(({ bar }) => bar !== null)).toBe(true);
  });

  it('makes one box of what shares a pixel, and it fails if any of that failed', () => {
    const boxes = boxesOf(lane(50_000, 2, 25_000).bars, whole, 800);
    expect(boxes.length).toBeLessThanOrEqual(800);
    expect(boxes.filter(({ shape }) => shape === 'fail')).toHaveLength(1);
    const right = boxes.map(({ x, width }) => x + width);
    expect(boxes.slice(1).every(({ x }, index) => x >= (right[index] ?? 0) - 1.1)).toBe(true);
  });

  it('leaves out what is not in it', () => {
    const view = { from: start + 40_000, to: start + 50_000 };
    const names = boxesOf(lane(10, 10_000).bars, view, 1000).map(({ bar }) => bar?.test.name);
    expect(names).toContain('t4');
    expect(names.length).toBeLessThanOrEqual(3);
  });

  it('marks where later attempts begin', () => {
    const severalAttempts = [attempt(1, 0, 0, 10, 'FAIL'), attempt(2, 0, 10, 10, 'FAIL')];
    const { lanes } = drawn([resultRow('a', { status: 'FAIL', severalAttempts })]);
    expect(boxesOf(lanes[0]?.bars ?? [], whole, 1000)).toMatchObject([{ x: 0, width: 200, notches: [100] }]);
  });

  it('shows what is looked for bright, also where it shares a pixel with others', () => {
    const { bars } = lane(50_000, 2, 25_000);
    const [first] = bars;
    const boxes = boxesOf(bars, whole, 800, new Set(first ? [first] : []));
    expect(boxes[0]).toMatchObject({ shape: 'pass', dimmed: false });
    expect(boxes.slice(1).every(({ dimmed }) => dimmed)).toBe(true);
  });

  it('finds the test at a moment, or close by', () => {
    const { bars } = lane(3, 10_000);
    expect(barAt(bars, start + 15_000, 0)?.test.name).toBe('t1');
    expect(barAt(bars, start + 31_000, 2_000)?.test.name).toBe('t2');
    expect(barAt(bars, start + 60_000, 2_000)).toBeNull();
  });

  it('zooms around a moment and stays within the run', () => {
    const view = zoomed(whole, whole, 0.5, start + 20_000);
    expect(inSeconds(view)).toEqual([10, 60]);
    expect(placeOf(start + 20_000, view, 100)).toBe(placeOf(start + 20_000, whole, 100));
    expect(inSeconds(zoomed(view, whole, 10, start))).toEqual([0, 100]);
    expect(inSeconds(moved(view, whole, 1))).toEqual([50, 100]);
    expect(within({ from: start, to: start }, whole).to - start).toBe(20);
  });

  it('names times that do not touch each other', () => {
    expect(ticksOf(whole, start, 400).map(({ label }) => label)).toEqual(['0:00', '0:30', '1:00', '1:30']);
    expect(ticksOf({ from: start + 500, to: start + 3_500 }, start, 400).map(({ label }) => label)).toEqual([
      '0:01',
      '0:02',
      '0:03',
    ]);
    expect(formatOffset(3_723_000)).toBe('1:02:03');
  });

  it.each([
    // The name of a bound at 1000 begins at 904, and that of a moment at 870 ends at 918.
    ['before the bound', 850, 1000, 10, true],
    ['into the name of the bound', 870, 1000, 10, false],
    ['within it', 950, 1000, 10, false],
    ['after it, where what is over has no name', 1010, 1000, 30, true],
    ['after it, where what is over has one', 1010, 1000, 60, false],
    ['before a bound at the left edge', 0, 60, 10, true],
    ['up to a bound at the left edge', 30, 60, 10, false],
    ['after it, within its name', 100, 60, 50, false],
  ])('names a moment %s or leaves it out', (_where, x, boundAt, over, isNamed) => {
    expect(isClearOfBound(x, boundAt, over)).toBe(isNamed);
  });
});

describe('the arrow keys', () => {
  const { lanes } = drawn(
    [ran('a', 0, 0, 10), ran('b', 0, 10, 10), ran('c', 2, 12, 10)],
    [0, 1, 2].map((n) => runner(n)),
  );
  const go = (...keys: string[]) =>
    keys.reduce<ReturnType<typeof stepped>>((chosen, key) => stepped(key, lanes, chosen), null)?.bar.test.name ?? null;

  it('go from test to test along a lane, and across lanes to what ran then', () => {
    expect(go('ArrowRight')).toBe('a');
    expect(go('ArrowRight', 'ArrowRight')).toBe('b');
    expect(go('ArrowRight', 'ArrowRight', 'ArrowDown')).toBe('c');
    expect(go('ArrowRight', 'ArrowDown', 'ArrowUp')).toBe('b');
  });

  it('stop at the ends', () => {
    expect(stepped('ArrowLeft', lanes, stepped('ArrowRight', lanes, null))).toBeNull();
    expect(stepped('ArrowUp', lanes, stepped('ArrowRight', lanes, null))).toBeNull();
  });
});
