import type { TestId, TestRunId } from '@assay/contract';
import type { AccountReader, ServiceReader } from '../readers.ts';
import {
  findFailedTests,
  findFailureOwners,
  findFirstFailures,
  findFlakyTests,
  findMissingTests,
} from './findFailedTests.ts';
import { findTestList } from './findTestList.ts';
import { findTestResult, findTestResults, type TestResultsQuery } from './findTestResults.ts';

export const testRunTestReads = {
  testResults: async (
    { collections, accountId, projected }: AccountReader,
    testRunId: TestRunId,
    query: TestResultsQuery,
  ) => findTestResults(collections, accountId, testRunId, query, await projected()),
  testResult: ({ collections, accountId }: AccountReader, testRunId: TestRunId, testKey: string) =>
    findTestResult(collections, accountId, testRunId, testKey),
  failedTests: ({ collections, accountId }: AccountReader, testRunId: TestRunId) =>
    findFailedTests(collections, accountId, testRunId),
  firstFailures: ({ collections, accountId }: AccountReader, testRunId: TestRunId, limit: number) =>
    findFirstFailures(collections, accountId, testRunId, limit),
  failureOwners: ({ collections, accountId }: AccountReader, testRunId: TestRunId, limit: number) =>
    findFailureOwners(collections, accountId, testRunId, limit),
  missingTests: ({ collections, accountId }: AccountReader, testRunId: TestRunId, testIds: readonly TestId[]) =>
    findMissingTests(collections, accountId, testRunId, testIds),
  testList: (
    { collections, accountId }: AccountReader,
    testRunId: TestRunId,
    page: { offset: number; limit: number },
  ) => findTestList(collections, accountId, testRunId, page),
};

export const testRunTestServiceReads = {
  /** Tests that failed and then passed in a run, and were not quarantined in it. */
  flakyTests: ({ collections }: ServiceReader, testRunId: TestRunId) => findFlakyTests(collections, testRunId),
};
