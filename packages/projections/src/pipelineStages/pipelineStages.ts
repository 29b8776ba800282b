import {
  type AccountId,
  changedField,
  isFieldChange,
  type PipelineStageId,
  pipelineStageFields,
  topics,
  type ValuesOf,
} from '@assay/contract';
import { accountOf } from '@assay/event-log';
import type { Projection, ReadModelDocument } from '../projection.ts';

export type PipelineStageDocument = ReadModelDocument &
  ValuesOf<typeof pipelineStageFields> & {
    accountId: AccountId;
    pipelineStageId: PipelineStageId;
    archived: boolean;
    /** Values as the log has them: encrypted under the account's key. */
    variables: { key: string; value: string; encrypted: boolean; file: boolean }[];
    createdAt: string;
    revision: number;
  };

export const pipelineStages: Projection<PipelineStageDocument> = {
  name: 'pipelineStages',
  version: 1,
  indexes: [
    { accountId: 1, archived: 1, priority: 1 },
    { accountId: 1, linuxRunnerPoolId: 1 },
    { accountId: 1, windowsRunnerPoolId: 1 },
  ],
  idsOf: (event) => {
    if (isFieldChange(pipelineStageFields, event)) return [event.data.pipelineStageId];
    switch (event.type) {
      case 'PipelineStageCreated':
      case 'PipelineStageRunnerPoolChanged':
      case 'PipelineStageVariableSet':
      case 'PipelineStageVariableRemoved':
      case 'PipelineStageArchived':
        return [event.data.pipelineStageId];
      default:
        return [];
    }
  },
  evolve: (document, event) => {
    const { revision } = event;
    if (event.type === 'PipelineStageCreated') {
      const { occurredAt: createdAt } = event.envelope;
      return { accountId: accountOf(event), ...event.data, archived: false, variables: [], createdAt, revision };
    }
    if (document === null) return null;
    const without = (name: string) => document.variables.filter((variable) => variable.key !== name);
    if (isFieldChange(pipelineStageFields, event)) {
      return { ...document, ...changedField(pipelineStageFields, event), revision };
    }
    switch (event.type) {
      case 'PipelineStageRunnerPoolChanged': {
        const { runnerType, runnerPoolId } = event.data;
        const field = runnerType === 'WINDOWS' ? 'windowsRunnerPoolId' : 'linuxRunnerPoolId';
        return { ...document, [field]: runnerPoolId, revision };
      }
      case 'PipelineStageVariableSet': {
        const { key, value, encrypted, file } = event.data;
        return { ...document, variables: [...without(key), { key, value, encrypted, file }], revision };
      }
      case 'PipelineStageVariableRemoved':
        return { ...document, variables: without(event.data.key), revision };
      case 'PipelineStageArchived':
        return { ...document, archived: true, revision };
      default:
        return document;
    }
  },
  topicsOf: ({ accountId, pipelineStageId }) => [{ accountId, topic: topics.pipelineStages, id: pipelineStageId }],
};
