/** Which worker runs which spec, and when: see lanes.mjs. */
export function runInLanes<T>(
  tests: readonly T[],
  run: (test: T) => Promise<void>,
  cores: number,
  idleness?: () => Promise<number>,
): Promise<void>;
