import type { Span } from '@assay/contract';
import type { RunFacts } from '../runStats/runFacts.ts';

/**
 * @param runs in the order in which they were created
 * @param periods oldest first, without gaps
 * @returns of each period what is counted of its runs, with its times in ISO 8601
 */
export function byPeriod<Counts>(
  runs: readonly RunFacts[],
  periods: readonly Span[],
  countOf: (runs: readonly RunFacts[]) => Counts,
): ({ start: string; end: string } & Counts)[] {
  let next = 0;
  return periods.map((period) => {
    const [start, end] = [new Date(period.start).toISOString(), new Date(period.end).toISOString()];
    const first = next;
    while ((runs[next]?.createdAt ?? end) < end) next += 1;
    return { start, end, ...countOf(runs.slice(first, next)) };
  });
}
