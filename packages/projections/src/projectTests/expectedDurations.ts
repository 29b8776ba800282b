import type { ProjectId, TestId } from '@assay/contract';
import type { Collections } from '../collections.ts';
import type { RecentResultDetail } from './projectTests.ts';

/**
 * Predicts the duration of a test from its newest results, ms: their median, or the newest one if that is longer. A test
 * that has become slow must start early at once, because a late start delays its whole run; an early start costs nothing.
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
