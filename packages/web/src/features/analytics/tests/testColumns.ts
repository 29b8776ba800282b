import type { ResultCounts } from '@assay/contract';
import { counted, formatCount, formatShare } from '../../../ui/format/formatNumbers.ts';
import type { BarKey } from '../charts/PeriodBars.tsx';

/** What came of tests, in the order of the table and, from the baseline up, of the bars. */
export const results = [
  { key: 'failed', title: 'Failed', word: 'failed' },
  { key: 'passed', title: 'Passed', word: 'passed' },
  { key: 'ignored', title: 'Ignored', word: 'ignored' },
  { key: 'notRun', title: 'Not run', word: 'not run' },
] as const satisfies readonly { key: keyof ResultCounts & BarKey; title: string; word: string }[];

/** @returns the results that say whether a test passes */
export function judgedResults({ passed, failed }: ResultCounts): number {
  return passed + failed;
}

/** @returns how many passed: `7,812 results, 98.4% of 7,650 passed`, and how many are in no other number */
export function resultSummary(counts: ResultCounts): string {
  const of = judgedResults(counts);
  const parts = [counted(counts.results, 'result')];
  if (of > 0) parts.push(`${formatShare(counts.passed, of)} of ${formatCount(of)} passed`);
  if (counts.quarantined > 0) parts.push(`${formatCount(counts.quarantined)} quarantined left out`);
  return parts.join(', ');
}
