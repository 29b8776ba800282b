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
  setupFailedToday: number;
  /** With most runs of the day first. */
  accounts: { accountId: AccountId; testRuns: number; tests: number }[];
};

/** @param dayStart milliseconds since 1970 */
export async function findRunsNow({ testRunSummaries }: Collections, dayStart: number): Promise<RunsNow> {
  const atStatus = (status: string) => testRunSummaries.countDocuments({ status: status as 'QUEUED' });
  const others = inProgressStatuses.filter((status) => status !== 'QUEUED' && status !== 'SUBMITTED');
  const since = new Date(dayStart).toISOString();
  const [queued, submitted, running, oldest, ofDay] = await Promise.all([
    atStatus('QUEUED'),
    atStatus('SUBMITTED'),
    testRunSummaries.countDocuments({ status: { $in: others } }),
    testRunSummaries.findOne({ status: 'QUEUED' }, { sort: { _id: 1 }, projection: { createdAt: 1 } }),
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
    setupFailedToday: today.filter(({ statusCode, totalCount }) => statusCode !== null && totalCount === 0).length,
    accounts: [...accounts]
      .map(([accountId, counts]) => ({ accountId, ...counts }))
      .sort((a, b) => b.testRuns - a.testRuns || b.tests - a.tests),
  };
}
