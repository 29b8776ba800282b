import { inBatches } from '@assay/concurrency';
import type { AccountId } from '@assay/contract';
import type { Collections } from '../collections.ts';
import type { TestRunSummaryDocument } from '../testRunSummaries/testRunSummaries.ts';
import { type AlertedRun, alertedRunOf } from './alertedRunOf.ts';

export type AlertedRunsQuery = {
  /** Created at or after. */
  from: string;
  /** How many of the newest are looked at. */
  limit: number;
  fits: (run: TestRunSummaryDocument & { includeTags: readonly string[] }) => boolean;
};

/** A run that has ended, with a verdict. */
export type EndedRun = AlertedRun & { status: 'PASS' | 'FAIL'; endTime: string };

/** Runs whose failed tests are read at once. */
const atOnce = 20;

/** @returns the runs of an account that fit, in the order in which they ended; `isCut`: there were more than the limit */
export async function findAlertedRuns(
  collections: Collections,
  accountId: AccountId,
  { from, limit, fits }: AlertedRunsQuery,
): Promise<{ runs: EndedRun[]; isCut: boolean }> {
  const found = await collections.testRunSummaries
    .find({ accountId, createdAt: { $gte: from }, status: { $in: ['PASS', 'FAIL'] } })
    .sort({ _id: -1 })
    .limit(limit + 1)
    .toArray();
  const wanted = found.slice(0, limit).filter((run) => fits({ ...run, includeTags: run.request.includeTags }));
  const runs = await inBatches(wanted, atOnce, async (summary): Promise<EndedRun> => {
    const run = await alertedRunOf(collections, summary);
    const status = run.status === 'PASS' ? ('PASS' as const) : ('FAIL' as const);
    return { ...run, status, endTime: summary.endTime ?? summary.createdAt };
  });
  runs.sort((one, other) => one.endTime.localeCompare(other.endTime));
  return { runs, isCut: found.length > limit };
}
