import {
  type AccountId,
  topics,
  type WorkflowId,
  type WorkflowStep,
  withConnection,
  withoutConnection,
  withoutWorkflowStep,
  withWorkflowStep,
  withWorkflowStepSetting,
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
    switch (event.type) {
      case 'WorkflowCreated':
      case 'WorkflowRenamed':
      case 'WorkflowStepAdded':
      case 'WorkflowStepSettingChanged':
      case 'WorkflowStepRemoved':
      case 'WorkflowStepsConnected':
      case 'WorkflowStepsDisconnected':
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
    const { steps } = document;
    const changed = { ...document, changedAt: occurredAt, revision };
    switch (event.type) {
      case 'WorkflowRenamed':
        return { ...changed, name: event.data.name };
      case 'WorkflowStepAdded':
        return { ...changed, steps: withWorkflowStep(steps, event.data) };
      case 'WorkflowStepSettingChanged': {
        const { workflowStepId, setting, to } = event.data;
        return { ...changed, steps: withWorkflowStepSetting(steps, workflowStepId, setting, to) };
      }
      case 'WorkflowStepRemoved':
        return { ...changed, steps: withoutWorkflowStep(steps, event.data.workflowStepId) };
      case 'WorkflowStepsConnected':
        return { ...changed, steps: withConnection(steps, event.data.fromStepId, event.data.toStepId) };
      case 'WorkflowStepsDisconnected':
        return { ...changed, steps: withoutConnection(steps, event.data.fromStepId, event.data.toStepId) };
      case 'WorkflowArchived':
        return { ...changed, archived: true };
      default:
        return document;
    }
  },
  topicsOf: ({ accountId, workflowId }) => [{ accountId, topic: topics.workflows, id: workflowId }],
};
