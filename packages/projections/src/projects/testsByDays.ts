import type { ProjectId } from '@assay/contract';
import type { Collections } from '../collections.ts';
import type { DaySpan } from '../projectTests/daysRun.ts';

/** How many tests of a project were run on these days. Most tests are run on the same days as others: rows are few. */
export type TestsByDays = readonly { spans: readonly DaySpan[]; tests: number }[];

export type TestsByDaysReader = (
  collections: Pick<Collections, 'projectTests'>,
  projectId: ProjectId,
) => Promise<TestsByDays>;

type Limits = { slowMs: number; keptMs: number; now: () => number };

/**
 * Every test of the project is looked at, once. What took long, for there are tens of thousands, is kept for a minute:
 * statistics of thirty days are not worth more, whoever asks for them how often.
 */
export function openTestsByDays({
  slowMs = 50,
  keptMs = 60_000,
  now = Date.now,
}: Partial<Limits> = {}): TestsByDaysReader {
  const kept = new Map<ProjectId, { until: number; counts: TestsByDays }>();
  return async ({ projectTests }, projectId) => {
    const known = kept.get(projectId);
    if (known && now() < known.until) return known.counts;
    kept.delete(projectId);
    const began = performance.now();
    const groups = await projectTests
      .aggregate<{ _id: DaySpan[]; tests: number }>([
        { $match: { projectId } },
        { $group: { _id: '$daysRun', tests: { $sum: 1 } } },
      ])
      .toArray();
    const counts = groups.map(({ _id: spans, tests }) => ({ spans, tests }));
    if (performance.now() - began >= slowMs) kept.set(projectId, { until: now() + keptMs, counts });
    return counts;
  };
}

/** @returns how many of the tests were run on one of the days at least, first and last included. */
export function testsRunBetween(counts: TestsByDays, first: number, last: number): number {
  return counts
    .filter(({ spans }) => spans.some(({ from, to }) => from <= last && to >= first))
    .reduce((sum, { tests }) => sum + tests, 0);
}
