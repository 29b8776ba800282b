import type { TestRunId } from '@assay/contract';
import type { AccountReader } from '../readers.ts';
import { findTestRunHistory } from './findTestRunHistory.ts';

export const testRunHistoryReads = {
  history: ({ collections, accountId }: AccountReader, testRunId: TestRunId) =>
    findTestRunHistory(collections, accountId, testRunId),
};
