import { type AccountId, nameKey, type RunnerPoolId, type RunnerType, topics } from '@assay/contract';
import { accountOf } from '@assay/event-log';
import type { Projection, ReadModelDocument } from '../projection.ts';

export type RunnerPoolDocument = ReadModelDocument & {
  accountId: AccountId;
  runnerPoolId: RunnerPoolId;
  name: string;
  /** The form of the name by which agents join it: see `nameKey`. */
  nameKey: string;
  archived: boolean;
  runnerType: RunnerType;
  maxRunners: number;
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
    switch (event.type) {
      case 'RunnerPoolCreated':
      case 'RunnerPoolRenamed':
      case 'RunnerPoolTypeChanged':
      case 'RunnerPoolMaximumChanged':
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
      const { runnerPoolId, name, runnerType, maxRunners } = event.data;
      const { occurredAt: createdAt } = event.envelope;
      return {
        accountId: accountOf(event),
        runnerPoolId,
        name,
        nameKey: nameKey(name),
        archived: false,
        runnerType,
        maxRunners,
        currentRunners: 0,
        createdAt,
        revision,
      };
    }
    if (document === null) return null;
    switch (event.type) {
      case 'RunnerPoolRenamed':
        return { ...document, name: event.data.name, nameKey: nameKey(event.data.name), revision };
      case 'RunnerPoolTypeChanged':
        return { ...document, runnerType: event.data.runnerType, revision };
      case 'RunnerPoolMaximumChanged':
        return { ...document, maxRunners: event.data.maxRunners, revision };
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
