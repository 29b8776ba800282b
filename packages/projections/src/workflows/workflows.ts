import {
  type AccountId,
  drawnSteps,
  isWorkflowStepEvent,
  topics,
  type WorkflowId,
  type WorkflowStep,
} from '@assay/contract';
import { accountOf } from '@assay/event-log';
import type { Projection, ReadModelDocument } from '../projection.ts';

export type WorkflowDocument = ReadModelDocument & {
  accountId: AccountId;
  workflowId: WorkflowId;
  name: string;
  archived: boolean;
  steps: WorkflowStep[];
  createdAt: string;
  changedAt: string;
  revision: number;
};

export const workflows: Projection<WorkflowDocument> = {
  name: 'workflows',
  version: 1,
  indexes: [{ accountId: 1, archived: 1, name: 1 }],
  idsOf: (event) => {
    if (isWorkflowStepEvent(event)) return [event.data.workflowId];
    switch (event.type) {
      case 'WorkflowCreated':
      case 'WorkflowRenamed':
      case 'WorkflowArchived':
        return [event.data.workflowId];
      default:
        return [];
    }
  },
  evolve: (document, event) => {
    const { revision } = event;
    const { occurredAt } = event.envelope;
    if (event.type === 'WorkflowCreated') {
      const times = { createdAt: occurredAt, changedAt: occurredAt };
      return { accountId: accountOf(event), ...event.data, archived: false, steps: [], ...times, revision };
    }
    if (document === null) return null;
    const changed = { ...document, changedAt: occurredAt, revision };
    if (isWorkflowStepEvent(event)) return { ...changed, steps: drawnSteps(document.steps, event) };
    switch (event.type) {
      case 'WorkflowRenamed':
        return { ...changed, name: event.data.name };
      case 'WorkflowArchived':
        return { ...changed, archived: true };
      default:
        return document;
    }
  },
  topicsOf: ({ accountId, workflowId }) => [{ accountId, topic: topics.workflows, id: workflowId }],
};
