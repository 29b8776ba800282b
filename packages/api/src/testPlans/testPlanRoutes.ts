import {
  archiveNamed,
  changeNamed,
  createNamed,
  errorsOfPlanSuite,
  type FieldError,
  InvalidFields,
  namedThings,
  ownNamed,
  planSuiteOf,
  refusedNamesOf,
} from '@assay/application';
import {
  type AccountId,
  type CommandAnswer,
  defaultStageSettings,
  defaultSuiteSettings,
  type PlanSuite,
  type ProjectId,
  stageOf,
  type TestPlanId,
  type TestPlanStageId,
  type TestPlanSuiteId,
  type TestPlanSuiteSettings,
  type TestSuiteId,
  testPlanCalls,
  testPlanFields,
  withInitialValues,
} from '@assay/contract';
import { DomainError, type TestPlanCommand, testPlanDecider } from '@assay/domain';
import type { AppendContext, HandleOptions } from '@assay/event-log';
import type { Api } from '../api.ts';
import { commandAnswer } from '../http/commandAnswer.ts';
import { type Route, route } from '../http/route.ts';

type Received = {
  api: Api;
  caller: { accountId: AccountId };
  context: AppendContext;
  expectedRevision: HandleOptions['expectedRevision'];
};

/**
 * Carries out what changes the stages or suites of a plan.
 * @param id of the stage or suite, for the answer
 * @throws DomainError `testPlan.notFound` when the account has no such plan in use, or what the plan refuses
 */
async function arrangeTestPlan(
  { api, caller, context, expectedRevision }: Received,
  testPlanId: TestPlanId,
  id: string,
  command: TestPlanCommand,
): Promise<CommandAnswer> {
  await ownNamed(api, namedThings.testPlan, caller.accountId, testPlanId);
  const result = await api.eventLog.handle(testPlanDecider, testPlanId, command, { ...context, expectedRevision });
  return { ...(await commandAnswer(api.eventLog, result)), id };
}

/** Ids that no project and no suite has. */
const none = { projectId: '' as ProjectId, testSuiteId: '' as TestSuiteId };

/** @returns what is wrong with the fields of a suite of a plan that its schema accepts. */
async function errorsOfRest(
  api: Api,
  accountId: AccountId,
  body: Partial<TestPlanSuiteSettings>,
): Promise<FieldError[]> {
  const errors = await errorsOfPlanSuite(api, accountId, { ...defaultSuiteSettings, ...none, ...body });
  // Of fields that are left out, the schema has said so itself.
  return errors.filter(({ field }) => field in body || !(field in none));
}

/** @throws DomainError `testPlan.notFound`, `testPlan.stageNotFound` or `testPlan.suiteNotFound` */
async function ownPlanSuite(
  api: Api,
  accountId: AccountId,
  { id, stageId, suiteId }: { id: TestPlanId; stageId: TestPlanStageId; suiteId: TestPlanSuiteId },
): Promise<PlanSuite> {
  const { stages } = await ownNamed(api, namedThings.testPlan, accountId, id);
  const stage = stageOf(stages, stageId);
  if (!stage) throw new DomainError('testPlan.stageNotFound');
  const suite = stage.suites.find(({ testPlanSuiteId }) => testPlanSuiteId === suiteId);
  if (!suite) throw new DomainError('testPlan.suiteNotFound');
  return suite;
}

const listTestPlans = route(testPlanCalls.listTestPlans, ({ caller }) => caller.models.testPlans());

const createTestPlan = route(
  testPlanCalls.createTestPlan,
  async ({ api, body, context, newId }) => {
    const testPlanId = newId<TestPlanId>();
    const command = { type: 'createTestPlan' as const, testPlanId, ...withInitialValues(testPlanFields, body) };
    return commandAnswer(api.eventLog, await createNamed(api, namedThings.testPlan, testPlanId, command, context));
  },
  {
    rest: ({ api, body: { key }, caller: { accountId } }) =>
      refusedNamesOf(api, { thing: namedThings.testPlan, accountId, id: null, fields: { key } }),
  },
);

const getTestPlan = route(testPlanCalls.getTestPlan, async ({ caller, params: { id } }) => {
  const plan = await caller.models.testPlan(id);
  if (!plan) throw new DomainError('testPlan.notFound');
  return plan;
});

const changeTestPlan = route(
  testPlanCalls.changeTestPlan,
  async ({ api, params: { id }, body, context, expectedRevision }) => {
    const command = { type: 'changeTestPlan' as const, ...body };
    const result = await changeNamed(api, namedThings.testPlan, id, command, { ...context, expectedRevision });
    return commandAnswer(api.eventLog, result);
  },
  {
    rest: ({ api, params: { id }, body: { key }, caller: { accountId } }) =>
      refusedNamesOf(api, { thing: namedThings.testPlan, accountId, id, fields: { key } }),
  },
);

const archiveTestPlan = route(
  testPlanCalls.archiveTestPlan,
  async ({ api, params: { id }, context, expectedRevision }) => {
    const command = { type: 'archiveTestPlan' as const };
    const result = await archiveNamed(api, namedThings.testPlan, id, command, { ...context, expectedRevision });
    return commandAnswer(api.eventLog, result);
  },
);

const addTestPlanStage = route(testPlanCalls.addTestPlanStage, (received) => {
  const { params, body, newId } = received;
  const { order, ...asked } = body;
  const testPlanStageId = newId<TestPlanStageId>();
  const settings = { ...defaultStageSettings, ...asked };
  return arrangeTestPlan(received, params.id, testPlanStageId, { type: 'addStage', testPlanStageId, settings, order });
});

const changeTestPlanStage = route(testPlanCalls.changeTestPlanStage, (received) => {
  const { id, stageId: testPlanStageId } = received.params;
  const { order, ...settings } = received.body;
  return arrangeTestPlan(received, id, testPlanStageId, { type: 'changeStage', testPlanStageId, settings, order });
});

const removeTestPlanStage = route(testPlanCalls.removeTestPlanStage, (received) => {
  const { id, stageId: testPlanStageId } = received.params;
  return arrangeTestPlan(received, id, testPlanStageId, { type: 'removeStage', testPlanStageId });
});

const addTestPlanSuite = route(
  testPlanCalls.addTestPlanSuite,
  async (received) => {
    const { api, caller, params, body, newId } = received;
    const { order, ...asked } = body;
    await ownNamed(api, namedThings.testPlan, caller.accountId, params.id);
    const all = { ...defaultSuiteSettings, ...asked };
    const errors = await errorsOfPlanSuite(api, caller.accountId, all);
    if (errors.length > 0) throw new InvalidFields(...errors);
    const testPlanSuiteId = newId<TestPlanSuiteId>();
    const ids = { testPlanStageId: params.stageId, testPlanSuiteId };
    const command = { type: 'addSuite' as const, ...ids, settings: planSuiteOf(all), order };
    return arrangeTestPlan(received, params.id, testPlanSuiteId, command);
  },
  { rest: ({ api, caller, body }) => errorsOfRest(api, caller.accountId, body) },
);

const changeTestPlanSuite = route(testPlanCalls.changeTestPlanSuite, async (received) => {
  const { api, caller, params, body } = received;
  const { testPlanStageId: toStageId, order, ...asked } = body;
  const { settings } = await ownPlanSuite(api, caller.accountId, params);
  const all = { ...settings, ...asked };
  // One that is only moved may be broken.
  const isChanged = Object.keys(asked).length > 0;
  const errors = isChanged ? await errorsOfPlanSuite(api, caller.accountId, all) : [];
  if (errors.length > 0) throw new InvalidFields(...errors);
  const ids = { testPlanStageId: params.stageId, testPlanSuiteId: params.suiteId };
  const change = { settings: isChanged ? planSuiteOf(all) : {}, toStageId, order };
  return arrangeTestPlan(received, params.id, params.suiteId, { type: 'changeSuite', ...ids, ...change });
});

const removeTestPlanSuite = route(testPlanCalls.removeTestPlanSuite, (received) => {
  const { id, stageId: testPlanStageId, suiteId: testPlanSuiteId } = received.params;
  return arrangeTestPlan(received, id, testPlanSuiteId, { type: 'removeSuite', testPlanStageId, testPlanSuiteId });
});

export const testPlanRoutes: readonly Route[] = [
  listTestPlans,
  createTestPlan,
  getTestPlan,
  changeTestPlan,
  archiveTestPlan,
  addTestPlanStage,
  changeTestPlanStage,
  removeTestPlanStage,
  addTestPlanSuite,
  changeTestPlanSuite,
  removeTestPlanSuite,
];
