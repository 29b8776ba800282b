import type { AccountId, TestRunView } from '@assay/contract';
import type { Collections } from '../collections.ts';
import { attributesOf } from './attributesOf.ts';
import { filterOf, type RunFilters } from './findTestRuns.ts';
import { countsOf } from './runCounts.ts';
import { newestFirst } from './standings.ts';

/** What a run was of, and how it ended. */
export type RunOutcome = Pick<
  TestRunView,
  'environmentId' | 'testSuiteId' | 'attributes' | 'status' | 'nothingCouldPass' | 'failCount'
>;

const outcomeFields = {
  environmentId: 1,
  testSuiteId: 1,
  'request.attributes': 1,
  status: 1,
  totals: 1,
  totalCount: 1,
  quarantineTotalCount: 1,
  runningCount: 1,
} as const;

/** @returns how the newest runs that match ended, newest first, without what takes further reads to show them */
export async function findRunOutcomes(
  collections: Collections,
  accountId: AccountId,
  filters: RunFilters,
  limit: number,
): Promise<RunOutcome[]> {
  const filter = await filterOf(collections, accountId, filters);
  const runs = await collections.testRunSummaries
    .find(filter, { projection: outcomeFields })
    .sort(newestFirst)
    .limit(limit)
    .toArray();
  return runs.map((run) => {
    const { environmentId, testSuiteId, status } = run;
    const { nothingCouldPass, failCount } = countsOf(run);
    const attributes = attributesOf(run.request);
    return { environmentId, testSuiteId, attributes, status, nothingCouldPass, failCount };
  });
}
