import type { TestPlanId, TestPlanRunId, TestRunId } from '@assay/contract';
import type { AccountReader } from '../readers.ts';
import { findPlanRunOf, findTestPlanRun, findTestPlanRunPage } from './findTestPlanRuns.ts';

export const testPlanRunReads = {
  testPlanRunPage: async (
    { collections, accountId, projected }: AccountReader,
    query: { testPlanId: TestPlanId; page: number; limit: number },
  ) => {
    const position = await projected();
    return findTestPlanRunPage(collections, accountId, query, position);
  },
  testPlanRun: (
    { collections, accountId }: AccountReader,
    ids: { testPlanId: TestPlanId; testPlanRunId: TestPlanRunId },
  ) => findTestPlanRun(collections, accountId, ids),
  planRunOf: ({ collections, accountId }: AccountReader, testRunId: TestRunId) =>
    findPlanRunOf(collections, accountId, testRunId),
};
