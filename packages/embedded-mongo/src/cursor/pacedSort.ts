import type { Pace } from './pace.ts';

/** Rows sorted in one go, which takes a few milliseconds. */
const runLength = 2_048;

/** A stable in-place sort that gives others their turn: runs sorted by the engine, merged in slices. */
export async function pacedSort<T>(rows: T[], compare: (a: T, b: T) => number, pace: Pace): Promise<void> {
  if (rows.length <= runLength) {
    rows.sort(compare);
    return;
  }
  for (let from = 0; from < rows.length; from += runLength) {
    const run = rows.slice(from, from + runLength).sort(compare);
    for (let i = 0; i < run.length; i++) rows[from + i] = run[i] as T;
    await pace.pause();
  }
  let source = rows;
  let target: T[] = new Array<T>(rows.length);
  for (let width = runLength; width < rows.length; width *= 2) {
    for (let from = 0; from < rows.length; from += width * 2) {
      const middle = Math.min(from + width, rows.length);
      const end = Math.min(from + width * 2, rows.length);
      let left = from;
      let right = middle;
      for (let at = from; at < end; at++) {
        const takeLeft = left < middle && (right >= end || compare(source[left] as T, source[right] as T) <= 0);
        target[at] = (takeLeft ? source[left++] : source[right++]) as T;
        if (pace.step()) await pace.pause();
      }
    }
    [source, target] = [target, source];
  }
  if (source !== rows) for (let i = 0; i < rows.length; i++) rows[i] = source[i] as T;
}
