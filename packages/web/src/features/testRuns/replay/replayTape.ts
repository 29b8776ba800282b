import {
  isFinished,
  type ReplayedRun,
  type ReplayedTest,
  type ReplayFrame,
  type ReplayMark,
  type TestRunnerView,
  unstartedTest,
} from '@assay/contract';

/** As it happened, by the clocks of the agents; or as the service learned of it. */
export const replayOrders = ['happened', 'known'] as const;
export type ReplayOrder = (typeof replayOrders)[number];

/** A test after one of the frames. */
type Version = { frame: number; test: ReplayedTest; lateMs: number };

/** The run and its runners after some of the frames. */
type RunState = { run: Partial<ReplayedRun>; runners: ReadonlyMap<string, TestRunnerView> };

/** What a frame meant for a test: whether it ended, and how. */
export type PlayedResult = { at: number; failed: boolean };

/** A place that somebody may look for. Messages are no events of the run, so they come from beside the tape. */
export type PlayedMark = { at: number; key: string; mark: ReplayMark | 'message' };

/** Frames between two states that are kept, so that a jump folds no more than these. */
const keyFrameEvery = 500;
/** What passes before the run starts and after it has ended is shown as no more than this. */
const longestAroundMs = 5_000;

/**
 * A run to be played: its frames in order, each with its place in the replay, in milliseconds from its beginning. Waiting
 * before the start and whatever came long after the end is shortened, so that places are no more than nearly times.
 */
export class ReplayTape {
  readonly order: ReplayOrder;
  frames: ReplayFrame[] = [];
  results: PlayedResult[] = [];
  marks: PlayedMark[] = [];
  #places: number[] = [];
  #versions = new Map<string, Version[]>();
  #keyFrames: RunState[] = [];
  #last: RunState = { run: {}, runners: new Map() };

  /** @param frames all that are known, in the order of the log */
  constructor(frames: readonly ReplayFrame[], order: ReplayOrder) {
    this.order = order;
    const inOrder = order === 'known' ? frames : [...frames].sort((a, b) => timeOf(a) - timeOf(b));
    for (const frame of inOrder) this.#add(frame);
  }

  /** @returns a longer tape. It has what this one has, so that growing costs no more than what is new. */
  grown(frames: readonly ReplayFrame[]): ReplayTape {
    const longer = new ReplayTape([], this.order);
    longer.frames = this.frames;
    longer.results = this.results;
    longer.marks = this.marks;
    longer.#places = this.#places;
    longer.#versions = this.#versions;
    longer.#keyFrames = this.#keyFrames;
    longer.#last = this.#last;
    for (const frame of frames) longer.#add(frame);
    return longer;
  }

  /** @returns whether the other tape begins with this one, or is it */
  goesOnIn(other: ReplayTape): boolean {
    return other.frames === this.frames;
  }

  get length(): number {
    return this.frames.length;
  }

  /** Where the last frame is. */
  get end(): number {
    return this.#places.at(-1) ?? 0;
  }

  /** @returns where the frame is that is played as number `index`, from 0 */
  placeOf(index: number): number {
    return this.#places[index] ?? this.end;
  }

  /** @returns how many frames are played up to a place, those at the place included */
  playedAt(place: number): number {
    return upperBound(this.#places, (other) => other - place);
  }

  /** @returns when it is after so many frames: milliseconds since the run was created */
  timeAt(place: number): number {
    const played = this.playedAt(place);
    const last = this.frames[played - 1];
    if (!last) return 0;
    const next = this.frames[played];
    const time = this.#timeOf(last) + (place - this.placeOf(played - 1));
    return next ? Math.min(time, this.#timeOf(next)) : time;
  }

  /** @returns the place of a time, in milliseconds since the run was created */
  placeOfTime(time: number): number {
    const played = upperBound(this.frames, (frame) => this.#timeOf(frame) - time);
    const last = this.frames[played - 1];
    if (!last) return 0;
    const from = this.placeOf(played - 1);
    // Before the next frame, even where waiting for it is shortened.
    const latest = played < this.length ? Math.max(from, this.placeOf(played) - 1) : this.end;
    return Math.min(from + (time - this.#timeOf(last)), latest);
  }

  /** @returns the run and its runners after so many frames */
  runAfter(played: number): RunState {
    const key = Math.floor(played / keyFrameEvery);
    let state: RunState = key === 0 ? { run: {}, runners: new Map() } : (this.#keyFrames[key - 1] ?? this.#last);
    for (let index = key * keyFrameEvery; index < played; index++) {
      const frame = this.frames[index];
      if (frame) state = after(state, frame);
    }
    return state;
  }

  /** @returns a test after so many frames, and how much later than it happened that was known; null: it was not known yet */
  testAfter(testKey: string, played: number): Omit<Version, 'frame'> | null {
    const versions = this.#versions.get(testKey) ?? [];
    return versions[upperBound(versions, ({ frame }) => frame - (played - 1)) - 1] ?? null;
  }

  /** @returns the tests that changed between two numbers of frames */
  testsChanged(from: number, to: number): Set<string> {
    const keys = new Set<string>();
    for (let index = from; index < to; index++) {
      const { listed = [], tests = {} } = this.frames[index] ?? {};
      for (const key of listed) keys.add(key);
      for (const key of Object.keys(tests)) keys.add(key);
    }
    return keys;
  }

  #timeOf(frame: ReplayFrame): number {
    return this.order === 'known' ? frame.t : timeOf(frame);
  }

  #add(frame: ReplayFrame): void {
    const index = this.frames.length;
    const before = this.frames[index - 1];
    const gap = before ? Math.max(0, this.#timeOf(frame) - this.#timeOf(before)) : 0;
    const { startTime, status } = this.#last.run;
    const around = !startTime || (status !== undefined && isFinished(status));
    const place = this.end + (around ? Math.min(gap, longestAroundMs) : gap);
    this.frames.push(frame);
    this.#places.push(place);
    this.#last = after(this.#last, frame);
    if ((index + 1) % keyFrameEvery === 0) this.#keyFrames.push(this.#last);
    if (frame.mark) this.marks.push({ at: place, key: frame.position, mark: frame.mark });
    for (const key of frame.listed ?? []) this.#change(key, index, {}, 0);
    for (const [key, change] of Object.entries(frame.tests ?? {})) {
      this.#change(key, index, change, frame.happened === undefined ? 0 : frame.t - frame.happened);
      if (frame.event === 'TestFinished' && change.status !== undefined && change.status !== 'RUNNING')
        this.results.push({ at: place, failed: change.status === 'FAIL' });
    }
  }

  #change(testKey: string, frame: number, change: Partial<ReplayedTest>, lateMs: number): void {
    const versions = this.#versions.get(testKey);
    const test = { ...(versions?.at(-1)?.test ?? unstartedTest), ...change };
    if (versions) versions.push({ frame, test, lateMs });
    else this.#versions.set(testKey, [{ frame, test, lateMs }]);
  }
}

function timeOf({ t, happened }: ReplayFrame): number {
  return happened ?? t;
}

function after({ run, runners }: RunState, { set, add, runners: changed }: ReplayFrame): RunState {
  let next = runners;
  if (changed) {
    const all = new Map(runners);
    for (const [id, change] of Object.entries(changed)) {
      const before = all.get(id);
      // The first frame of a runner has all of it.
      all.set(id, before ? { ...before, ...change } : (change as TestRunnerView));
    }
    next = all;
  }
  return { run: set || add ? { ...run, ...set, ...sums(run, add) } : run, runners: next };
}

function sums(run: Partial<ReplayedRun>, add: ReplayFrame['add'] = {}): Partial<ReplayedRun> {
  const before: Record<string, unknown> = run;
  return Object.fromEntries(Object.entries(add).map(([field, by]) => [field, Number(before[field] ?? 0) + by]));
}

/** @returns how many of the sorted items are not above: those that `above` has at most 0 for */
function upperBound<Item>(items: readonly Item[], above: (item: Item) => number): number {
  let [low, high] = [0, items.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    const item = items[middle];
    if (item !== undefined && above(item) <= 0) low = middle + 1;
    else high = middle;
  }
  return low;
}
