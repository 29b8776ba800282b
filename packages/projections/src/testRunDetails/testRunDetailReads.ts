import type { TestRunId } from '@assay/contract';
import type { AccountReader } from '../readers.ts';
import { findTestRunners } from './findTestRunners.ts';

export const testRunDetailReads = {
  testRunners: ({ collections, accountId }: AccountReader, testRunId: TestRunId) =>
    findTestRunners(collections, accountId, testRunId),
};
