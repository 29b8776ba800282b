import type { EnvironmentId } from '@assay/contract';
import type { OpenRun } from './openRun.ts';

export type WaitingRun = Pick<OpenRun, 'testRunId' | 'environmentId' | 'priority' | 'createdAt'>;

function textOrder(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

/**
 * Which queued runs may go ahead now: by priority (higher first), then by age, as long as their environment has room.
 * @param limits maximum of concurrent runs per environment; 0 or missing: unlimited
 * @param running runs under way, by environment
 */
export function admitRuns<Run extends WaitingRun>(
  queued: readonly Run[],
  running: ReadonlyMap<EnvironmentId, number>,
  limits: ReadonlyMap<EnvironmentId, number>,
): Run[] {
  const taken = new Map(running);
  const inOrder = [...queued].sort(
    (a, b) => b.priority - a.priority || textOrder(a.createdAt, b.createdAt) || textOrder(a.testRunId, b.testRunId),
  );
  const admitted: Run[] = [];
  for (const run of inOrder) {
    const { environmentId } = run;
    const limit = limits.get(environmentId) ?? 0;
    const inUse = taken.get(environmentId) ?? 0;
    if (limit > 0 && inUse >= limit) continue;
    taken.set(environmentId, inUse + 1);
    admitted.push(run);
  }
  return admitted;
}
