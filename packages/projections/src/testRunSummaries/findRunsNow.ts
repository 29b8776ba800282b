import { type AccountId, inProgressStatuses, limits } from '@assay/contract';
import type { Collections } from '../collections.ts';
import { earliestIdAt } from './findTestRuns.ts';

/** The runs of every account: those in progress, and those of a day. */
export type RunsNow = {
  running: number;
  submitted: number;
  queued: number;
  /** When the run was created that waits longest; null: none waits. */
  queuedSince: string | null;
  /** Created since the day began; no more than `limits.countedTestRuns` are counted. */
  today: number;
  /** Median of the seven days before; null: none of them had a run. */
  usual: number | null;
  setupFailedToday: number;
  /** With most runs of the day first. */
  accounts: { accountId: AccountId; testRuns: number; tests: number }[];
};

const dayMs = 86_400_000;
const daysBefore = 7;

/** @returns the median of the runs of each day before; null: none had one */
async function usualOf({ testRunSummaries }: Collections, dayStart: number): Promise<number | null> {
  const counts = await Promise.all(
    Array.from({ length: daysBefore }, (_, index) => {
      const [start, end] = [dayStart - (index + 1) * dayMs, dayStart - index * dayMs];
      const ofDay = { _id: { $gte: earliestIdAt(start), $lt: earliestIdAt(end) } };
      return testRunSummaries.countDocuments(ofDay, { limit: limits.countedTestRuns });
    }),
  );
  const median = counts.sort((a, b) => a - b)[Math.floor(daysBefore / 2)] ?? 0;
  return counts.some((count) => count > 0) ? median : null;
}

/** @param dayStart milliseconds since 1970 */
export async function findRunsNow(collections: Collections, dayStart: number): Promise<RunsNow> {
  const { testRunSummaries } = collections;
  const atStatus = (status: string) => testRunSummaries.countDocuments({ status: status as 'QUEUED' });
  const others = inProgressStatuses.filter((status) => status !== 'QUEUED' && status !== 'SUBMITTED');
  const since = new Date(dayStart).toISOString();
  const [queued, submitted, running, oldest, usual, ofDay] = await Promise.all([
    atStatus('QUEUED'),
    atStatus('SUBMITTED'),
    testRunSummaries.countDocuments({ status: { $in: others } }),
    testRunSummaries.findOne({ status: 'QUEUED' }, { sort: { _id: 1 }, projection: { createdAt: 1 } }),
    usualOf(collections, dayStart),
    testRunSummaries
      .find({ _id: { $gte: earliestIdAt(dayStart) } })
      .project<{ accountId: AccountId; createdAt: string; statusCode: string | null; totalCount: number }>({
        accountId: 1,
        createdAt: 1,
        statusCode: 1,
        totalCount: 1,
      })
      .limit(limits.countedTestRuns)
      .toArray(),
  ]);
  const today = ofDay.filter(({ createdAt }) => createdAt >= since);
  const accounts = new Map<AccountId, { testRuns: number; tests: number }>();
  for (const { accountId, totalCount } of today) {
    const { testRuns, tests } = accounts.get(accountId) ?? { testRuns: 0, tests: 0 };
    accounts.set(accountId, { testRuns: testRuns + 1, tests: tests + totalCount });
  }
  return {
    running,
    submitted,
    queued,
    queuedSince: oldest?.createdAt ?? null,
    today: today.length,
    usual,
    setupFailedToday: today.filter(({ statusCode, totalCount }) => statusCode !== null && totalCount === 0).length,
    accounts: [...accounts]
      .map(([accountId, counts]) => ({ accountId, ...counts }))
      .sort((a, b) => b.testRuns - a.testRuns || b.tests - a.tests),
  };
}
