import type { ProjectId, TestId } from '@assay/contract';
import type { Collections } from '../collections.ts';
import type { RecentResultDetail } from './projectTests.ts';

/**
 * What to expect of a test by its newest results, ms: their median, or the newest one where that is longer. A test that
 * has become slow must be known at once, for begun late it holds up its whole run; begun early for nothing it costs none.
 * @param newestFirst results of runs that it took part in
 */
export function expectedDurationOf(
  newestFirst: readonly Pick<RecentResultDetail, 'status' | 'durationMs'>[],
): number | null {
  const durations = newestFirst.filter(({ status }) => status !== 'NOT_RUN').map(({ durationMs }) => durationMs);
  const [newest] = durations;
  if (newest === undefined) return null;
  const few = durations.slice(0, 3).sort((a, b) => a - b);
  return Math.max(newest, few[Math.floor(few.length / 2)] ?? newest);
}

/** What the planner expects a project's tests to take, ms. Tests that never ran are missing. */
export async function findExpectedDurations(
  collections: Collections,
  projectId: ProjectId,
): Promise<Map<TestId, number>> {
  const projection = { testId: 1, recent: 1 };
  const expected = new Map<TestId, number>();
  for await (const { testId, recent } of collections.projectTests.find({ projectId }, { projection })) {
    const duration = expectedDurationOf(recent);
    if (duration !== null) expected.set(testId, duration);
  }
  return expected;
}
