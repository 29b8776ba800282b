import { Type } from 'typebox';
import { call } from '../call.ts';
import { CommandAnswer } from '../commandAnswer.ts';
import { exampleIds } from '../exampleIds.ts';
import { TestPlanId, TestPlanStageId, TestPlanSuiteId } from '../ids.ts';
import { topics } from '../live/topics.ts';
import {
  AddStageRequest,
  AddSuiteRequest,
  ChangeStageRequest,
  ChangeSuiteRequest,
  ChangeTestPlanRequest,
  TestPlanDetailView,
  TestPlanRequest,
  TestPlanStageView,
  TestPlanSuiteView,
  TestPlanView,
} from './testPlanViews.ts';

const feature = 'testPlans' as const;
const planParams = Type.Object({ id: TestPlanId });
const stageParams = Type.Object({ id: TestPlanId, stageId: TestPlanStageId });
const suiteParams = Type.Object({ id: TestPlanId, stageId: TestPlanStageId, suiteId: TestPlanSuiteId });

const plan = { id: exampleIds.testPlan };
const stage = { ...plan, stageId: exampleIds.testPlanStage };
const suite = { ...stage, suiteId: exampleIds.testPlanSuite };

export const testPlanCalls = {
  listTestPlans: call({
    method: 'GET',
    path: '/test-plans',
    summary: 'The test plans in use, by name: when each was last run, and how that ended',
    permission: 'testPlan.read',
    feature,
    answer: Type.Array(TestPlanView),
    topic: topics.testPlans,
    example: {},
  }),
  createTestPlan: call({
    method: 'POST',
    path: '/test-plans',
    summary: 'Create a test plan; stages and suites are added to it',
    permission: 'testPlan.write',
    feature,
    body: TestPlanRequest,
    status: 201,
    answer: CommandAnswer,
    changes: [topics.testPlans],
    example: { body: { name: 'Release gate', key: 'release-gate', goal: 'Nothing ships that cannot take an order' } },
  }),
  getTestPlan: call({
    method: 'GET',
    path: '/test-plans/:id',
    summary: 'One test plan with its stages and suites, even one out of use; the ETag is its revision',
    permission: 'testPlan.read',
    feature,
    params: planParams,
    answer: TestPlanDetailView,
    topic: topics.testPlans,
    example: { params: plan },
  }),
  changeTestPlan: call({
    method: 'PATCH',
    path: '/test-plans/:id',
    summary: 'Change a test plan: only what is in the body changes; runs that have started go on as they were',
    permission: 'testPlan.write',
    feature,
    params: planParams,
    body: ChangeTestPlanRequest,
    view: TestPlanDetailView,
    answer: CommandAnswer,
    changes: [topics.testPlans],
    example: { params: plan, body: { goal: 'What must work before a release' } },
  }),
  archiveTestPlan: call({
    method: 'DELETE',
    path: '/test-plans/:id',
    summary: 'Take a test plan out of use; its runs stay, and its key is free again',
    permission: 'testPlan.write',
    feature,
    params: planParams,
    answer: CommandAnswer,
    changes: [topics.testPlans],
    example: { params: plan },
  }),
  addTestPlanStage: call({
    method: 'POST',
    path: '/test-plans/:id/stages',
    summary: "Add a stage, last unless its order says otherwise; the answer's id is that of the stage",
    permission: 'testPlan.write',
    feature,
    params: planParams,
    body: AddStageRequest,
    status: 201,
    answer: CommandAnswer,
    changes: [topics.testPlans],
    example: { params: plan, body: { name: 'Smoke', executionType: 'Parallel' } },
  }),
  changeTestPlanStage: call({
    method: 'PATCH',
    path: '/test-plans/:id/stages/:stageId',
    summary: 'Change a stage, or move it: only what is in the body changes',
    permission: 'testPlan.write',
    feature,
    params: stageParams,
    body: ChangeStageRequest,
    view: TestPlanStageView,
    answer: CommandAnswer,
    changes: [topics.testPlans],
    example: { params: stage, body: { executionType: 'Sequential', stopAtFailure: true, order: 1 } },
  }),
  removeTestPlanStage: call({
    method: 'DELETE',
    path: '/test-plans/:id/stages/:stageId',
    summary: 'Remove a stage with its suites',
    permission: 'testPlan.write',
    feature,
    params: stageParams,
    answer: CommandAnswer,
    changes: [topics.testPlans],
    example: { params: stage },
  }),
  addTestPlanSuite: call({
    method: 'POST',
    path: '/test-plans/:id/stages/:stageId/suites',
    summary: "Add a suite to a stage, last unless its order says otherwise; the answer's id is that of the entry",
    permission: 'testPlan.write',
    feature,
    params: stageParams,
    body: AddSuiteRequest,
    status: 201,
    answer: CommandAnswer,
    changes: [topics.testPlans],
    example: {
      params: stage,
      body: {
        projectId: exampleIds.project,
        testSuiteId: exampleIds.testSuite,
        environmentId: exampleIds.environment,
        branch: 'main',
      },
    },
  }),
  changeTestPlanSuite: call({
    method: 'PATCH',
    path: '/test-plans/:id/stages/:stageId/suites/:suiteId',
    summary: 'Change a suite of a stage, or move it, also to another stage: only what is in the body changes',
    permission: 'testPlan.write',
    feature,
    params: suiteParams,
    body: ChangeSuiteRequest,
    view: TestPlanSuiteView,
    answer: CommandAnswer,
    changes: [topics.testPlans],
    example: { params: suite, body: { testPlanStageId: exampleIds.testPlanStage, order: 1 } },
  }),
  removeTestPlanSuite: call({
    method: 'DELETE',
    path: '/test-plans/:id/stages/:stageId/suites/:suiteId',
    summary: 'Remove a suite from its stage',
    permission: 'testPlan.write',
    feature,
    params: suiteParams,
    answer: CommandAnswer,
    changes: [topics.testPlans],
    example: { params: suite },
  }),
};
