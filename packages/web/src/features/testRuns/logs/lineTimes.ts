import type { RunLogText } from '@assay/contract';

/** From a line on, counted from 0, a log arrived at a moment, in milliseconds since 1970. */
export type LineTime = { line: number; at: number };

/** When lines are shown to have been written: not at all, since the first one, or by the reader's clock. */
export type TimeChoice = 'off' | 'since' | 'clock';

/**
 * @param lines those before; the last one is still being written, and keeps its time if anything is on it
 * @returns the times with those of the text that follows.
 */
export function withTimes(
  before: readonly LineTime[],
  lines: readonly string[],
  times: RunLogText['times'],
): readonly LineTime[] {
  if (times.length === 0) return before;
  const last = lines.length - 1;
  const fresh = lines[last] === '' ? last : last + 1;
  const added = times.map(({ line, at }) => ({ line: Math.max(last + line, fresh), at: Date.parse(at) }));
  return [...before, ...added];
}

/** @returns when a line arrived; null where it is not known */
export function timeOfLine(times: readonly LineTime[], line: number): number | null {
  let [low, high] = [0, times.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((times[middle]?.line ?? 0) <= line) low = middle + 1;
    else high = middle;
  }
  return times[low - 1]?.at ?? null;
}

/** @returns a time since the first line: `0:07`, `12:40`, `1:02:11`. */
export function sinceText(milliseconds: number): string {
  const seconds = Math.max(0, Math.floor(milliseconds / 1000));
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  const two = (value: number) => String(value).padStart(2, '0');
  return hours > 0 ? `${hours}:${two(minutes)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}`;
}
