import type { AccountId, TestRunStatus } from '@assay/contract';
import type { Collections } from '../collections.ts';
import type { TestRunSummaryDocument } from './testRunSummaries.ts';

const unfinished: TestRunStatus[] = ['QUEUED', 'SUBMITTED', 'SETUP', 'RUNNING', 'TEAR_DOWN'];

/** @returns how many runs of an account have not finished */
export function countOpenRuns({ testRunSummaries }: Collections, accountId: AccountId): Promise<number> {
  return testRunSummaries.countDocuments({ accountId, status: { $in: unfinished } });
}

/** @returns the runs of every account that have not finished, oldest first */
export function findUnfinishedRuns({ testRunSummaries }: Collections): Promise<TestRunSummaryDocument[]> {
  return testRunSummaries
    .find({ status: { $in: unfinished } })
    .sort({ _id: 1 })
    .toArray();
}
