import type { TestRunStatus } from '@assay/contract';
import type { Collections } from '../collections.ts';
import type { TestRunSummaryDocument } from './testRunSummaries.ts';

const unfinished: TestRunStatus[] = ['QUEUED', 'SUBMITTED', 'SETUP', 'RUNNING', 'TEAR_DOWN'];

/** @returns the runs of every account that have not finished, oldest first */
export function findUnfinishedRuns({ testRunSummaries }: Collections): Promise<TestRunSummaryDocument[]> {
  return testRunSummaries
    .find({ status: { $in: unfinished } })
    .sort({ _id: 1 })
    .toArray();
}
