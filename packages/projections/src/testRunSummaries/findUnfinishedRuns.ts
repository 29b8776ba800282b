import { type AccountId, inProgressStatuses } from '@assay/contract';
import type { Collections } from '../collections.ts';
import type { TestRunSummaryDocument } from './testRunSummaries.ts';

/** @returns how many runs of an account have not finished */
export function countOpenRuns({ testRunSummaries }: Collections, accountId: AccountId): Promise<number> {
  return testRunSummaries.countDocuments({ accountId, status: { $in: inProgressStatuses } });
}

/** @returns the runs of every account that have not finished, oldest first */
export function findUnfinishedRuns({ testRunSummaries }: Collections): Promise<TestRunSummaryDocument[]> {
  return testRunSummaries
    .find({ status: { $in: inProgressStatuses } })
    .sort({ _id: 1 })
    .toArray();
}
