import type { TestRunId } from '@assay/contract';
import type { AccountReader, ServiceReader } from '../readers.ts';
import { findTestRun, findTestRunPage, type TestRunQuery } from './findTestRuns.ts';
import { findUnfinishedRuns } from './findUnfinishedRuns.ts';

export const testRunSummaryReads = {
  testRunPage: async ({ collections, accountId, projected }: AccountReader, query: TestRunQuery) =>
    findTestRunPage(collections, accountId, query, await projected()),
  testRun: ({ collections, accountId }: AccountReader, testRunId: TestRunId) =>
    findTestRun(collections, accountId, testRunId),
};

export const testRunSummaryServiceReads = {
  unfinishedRuns: ({ collections }: ServiceReader) => findUnfinishedRuns(collections),
};
