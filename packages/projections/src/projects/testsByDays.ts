import type { ProjectId } from '@assay/contract';
import type { Collections } from '../collections.ts';
import type { DaySpan } from '../projectTests/daysRun.ts';

/** How many tests of a project ran on exactly these days. Most tests run on the same days, so there are few rows. */
export type TestsByDays = readonly { spans: readonly DaySpan[]; tests: number }[];

export type TestsByDaysReader = (
  collections: Pick<Collections, 'projectTests'>,
  projectId: ProjectId,
) => Promise<TestsByDays>;

type Limits = { slowMs: number; keptMs: number; now: () => number };

/**
 * Counts every test of the project. A slow count (there may be tens of thousands of tests) is cached for a minute, which
 * is precise enough for statistics of thirty days.
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

/** @returns how many of the tests ran on at least one of the days, first and last included. */
export function testsRunBetween(counts: TestsByDays, first: number, last: number): number {
  return counts
    .filter(({ spans }) => spans.some(({ from, to }) => from <= last && to >= first))
    .reduce((sum, { tests }) => sum + tests, 0);
}
