import type { ProjectId, TestId, UserId } from '@assay/contract';
import type { AccountReader, ServiceReader } from '../readers.ts';
import { findEndingQuarantines, findQuarantinesToEnd } from './endingQuarantines.ts';
import { findExpectedDurations } from './expectedDurations.ts';
import { findIssueKeys, findProjectTest, findProjectTests } from './findProjectTests.ts';
import { findTestsRun } from './findTestsRun.ts';
import { searchTests } from './searchTests.ts';

export const projectTestReads = {
  projectTests: (
    { collections, accountId }: AccountReader,
    projectId: ProjectId,
    options: { quarantinedOnly: boolean },
  ) => findProjectTests(collections, accountId, projectId, options),
  projectTest: ({ collections, accountId }: AccountReader, projectId: ProjectId, testId: TestId) =>
    findProjectTest(collections, accountId, projectId, testId),
  issueKeys: ({ collections, accountId }: AccountReader, projectId: ProjectId, testId: TestId) =>
    findIssueKeys(collections, accountId, projectId, testId),
  testsRun: async ({ collections, accountId }: AccountReader, projects: readonly ProjectId[] | undefined) =>
    findTestsRun(collections, accountId, projects),
  endingQuarantines: ({ collections, accountId }: AccountReader, userId: UserId, before: string) =>
    findEndingQuarantines(collections, accountId, userId, before),
  foundTests: ({ collections, accountId }: AccountReader, words: readonly string[]) =>
    searchTests(collections, accountId, words),
};

export const projectTestServiceReads = {
  expectedDurations: ({ collections }: ServiceReader, projectId: ProjectId) =>
    findExpectedDurations(collections, projectId),
  quarantinesToEnd: ({ collections }: ServiceReader, before: string) => findQuarantinesToEnd(collections, before),
};
