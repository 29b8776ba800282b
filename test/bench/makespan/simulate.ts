import type { TestId } from '@assay/contract';

/** Tests that one runner runs in one process. */
export type Batch = { tests: readonly TestId[]; expectedMs: number };

/**
 * @param startMs the cost of each batch before its first test
 * @returns ms until the last runner is done when free runners pull the next batch, in this order.
 */
export function pulled(
  batches: readonly Batch[],
  runners: number,
  takes: ReadonlyMap<TestId, number>,
  startMs = 0,
): number {
  const freeAt = new Array<number>(runners).fill(0);
  for (const { tests } of batches) {
    const first = freeAt.indexOf(Math.min(...freeAt));
    freeAt[first] = tests.reduce((at, testId) => at + (takes.get(testId) ?? 0), (freeAt[first] ?? 0) + startMs);
  }
  return Math.max(...freeAt);
}

/** Like the work queue: the longest ready unit first. */
export function longestFirst<B extends Batch>(batches: readonly B[]): B[] {
  return [...batches].sort((a, b) => b.expectedMs - a.expectedMs);
}
