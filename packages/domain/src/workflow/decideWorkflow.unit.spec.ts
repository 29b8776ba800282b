import type { TestPlanId, WorkflowId, WorkflowStep, WorkflowStepId } from '@assay/contract';
import type { WorkflowEvent } from '@assay/event-schemas';
import { given } from '../../test/deciderSpec.ts';
import { workflowDecider } from './decideWorkflow.ts';

const workflowId = 'delivery' as WorkflowId;
const stepId = (id: string) => id as WorkflowStepId;
const created: WorkflowEvent = { type: 'WorkflowCreated', data: { workflowId, name: 'Delivery' } };
const empty = { description: null, testPlanId: null };
const step = (id: string, ...next: string[]): WorkflowStep => ({
  id: stepId(id),
  name: id,
  ...empty,
  next: next.map(stepId),
});
const added = (id: string): WorkflowEvent => ({
  type: 'WorkflowStepAdded',
  data: { workflowId, workflowStepId: stepId(id), name: id, ...empty },
});
const connected = (from: string, to: string): WorkflowEvent => ({
  type: 'WorkflowStepsConnected',
  data: { workflowId, fromStepId: stepId(from), toStepId: stepId(to) },
});
const draw = (...steps: WorkflowStep[]) => ({ type: 'changeWorkflow' as const, steps });
const line = [created, added('build'), added('test'), added('ship'), connected('build', 'test')];

describe('a workflow', () => {
  it('is drawn as a whole, and tells only what is new: a step before what leads to it', () => {
    given(workflowDecider, created)
      .when(draw(step('build', 'test'), step('test', 'build')))
      .gives(added('build'), added('test'), connected('build', 'test'), connected('test', 'build'));
    given(workflowDecider, ...line)
      .when(draw(step('build', 'test'), step('test'), step('ship')))
      .gives();
  });

  it('tells by name what changed of a step', () => {
    const smoke = { ...step('test'), name: 'Smoke', testPlanId: 'gate' as TestPlanId };
    const setting = (name: string, from: unknown, to: unknown): WorkflowEvent => ({
      type: 'WorkflowStepSettingChanged',
      data: { workflowId, workflowStepId: stepId('test'), setting: name, from, to },
    });
    given(workflowDecider, ...line)
      .when(draw(step('build', 'test'), smoke, step('ship')))
      .gives(setting('name', 'test', 'Smoke'), setting('testPlanId', null, 'gate'));
  });

  it('loses the connections of a step with it', () => {
    const removed: WorkflowEvent = {
      type: 'WorkflowStepRemoved',
      data: { workflowId, workflowStepId: stepId('test') },
    };
    given(workflowDecider, ...line)
      .when(draw(step('build', 'ship'), step('ship')))
      .gives(removed, connected('build', 'ship'));
  });

  it('tells which steps are connected no more', () => {
    given(workflowDecider, ...line)
      .when(draw(step('build'), step('test'), step('ship')))
      .gives({
        type: 'WorkflowStepsDisconnected',
        data: { workflowId, fromStepId: stepId('build'), toStepId: stepId('test') },
      });
  });

  it('refuses steps with one id, and those that lead to themselves or to none', () => {
    const workflow = given(workflowDecider, created);
    workflow.when(draw(step('build'), step('build'))).refuses('workflow.sameStepTwice');
    workflow.when(draw(step('build', 'build'))).refuses('workflow.leadsNowhere');
    workflow.when(draw(step('build', 'gone'))).refuses('workflow.leadsNowhere');
  });

  it('is renamed without its steps, and is not changed once it is archived', () => {
    given(workflowDecider, ...line)
      .when({ type: 'changeWorkflow', name: 'To production' })
      .gives({ type: 'WorkflowRenamed', data: { workflowId, from: 'Delivery', name: 'To production' } });
    given(workflowDecider, created, { type: 'WorkflowArchived', data: { workflowId } })
      .when({ type: 'changeWorkflow', name: 'To production' })
      .refuses('workflow.notFound');
  });
});
