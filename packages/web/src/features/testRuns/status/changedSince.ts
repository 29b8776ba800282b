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

/** @returns how long the test usually takes when it passes, in ms, if it passed in clearly more than that. */
export function slowerThan({ status, duration, recent }: Compared): number | null {
  if (duration === null || status !== 'PASS') return null;
  const before = recent.flatMap((result) => (result.status === 'PASS' ? result.durationMs : [])).sort((a, b) => a - b);
  const usual = before[Math.floor(before.length / 2)];
  if (usual === undefined || before.length < fewestToCompare) return null;
  return duration > usual * slowerFactor && duration > usual + slowerByMs ? usual : null;
}
