import type { TestPlanId } from '@assay/contract';
import type { AccountReader } from '../readers.ts';
import { findTestPlan, findTestPlans } from './findTestPlans.ts';

export const testPlanReads = {
  testPlans: ({ collections, accountId }: AccountReader) => findTestPlans(collections, accountId),
  testPlan: ({ collections, accountId }: AccountReader, testPlanId: TestPlanId) =>
    findTestPlan(collections, accountId, testPlanId),
};
