import { type AccountId, type EnvironmentId, type PipelineStageId, topics } from '@assay/contract';
import { accountOf } from '@assay/event-log';
import type { Projection, ReadModelDocument } from '../projection.ts';

export type EnvironmentDocument = ReadModelDocument & {
  accountId: AccountId;
  environmentId: EnvironmentId;
  key: string;
  name: string;
  archived: boolean;
  url: string | null;
  pipelineStageId: PipelineStageId | null;
  maximumParallelTestRuns: number;
  /** Values as the log has them: encrypted under the account's key. */
  variables: { key: string; value: string; encrypted: boolean; file: boolean }[];
  createdAt: string;
  revision: number;
};

export const environments: Projection<EnvironmentDocument> = {
  name: 'environments',
  version: 2,
  indexes: [
    { accountId: 1, archived: 1, name: 1 },
    { accountId: 1, key: 1 },
    { accountId: 1, pipelineStageId: 1 },
  ],
  idsOf: (event) => {
    switch (event.type) {
      case 'EnvironmentCreated':
      case 'EnvironmentRenamed':
      case 'EnvironmentUrlChanged':
      case 'EnvironmentStageChanged':
      case 'EnvironmentRunLimitChanged':
      case 'EnvironmentVariableSet':
      case 'EnvironmentVariableRemoved':
      case 'EnvironmentArchived':
        return [event.data.environmentId];
      default:
        return [];
    }
  },
  evolve: (document, event) => {
    const { revision } = event;
    if (event.type === 'EnvironmentCreated') {
      const { environmentId, key, name, url, pipelineStageId = null, maximumParallelTestRuns } = event.data;
      const { occurredAt: createdAt } = event.envelope;
      const accountId = accountOf(event);
      return {
        accountId,
        environmentId,
        key,
        name,
        archived: false,
        url,
        pipelineStageId,
        maximumParallelTestRuns,
        variables: [],
        createdAt,
        revision,
      };
    }
    if (document === null) return null;
    const without = (name: string) => document.variables.filter((variable) => variable.key !== name);
    switch (event.type) {
      case 'EnvironmentRenamed':
        return { ...document, name: event.data.name, revision };
      case 'EnvironmentUrlChanged':
        return { ...document, url: event.data.url, revision };
      case 'EnvironmentStageChanged':
        return { ...document, pipelineStageId: event.data.pipelineStageId, revision };
      case 'EnvironmentRunLimitChanged':
        return { ...document, maximumParallelTestRuns: event.data.maximumParallelTestRuns, revision };
      case 'EnvironmentVariableSet': {
        const { key, value, encrypted, file } = event.data;
        return { ...document, variables: [...without(key), { key, value, encrypted, file }], revision };
      }
      case 'EnvironmentVariableRemoved':
        return { ...document, variables: without(event.data.key), revision };
      case 'EnvironmentArchived':
        return { ...document, archived: true, revision };
      default:
        return document;
    }
  },
  topicsOf: ({ accountId, environmentId }) => [{ accountId, topic: topics.environments, id: environmentId }],
};
