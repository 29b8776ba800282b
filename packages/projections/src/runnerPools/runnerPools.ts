import {
  type AccountId,
  changedField,
  isFieldChange,
  nameKey,
  type RunnerPoolId,
  runnerPoolFields,
  topics,
  type ValuesOf,
} from '@assay/contract';
import { accountOf } from '@assay/event-log';
import type { Projection, ReadModelDocument } from '../projection.ts';

export type RunnerPoolDocument = ReadModelDocument &
  ValuesOf<typeof runnerPoolFields> & {
    accountId: AccountId;
    runnerPoolId: RunnerPoolId;
    /** The form of the name by which agents join it: see `nameKey`. */
    nameKey: string;
    archived: boolean;
    /** Runners that have not exited. */
    currentRunners: number;
    createdAt: string;
    revision: number;
  };

export const runnerPools: Projection<RunnerPoolDocument> = {
  name: 'runnerPools',
  version: 1,
  indexes: [
    { accountId: 1, archived: 1, name: 1 },
    { nameKey: 1, archived: 1 },
  ],
  idsOf: (event) => {
    if (isFieldChange(runnerPoolFields, event)) return [event.data.runnerPoolId];
    switch (event.type) {
      case 'RunnerPoolCreated':
      case 'RunnerPoolArchived':
        return [event.data.runnerPoolId];
      case 'TestRunnerCreated':
      case 'TestRunnerExited':
        // A runner may be older than pools are.
        return event.data.runnerPoolId ? [event.data.runnerPoolId] : [];
      default:
        return [];
    }
  },
  evolve: (document, event) => {
    const { revision } = event;
    if (event.type === 'RunnerPoolCreated') {
      const { occurredAt: createdAt } = event.envelope;
      return {
        accountId: accountOf(event),
        ...event.data,
        nameKey: nameKey(event.data.name),
        archived: false,
        currentRunners: 0,
        createdAt,
        revision,
      };
    }
    if (document === null) return null;
    if (isFieldChange(runnerPoolFields, event)) {
      const changed = { ...document, ...changedField(runnerPoolFields, event), revision };
      return { ...changed, nameKey: nameKey(changed.name) };
    }
    switch (event.type) {
      case 'RunnerPoolArchived':
        return { ...document, archived: true, revision };
      case 'TestRunnerCreated':
        return { ...document, currentRunners: document.currentRunners + 1 };
      case 'TestRunnerExited':
        return { ...document, currentRunners: Math.max(0, document.currentRunners - 1) };
      default:
        return document;
    }
  },
  topicsOf: ({ accountId, runnerPoolId }) => [{ accountId, topic: topics.runnerPools, id: runnerPoolId }],
};
