/** Which worker runs which spec: see lanes.mjs. */
export function workersOf<T>(
  tests: readonly T[],
  isWaiting: (test: T) => boolean,
  cores: number,
): (() => T | undefined)[];
