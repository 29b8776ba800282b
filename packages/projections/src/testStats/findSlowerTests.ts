import type { AccountId, ProjectId, TestId } from '@assay/contract';
import type { Collections } from '../collections.ts';
import type { RunFacts } from '../runStats/runStats.ts';
import { judgeSlower, type Slowdown, type Timing } from './judgeSlower.ts';
import { isOutage } from './judgeTest.ts';
import { unpack } from './packedResults.ts';

export type SlowerTest = Slowdown & { projectId: ProjectId; testId: TestId; environmentId: string };

/** As many tests of an account are looked at. */
const testsSearched = 20_000;

/**
 * The tests that have become slower in an environment, those that lost most time first. Only passing first attempts
 * count, of runs whose environment was not down.
 * @param runs by id: the runs that are looked at
 */
export async function findSlowerTests(
  { testStats }: Pick<Collections, 'testStats'>,
  accountId: AccountId,
  runs: ReadonlyMap<string, RunFacts>,
): Promise<SlowerTest[]> {
  const found: SlowerTest[] = [];
  const cursor = testStats.find({ accountId }, { projection: { projectId: 1, testId: 1, results: 1 } });
  for await (const { projectId, testId, results } of cursor.limit(testsSearched)) {
    const timings = new Map<string, Timing[]>();
    for (const { testRunId, status, flaky, retries, durationMs } of unpack(results)) {
      const run = runs.get(testRunId);
      if (!run || status !== 'PASS' || flaky || retries > 0 || isOutage(run)) continue;
      const own = timings.get(run.environmentId) ?? [];
      own.push({ durationMs, at: run.createdAt });
      timings.set(run.environmentId, own);
    }
    for (const [environmentId, own] of timings) {
      own.sort((a, b) => (a.at < b.at ? -1 : 1));
      const slower = judgeSlower(own);
      if (slower) found.push({ projectId, testId, environmentId, ...slower });
    }
  }
  return found.sort((a, b) => b.nowMs - b.beforeMs - (a.nowMs - a.beforeMs));
}
