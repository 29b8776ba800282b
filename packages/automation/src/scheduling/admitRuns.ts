import type { EnvironmentId, TestRunId } from '@assay/contract';

export type WaitingRun = { testRunId: TestRunId; environmentId: EnvironmentId; priority: number; createdAt: string };

function textOrder(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

/**
 * Which queued runs may go ahead now: by priority (higher first), then by age, as long as their environment has room.
 * @param limits maximum of concurrent runs per environment; 0 or missing: unlimited
 * @param running runs under way, by environment
 */
export function admitRuns(
  queued: readonly WaitingRun[],
  running: ReadonlyMap<EnvironmentId, number>,
  limits: ReadonlyMap<EnvironmentId, number>,
): TestRunId[] {
  const taken = new Map(running);
  const inOrder = [...queued].sort(
    (a, b) => b.priority - a.priority || textOrder(a.createdAt, b.createdAt) || textOrder(a.testRunId, b.testRunId),
  );
  const admitted: TestRunId[] = [];
  for (const { testRunId, environmentId } of inOrder) {
    const limit = limits.get(environmentId) ?? 0;
    const inUse = taken.get(environmentId) ?? 0;
    if (limit > 0 && inUse >= limit) continue;
    taken.set(environmentId, inUse + 1);
    admitted.push(testRunId);
  }
  return admitted;
}
