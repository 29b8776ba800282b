import type { PlayedMark, ReplayTape } from './replayTape.ts';

export const replaySpeeds = [1, 5, 10, 25, 100] as const;
export type ReplaySpeed = (typeof replaySpeeds)[number];

/** Longer times in which nothing happens are played as this much, in milliseconds of the run. */
const longestIdleMs = 2_000;

/**
 * @param by milliseconds of the run to play, at single speed
 * @returns the place that is reached; times in which nothing happens pass faster
 */
export function advanced(tape: ReplayTape, place: number, by: number): number {
  let at = place;
  let left = by;
  while (left > 0 && at < tape.end) {
    const played = tape.playedAt(at);
    const next = tape.placeOf(played);
    const gap = next - (played === 0 ? 0 : tape.placeOf(played - 1));
    const faster = Math.max(1, gap / longestIdleMs);
    const needed = (next - at) / faster;
    if (needed > left) return at + left * faster;
    left -= needed;
    at = next;
  }
  return Math.min(at, tape.end);
}

/** @returns where the next frame is, or the one before */
export function steppedBy(tape: ReplayTape, place: number, by: 1 | -1): number {
  const played = tape.playedAt(place);
  if (by === 1) return tape.placeOf(Math.min(played, tape.length - 1));
  const here = tape.placeOf(played - 1);
  // Several events may have the same time.
  const before = tape.playedAt(here - 0.5);
  return before === 0 ? 0 : tape.placeOf(before - 1);
}

/**
 * @param marks in their order
 * @returns where the next mark is, or the one before; the end or the start where there is none
 */
export function markFrom(marks: readonly PlayedMark[], end: number, place: number, by: 1 | -1): number {
  const places = marks.map(({ at }) => at);
  if (by === 1) return places.find((at) => at > place) ?? end;
  return places.findLast((at) => at < place) ?? 0;
}

/** How many results there were in each stretch of a replay. */
export type Histogram = { each: number; columns: readonly { passed: number; failed: number }[] };

/** @param count how many columns there is room for */
export function histogramOf(tape: ReplayTape, end: number, count: number): Histogram {
  const each = Math.max(1, end / count);
  const columns = Array.from({ length: count }, () => ({ passed: 0, failed: 0 }));
  for (const { at, failed } of tape.results) {
    const column = columns[Math.min(count - 1, Math.floor(at / each))];
    if (column) column[failed ? 'failed' : 'passed'] += 1;
  }
  return { each, columns };
}

/** @returns the first mark of each kind, to be named, and the others */
export function namedMarks(marks: readonly PlayedMark[]): { named: PlayedMark[]; others: PlayedMark[] } {
  const seen = new Set<string>();
  const [named, others]: [PlayedMark[], PlayedMark[]] = [[], []];
  for (const mark of marks) {
    (seen.has(mark.mark) ? others : named).push(mark);
    seen.add(mark.mark);
  }
  return { named, others };
}
