import type { ProjectId, TestId, TestRunId } from '@assay/contract';
import type { AccountReader } from '../readers.ts';
import { findResultsOf, findResultsUnder, type RenamedName } from './findResultsUnder.ts';
import { findRunsToCompare } from './findRunsToCompare.ts';
import { findTestRenames } from './findTestRenames.ts';

export const testRenameReads = {
  testRenames: ({ collections, accountId }: AccountReader, projectId: ProjectId, testId: TestId | null) =>
    findTestRenames(collections, accountId, projectId, testId),
  runsToCompare: ({ collections, accountId }: AccountReader, testRunId: TestRunId) =>
    findRunsToCompare(collections, accountId, testRunId),
  resultsOfTests: ({ collections, accountId }: AccountReader, projectId: ProjectId, testIds: readonly TestId[]) =>
    findResultsOf(collections, accountId, projectId, testIds),
  resultsUnder: ({ collections, accountId }: AccountReader, renamed: RenamedName) =>
    findResultsUnder(collections, accountId, renamed),
};
