import { type AccountId, inProgressStatuses, type TestRunId } from '@assay/contract';
import type { Collections } from '../collections.ts';
import type { TestRunSummaryDocument } from './testRunSummaries.ts';

/** @returns how many runs of an account have not finished */
export function countOpenRuns({ testRunSummaries }: Collections, accountId: AccountId): Promise<number> {
  return testRunSummaries.countDocuments({ accountId, status: { $in: inProgressStatuses } });
}

/** @returns the runs of an account that have not finished */
export async function findOpenRunIds({ testRunSummaries }: Collections, accountId: AccountId): Promise<TestRunId[]> {
  const open = { accountId, status: { $in: inProgressStatuses } };
  const found = await testRunSummaries.find(open, { projection: { testRunId: 1 } }).toArray();
  return found.map(({ testRunId }) => testRunId);
}

/** @returns the runs of every account that have not finished, oldest first */
export function findUnfinishedRuns({ testRunSummaries }: Collections): Promise<TestRunSummaryDocument[]> {
  return testRunSummaries
    .find({ status: { $in: inProgressStatuses } })
    .sort({ _id: 1 })
    .toArray();
}
