import { Type } from 'typebox';
import { call } from '../call.ts';
import { CommandAnswer } from '../commandAnswer.ts';
import { exampleIds } from '../exampleIds.ts';
import { TestPlanId, TestPlanRunId } from '../ids.ts';
import { limits } from '../limits.ts';
import { topics } from '../live/topics.ts';
import { RerunTestPlanRequest, TestPlanRunPage, TestPlanRunView } from './testPlanRunViews.ts';

const feature = 'testPlans' as const;
const planParams = Type.Object({ id: TestPlanId });
const runParams = Type.Object({ id: TestPlanId, runId: TestPlanRunId });
const run = { id: exampleIds.testPlan, runId: exampleIds.testPlanRun };

export const testPlanRunCalls = {
  listTestPlanRuns: call({
    method: 'GET',
    path: '/test-plans/:id/runs',
    summary: 'The runs of a test plan with their stages and suites, newest first',
    permission: 'testPlan.read',
    feature,
    params: planParams,
    query: Type.Object({
      page: Type.Optional(Type.Integer({ minimum: 1, description: 'from 1' })),
      limit: Type.Optional(
        Type.Integer({ minimum: 1, maximum: limits.maxPage, description: `${limits.pageOfTestPlanRuns} by default` }),
      ),
    }),
    answer: TestPlanRunPage,
    topic: topics.testPlanRuns,
    example: { params: { id: exampleIds.testPlan }, query: { page: 1, limit: 10 } },
  }),
  startTestPlanRun: call({
    method: 'POST',
    path: '/test-plans/:id/runs',
    summary:
      "Run a test plan: what each suite is run on is settled now, for the whole run; the answer's id is the run's",
    permission: 'testPlan.run',
    feature,
    params: planParams,
    status: 201,
    answer: CommandAnswer,
    changes: [topics.testPlanRuns, topics.testPlans, topics.testRuns],
    example: { params: { id: exampleIds.testPlan } },
  }),
  getTestPlanRun: call({
    method: 'GET',
    path: '/test-plans/:id/runs/:runId',
    summary: 'One run of a test plan',
    permission: 'testPlan.read',
    feature,
    params: runParams,
    answer: TestPlanRunView,
    topic: topics.testPlanRuns,
    example: { params: run },
  }),
  cancelTestPlanRun: call({
    method: 'POST',
    path: '/test-plans/:id/runs/:runId/cancel',
    summary:
      'Stop a run of a test plan: its test runs are canceled, and nothing more is started, not even what always runs',
    permission: 'testPlan.run',
    feature,
    params: runParams,
    answer: CommandAnswer,
    changes: [topics.testPlanRuns, topics.testPlans, topics.testRuns],
    example: { params: run },
  }),
  rerunTestPlanRun: call({
    method: 'POST',
    path: '/test-plans/:id/runs/:runId/rerun',
    summary:
      'Rerun suites of a plan run on the same version: some, or what did not pass. Stages that were skipped follow if all pass now',
    permission: 'testPlan.run',
    feature,
    params: runParams,
    body: RerunTestPlanRequest,
    answer: CommandAnswer,
    changes: [topics.testPlanRuns, topics.testPlans, topics.testRuns],
    example: { params: run, body: { failed: true } },
  }),
};
