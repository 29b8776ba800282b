import { type AccountId, messages, type TestDistributionRuleRequest } from '@assay/contract';
import type { Application } from '../application.ts';
import type { FieldError } from '../invalidFields.ts';
import { findNamed } from '../named/findNamed.ts';
import { namedThings } from '../named/namedThings.ts';

type Named = Pick<TestDistributionRuleRequest, 'projectId' | 'testSuiteId'>;

/**
 * @param kept what the rule names already: a project or suite that was deleted since may stay
 * @returns what a rule names that the account does not have in use
 */
export async function errorsOfDistributionRule(
  app: Application,
  accountId: AccountId,
  { projectId, testSuiteId }: Named,
  kept: Named = {},
): Promise<FieldError[]> {
  const isNew = (id: string | null | undefined, known: string | null | undefined): id is string =>
    typeof id === 'string' && id !== known;
  const [project, suite] = await Promise.all([
    isNew(projectId, kept.projectId) && findNamed(app, namedThings.project, accountId, projectId),
    isNew(testSuiteId, kept.testSuiteId) && findNamed(app, namedThings.testSuite, accountId, testSuiteId),
  ]);
  const errors: FieldError[] = [];
  if (project === null) errors.push({ field: 'projectId', message: messages.noSuchProject });
  if (suite === null) errors.push({ field: 'testSuiteId', message: messages.noSuchTestSuite });
  if (suite && typeof projectId === 'string' && suite.projectId !== projectId) {
    errors.push({ field: 'testSuiteId', message: messages.suiteOfOtherProject });
  }
  return errors;
}
