import type { ProjectId, TestSuiteId } from '@assay/contract';
import type { AccountReader } from '../readers.ts';
import { findTestSuite, findTestSuites } from './findTestSuites.ts';

export const testSuiteReads = {
  testSuites: ({ collections, accountId }: AccountReader, projectId?: ProjectId) =>
    findTestSuites(collections, accountId, projectId),
  testSuite: ({ collections, accountId }: AccountReader, projectId: ProjectId, testSuiteId: TestSuiteId) =>
    findTestSuite(collections, accountId, projectId, testSuiteId),
};
