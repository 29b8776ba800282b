import { type Bar, type Lane, type Lanes, lengthOf } from './timelineLanes.ts';

/** How fast the run could have been with its runners, and what kept it from that. */
export type Bound = {
  /** Milliseconds from its start: its longest test, or its work shared evenly after the set-up, whichever is longer. */
  ms: number;
  /** What sets it. */
  by: 'longestTest' | 'work';
  /** Milliseconds that it took longer. */
  overMs: number;
  /** The test that ended last, and where it ran. */
  last: { bar: Bar; lane: Lane };
};

/** @returns null when no test ran */
export function boundOf({ from, to, lanes }: Lanes, maxRunners: number): Bound | null {
  const ran = lanes.flatMap((lane) => lane.bars.map((bar) => ({ bar, lane })));
  const [first] = ran;
  if (!first) return null;
  // One that took no time, such as a test that is skipped, kept nobody waiting.
  const last = ran.reduce((latest, one) => (one.bar.to > latest.bar.to && lengthOf(one.bar) > 0 ? one : latest), first);
  const begun = ran.reduce((earliest, { bar }) => Math.min(earliest, bar.from), first.bar.from);
  const longest = ran.reduce((most, { bar }) => Math.max(most, lengthOf(bar)), 0);
  const work = lanes.reduce((sum, { busyMs }) => sum + busyMs, 0);
  // A runner that was replaced shared its place with the one that came after it.
  const runners = Math.max(1, Math.min(maxRunners, lanes.length));
  const shared = work / runners + (begun - from);
  const ms = Math.max(longest, shared);
  return { ms, by: longest > shared ? 'longestTest' : 'work', overMs: Math.max(0, to - from - ms), last };
}

/** @returns what part of the runners' time each kind took, from 0 to 1 */
export function sharesOf(lanes: readonly Lane[]): { busy: number; idle: number; around: number } {
  const all = lanes.reduce((sum, lane) => sum + lengthOf(lane), 0);
  if (all === 0) return { busy: 0, idle: 0, around: 0 };
  const share = (msOf: (lane: Lane) => number) => lanes.reduce((sum, lane) => sum + msOf(lane), 0) / all;
  return {
    busy: share(({ busyMs }) => busyMs),
    idle: share(({ idle }) => idle.reduce((sum, span) => sum + lengthOf(span), 0)),
    around: share(({ setUp, tearDown }) => lengthOf(setUp) + lengthOf(tearDown)),
  };
}
