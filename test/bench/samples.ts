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

/** How often something is measured, and how often it is done before that, so that caches and compiled code are what they are in use. */
export type Repetitions = { samples: number; warmUps: number };

/**
 * Measures work and what it is compared with in turns, so that other load on the machine affects both.
 * @returns medians and 99th percentiles, milliseconds
 */
export async function timedInTurns(
  work: () => Promise<unknown>,
  floor: () => Promise<unknown>,
  { samples, warmUps }: Repetitions,
): Promise<{ measured: Spread; floor: Spread }> {
  const [measured, floors]: [number[], number[]] = [[], []];
  for (let index = 0; index < warmUps + samples; index++) {
    const [took, bare] = [await timed(work), await timed(floor)];
    if (index < warmUps) continue;
    measured.push(took);
    floors.push(bare);
  }
  return { measured: medianAndTail(measured), floor: medianAndTail(floors) };
}
