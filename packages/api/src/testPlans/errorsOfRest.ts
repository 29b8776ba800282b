import { errorsOfPlanSuite, type FieldError } from '@assay/application';
import {
  type AccountId,
  defaultSuiteSettings,
  type ProjectId,
  type TestPlanSuiteSettings,
  type TestSuiteId,
} from '@assay/contract';
import type { Api } from '../api.ts';

/** What is asked about while nobody has said which. */
const none = { projectId: '' as ProjectId, testSuiteId: '' as TestSuiteId };

/** @returns what is wrong with the fields of a suite of a plan that its schema accepts. */
export async function errorsOfRest(
  api: Api,
  accountId: AccountId,
  body: Partial<TestPlanSuiteSettings>,
): Promise<FieldError[]> {
  const errors = await errorsOfPlanSuite(api, accountId, { ...defaultSuiteSettings, ...none, ...body });
  // Of fields that are left out, the schema has said so itself.
  return errors.filter(({ field }) => field in body || !(field in none));
}
