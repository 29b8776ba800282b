/** A summary of samples: the median, and where given the 99th percentile. */
export type Spread = { p50: number; p99?: number };

/** @returns the value that the given share of the samples is at or below (0.5 is the median). */
export function quantile(samples: readonly number[], share: number): number {
  if (samples.length === 0) throw new RangeError('there are no samples');
  const sorted = [...samples].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.ceil(sorted.length * share) - 1)] ?? Number.NaN;
}

export function median(samples: readonly number[]): Spread {
  return { p50: quantile(samples, 0.5) };
}

export function medianAndTail(samples: readonly number[]): Spread {
  return { p50: quantile(samples, 0.5), p99: quantile(samples, 0.99) };
}

/** @returns the milliseconds that the work took. */
export async function timed(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  await work();
  return performance.now() - began;
}
