import type { TestResultRow } from '@assay/contract';

/** Fewer say nothing about how long a test usually takes. */
const fewestToCompare = 3;
const slowerFactor = 1.5;
/** Short tests vary by more than the factor without anything being wrong. */
const slowerByMs = 1_000;

type Compared = Pick<TestResultRow, 'status' | 'duration' | 'recent'>;

/** @returns whether the test fails, and passed when it last ran before. */
export function isNewlyFailing({ status, recent }: Compared): boolean {
  const last = recent.find((result) => result.status === 'PASS' || result.status === 'FAIL');
  return status === 'FAIL' && last?.status === 'PASS';
}

/** @returns how long the test usually takes when it passes, in ms; null: it has not passed often enough to say. */
export function usualDuration({ recent }: Pick<Compared, 'recent'>): number | null {
  const before = recent.flatMap((result) => (result.status === 'PASS' ? result.durationMs : [])).sort((a, b) => a - b);
  return before.length < fewestToCompare ? null : (before[Math.floor(before.length / 2)] ?? null);
}

/** @returns how long the test usually takes, if it passed in clearly more than that. */
export function slowerThan({ status, duration, recent }: Compared): number | null {
  if (duration === null || status !== 'PASS') return null;
  const usual = usualDuration({ recent });
  return usual !== null && isSlower(duration, usual) ? usual : null;
}

/** @returns whether the difference is worth a word. */
export function isSlower(duration: number, usual: number): boolean {
  return duration > usual * slowerFactor && duration > usual + slowerByMs;
}
