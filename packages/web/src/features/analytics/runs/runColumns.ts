import type { TestRunCounts } from '@assay/contract';
import { formatCount, formatShare } from '../../../ui/format/formatNumbers.ts';
import type { BarKey } from '../charts/PeriodBars.tsx';

/** What came of runs, in the order of the table; bars are stacked in the order of `stacked`. */
export const outcomes = [
  { key: 'failed', title: 'Failed', word: 'failed', statuses: ['FAIL'] },
  { key: 'passed', title: 'Passed', word: 'passed', statuses: ['PASS'] },
  { key: 'setupFailed', title: 'Setup failed', word: 'setup failed', statuses: ['FAIL'] },
  { key: 'inconclusive', title: 'Inconclusive', word: 'inconclusive', statuses: ['PASS'] },
  { key: 'canceled', title: 'Canceled', word: 'canceled', statuses: ['CANCELED'] },
] as const satisfies readonly { key: keyof TestRunCounts & BarKey; title: string; word: string; statuses: string[] }[];

/** @returns the runs that say whether the tests pass: canceled and inconclusive ones and those without tests do not */
export function judged({ passed, failed }: TestRunCounts): number {
  return passed + failed;
}

/** @returns how many passed: `988 runs, 88.4% of 951 passed`, with what is not counted */
export function summaryOf(counts: TestRunCounts): string {
  const { runs, passed, unfinished } = counts;
  const parts = [`${formatCount(runs)} ${runs === 1 ? 'run' : 'runs'}`];
  if (judged(counts) > 0) parts.push(`${formatShare(passed, judged(counts))} of ${formatCount(judged(counts))} passed`);
  if (unfinished > 0) parts.push(`${formatCount(unfinished)} not finished yet`);
  return parts.join(', ');
}
