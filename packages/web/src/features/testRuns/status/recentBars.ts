import type { RecentOutcome } from '@assay/contract';
import type { RecentBar } from '../../../ui/RecentBars.tsx';

/** @returns the results of a test as bars. */
export function barsOf(recent: readonly RecentOutcome[]): RecentBar[] {
  return recent.map(({ status, flaky, durationMs }) => ({ durationMs, shape: shapeOf(status, flaky) }));
}

function shapeOf(status: string, flaky: boolean): RecentBar['shape'] {
  if (flaky) return 'flaky';
  return status === 'PASS' ? 'pass' : status === 'FAIL' ? 'fail' : 'other';
}
