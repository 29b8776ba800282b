import { Type } from 'typebox';
import { call } from '../call.ts';
import { CommandAnswer } from '../commandAnswer.ts';
import { exampleIds } from '../exampleIds.ts';
import { WorkflowId, type WorkflowStepId } from '../ids.ts';
import { topics } from '../live/topics.ts';
import { ChangeWorkflowRequest, WorkflowDetailView, WorkflowRequest, WorkflowView } from './workflowViews.ts';

const feature = 'workflows' as const;
const workflowParams = Type.Object({ id: WorkflowId });
const workflow = { id: exampleIds.workflow };
const [review, release] = ['review' as WorkflowStepId, 'release' as WorkflowStepId];

export const workflowCalls = {
  listWorkflows: call({
    method: 'GET',
    path: '/workflows',
    summary: 'The quality workflows in use, by name',
    permission: 'workflow.read',
    feature,
    answer: Type.Array(WorkflowView),
    topic: topics.workflows,
    example: {},
  }),
  createWorkflow: call({
    method: 'POST',
    path: '/workflows',
    summary: 'Create a quality workflow; steps are drawn into it',
    permission: 'workflow.write',
    feature,
    body: WorkflowRequest,
    status: 201,
    answer: CommandAnswer,
    changes: [topics.workflows],
    example: { body: { name: 'From idea to production' } },
  }),
  getWorkflow: call({
    method: 'GET',
    path: '/workflows/:id',
    summary: 'One quality workflow with its steps, even one out of use; the ETag is its revision',
    permission: 'workflow.read',
    feature,
    params: workflowParams,
    answer: WorkflowDetailView,
    topic: topics.workflows,
    example: { params: workflow },
  }),
  changeWorkflow: call({
    method: 'PATCH',
    path: '/workflows/:id',
    summary: 'Rename a quality workflow or draw its steps: only what is in the body changes, steps as a whole',
    permission: 'workflow.write',
    feature,
    params: workflowParams,
    body: ChangeWorkflowRequest,
    view: WorkflowDetailView,
    answer: CommandAnswer,
    changes: [topics.workflows],
    example: {
      params: workflow,
      body: {
        steps: [
          { id: review, name: 'Review', description: null, testPlanId: null, next: [release] },
          { id: release, name: 'Release', description: null, testPlanId: exampleIds.testPlan, next: [] },
        ],
      },
    },
  }),
  archiveWorkflow: call({
    method: 'DELETE',
    path: '/workflows/:id',
    summary: 'Take a quality workflow out of use; its name is free again',
    permission: 'workflow.write',
    feature,
    params: workflowParams,
    answer: CommandAnswer,
    changes: [topics.workflows],
    example: { params: workflow },
  }),
};
