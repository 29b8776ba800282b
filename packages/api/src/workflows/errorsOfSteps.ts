import { type Application, type FieldError, findNamed, namedThings, ownNamed } from '@assay/application';
import { type AccountId, messages, type WorkflowId, type WorkflowStep } from '@assay/contract';

/**
 * @returns the steps that name a test plan which the account does not have in use. One whose plan was deleted since may
 * stay as it is.
 * @throws DomainError `workflow.notFound` when the account has no such workflow in use
 */
export async function errorsOfSteps(
  app: Application,
  accountId: AccountId,
  workflowId: WorkflowId,
  steps: readonly WorkflowStep[],
): Promise<FieldError[]> {
  const { steps: before } = await ownNamed(app, namedThings.workflow, accountId, workflowId);
  const known = new Set(before.map(({ testPlanId }) => testPlanId));
  const errors = steps.map(async ({ testPlanId }, at): Promise<FieldError[]> => {
    if (testPlanId === null || known.has(testPlanId)) return [];
    const found = await findNamed(app, namedThings.testPlan, accountId, testPlanId);
    return found ? [] : [{ field: `steps.${at}.testPlanId`, message: messages.noSuchTestPlan }];
  });
  return (await Promise.all(errors)).flat();
}
