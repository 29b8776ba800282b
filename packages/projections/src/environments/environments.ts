import {
  type AccountId,
  changedField,
  type EnvironmentId,
  environmentFields,
  fieldsIn,
  isFieldChange,
  topics,
  type ValuesOf,
} from '@assay/contract';
import { accountOf } from '@assay/event-log';
import type { Projection, ReadModelDocument } from '../projection.ts';

export type EnvironmentDocument = ReadModelDocument &
  ValuesOf<typeof environmentFields> & {
    accountId: AccountId;
    environmentId: EnvironmentId;
    archived: boolean;
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
    if (isFieldChange(environmentFields, event)) return [event.data.environmentId];
    switch (event.type) {
      case 'EnvironmentCreated':
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
      const { environmentId, pipelineStageId = null } = event.data;
      const { occurredAt: createdAt } = event.envelope;
      const fields = { ...fieldsIn(environmentFields, event.data), pipelineStageId };
      return {
        accountId: accountOf(event),
        environmentId,
        ...fields,
        archived: false,
        variables: [],
        createdAt,
        revision,
      };
    }
    if (document === null) return null;
    const without = (name: string) => document.variables.filter((variable) => variable.key !== name);
    if (isFieldChange(environmentFields, event)) {
      return { ...document, ...changedField(environmentFields, event), revision };
    }
    switch (event.type) {
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
