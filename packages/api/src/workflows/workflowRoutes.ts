import {
  type Application,
  archiveNamed,
  changeNamed,
  createNamed,
  type FieldError,
  findNamed,
  namedThings,
  ownNamed,
  refusedNamesOf,
} from '@assay/application';
import { type AccountId, messages, type WorkflowId, type WorkflowStep, workflowCalls } from '@assay/contract';
import { DomainError } from '@assay/domain';
import { commandAnswer } from '../http/commandAnswer.ts';
import { type Route, route } from '../http/route.ts';

/**
 * @returns the steps that name a test plan which the account does not have in use. One whose plan was deleted since may
 * stay as it is.
 * @throws DomainError `workflow.notFound` when the account has no such workflow in use
 */
async function errorsOfSteps(
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

const listWorkflows = route(workflowCalls.listWorkflows, ({ caller }) => caller.models.workflows());

const createWorkflow = route(
  workflowCalls.createWorkflow,
  async ({ api, body: { name }, context, newId }) => {
    const workflowId = newId<WorkflowId>();
    const command = { type: 'createWorkflow' as const, workflowId, name };
    return commandAnswer(api.eventLog, await createNamed(api, namedThings.workflow, workflowId, command, context));
  },
  {
    rest: ({ api, body: { name }, caller: { accountId } }) =>
      refusedNamesOf(api, { thing: namedThings.workflow, accountId, id: null, fields: { name } }),
  },
);

const getWorkflow = route(workflowCalls.getWorkflow, async ({ caller, params: { id } }) => {
  const workflow = await caller.models.workflow(id);
  if (!workflow) throw new DomainError('workflow.notFound');
  return workflow;
});

const changeWorkflow = route(
  workflowCalls.changeWorkflow,
  async ({ api, params: { id }, body, caller: { accountId }, context, expectedRevision }) => {
    const errors = await errorsOfSteps(api, accountId, id, body.steps ?? []);
    const command = { type: 'changeWorkflow' as const, ...body };
    const result = await changeNamed(api, namedThings.workflow, id, command, { ...context, expectedRevision }, errors);
    return commandAnswer(api.eventLog, result);
  },
  {
    rest: ({ api, params: { id }, body: { name }, caller: { accountId } }) =>
      refusedNamesOf(api, { thing: namedThings.workflow, accountId, id, fields: { name } }),
  },
);

const archiveWorkflow = route(
  workflowCalls.archiveWorkflow,
  async ({ api, params: { id }, context, expectedRevision }) => {
    const command = { type: 'archiveWorkflow' as const };
    const result = await archiveNamed(api, namedThings.workflow, id, command, { ...context, expectedRevision });
    return commandAnswer(api.eventLog, result);
  },
);

export const workflowRoutes: readonly Route[] = [
  listWorkflows,
  createWorkflow,
  getWorkflow,
  changeWorkflow,
  archiveWorkflow,
];
