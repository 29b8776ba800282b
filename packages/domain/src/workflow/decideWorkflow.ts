import { drawnSteps, isWorkflowStepEvent, type WorkflowId, type WorkflowStep } from '@assay/contract';
import type { WorkflowEvent } from '@assay/event-schemas';
import { type Decider, never } from '../decider.ts';
import { DomainError } from '../domainError.ts';

export type WorkflowState =
  | { status: 'none' }
  | { status: 'active'; workflowId: WorkflowId; name: string; steps: readonly WorkflowStep[] }
  | { status: 'archived'; workflowId: WorkflowId; name: string };

/** `steps` is the complete list, in any order. */
export type WorkflowCommand =
  | { type: 'createWorkflow'; workflowId: WorkflowId; name: string }
  | { type: 'changeWorkflow'; name?: string; steps?: readonly WorkflowStep[] }
  | { type: 'archiveWorkflow' };

type Drawn = { workflowId: WorkflowId; before: readonly WorkflowStep[]; steps: readonly WorkflowStep[] };

/** @throws DomainError when steps are not unique, or lead to a step that does not exist */
function requireSound(steps: readonly WorkflowStep[]): void {
  const ids = new Set(steps.map(({ id }) => id));
  if (ids.size < steps.length) throw new DomainError('workflow.sameStepTwice');
  const isElsewhere = ({ id, next }: WorkflowStep) => next.every((to) => to !== id && ids.has(to));
  if (!steps.every(isElsewhere)) throw new DomainError('workflow.leadsNowhere');
}

function stepEvents({ workflowId, before, steps }: Drawn): WorkflowEvent[] {
  const known = new Map(before.map((step) => [step.id, step]));
  return steps.flatMap((step): WorkflowEvent[] => {
    const { id: workflowStepId, name, description, testPlanId } = step;
    const was = known.get(workflowStepId);
    if (!was) {
      return [{ type: 'WorkflowStepAdded', data: { workflowId, workflowStepId, name, description, testPlanId } }];
    }
    return (['name', 'description', 'testPlanId'] as const).flatMap((setting): WorkflowEvent[] => {
      const [from, to] = [was[setting], step[setting]];
      if (from === to) return [];
      return [{ type: 'WorkflowStepSettingChanged', data: { workflowId, workflowStepId, setting, from, to } }];
    });
  });
}

/** Connections of a step that is removed go with it, without an event of their own. */
function connectionEvents({ workflowId, before, steps }: Drawn): WorkflowEvent[] {
  const left = new Set(steps.map(({ id }) => id));
  const known = new Map(before.map(({ id, next }) => [id, next.filter((to) => left.has(to))]));
  return steps.flatMap(({ id: fromStepId, next }) => {
    const was = known.get(fromStepId) ?? [];
    const gone = was.filter((to) => !next.includes(to));
    const made = next.filter((to) => !was.includes(to));
    return [
      ...gone.map((toStepId): WorkflowEvent => {
        return { type: 'WorkflowStepsDisconnected', data: { workflowId, fromStepId, toStepId } };
      }),
      ...made.map((toStepId): WorkflowEvent => {
        return { type: 'WorkflowStepsConnected', data: { workflowId, fromStepId, toStepId } };
      }),
    ];
  });
}

function drawn(change: Drawn): WorkflowEvent[] {
  requireSound(change.steps);
  const left = new Set(change.steps.map(({ id }) => id));
  const removed = change.before
    .filter(({ id }) => !left.has(id))
    .map(({ id: workflowStepId }): WorkflowEvent => {
      return { type: 'WorkflowStepRemoved', data: { workflowId: change.workflowId, workflowStepId } };
    });
  return [...removed, ...stepEvents(change), ...connectionEvents(change)];
}

/** How people work on quality: steps, and which leads to which. It starts nothing by itself. */
export const workflowDecider: Decider<WorkflowState, WorkflowCommand, WorkflowEvent> = {
  category: 'workflow',
  initialState: () => ({ status: 'none' }),
  decide: (command, state) => {
    if (command.type === 'createWorkflow') {
      if (state.status !== 'none') throw new DomainError('workflow.exists');
      const { type: _, ...facts } = command;
      return [{ type: 'WorkflowCreated', data: facts }];
    }
    if (state.status !== 'active') throw new DomainError('workflow.notFound');
    const { workflowId, steps: before } = state;
    switch (command.type) {
      case 'changeWorkflow': {
        const { name = state.name, steps = before } = command;
        const events: WorkflowEvent[] =
          name === state.name ? [] : [{ type: 'WorkflowRenamed', data: { workflowId, from: state.name, name } }];
        return [...events, ...drawn({ workflowId, before, steps })];
      }
      case 'archiveWorkflow':
        return [{ type: 'WorkflowArchived', data: { workflowId } }];
      default:
        return never(command);
    }
  },
  evolve: (state, event) => {
    if (event.type === 'WorkflowCreated') return { status: 'active', ...event.data, steps: [] };
    if (state.status !== 'active') return state;
    if (isWorkflowStepEvent(event)) return { ...state, steps: drawnSteps(state.steps, event) };
    switch (event.type) {
      case 'WorkflowRenamed':
        return { ...state, name: event.data.name };
      case 'WorkflowArchived':
        return { status: 'archived', workflowId: state.workflowId, name: state.name };
      default:
        return never(event);
    }
  },
};
