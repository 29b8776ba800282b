import type { RunnerPoolId, RunnerType } from '@assay/contract';
import type { RunnerPoolEvent } from '@assay/event-schemas';
import { type Decider, never } from '../decider.ts';
import { DomainError } from '../domainError.ts';

type Facts = { runnerPoolId: RunnerPoolId; name: string; runnerType: RunnerType; maxRunners: number };

export type RunnerPoolState =
  | { status: 'none' }
  | ({ status: 'active' } & Facts)
  | { status: 'archived'; runnerPoolId: RunnerPoolId; name: string };

/** `inUse`: whether a pipeline stage names the pool; the caller looks it up. */
export type RunnerPoolCommand =
  | ({ type: 'createRunnerPool' } & Facts)
  | ({ type: 'changeRunnerPool'; inUse: boolean } & Partial<Omit<Facts, 'runnerPoolId'>>)
  | { type: 'archiveRunnerPool'; inUse: boolean };

/**
 * Runners of one machine type, set apart for some stages. A pool in use by a stage cannot be archived or change its
 * type, or runs of the stage would have no runners.
 */
export const runnerPoolDecider: Decider<RunnerPoolState, RunnerPoolCommand, RunnerPoolEvent> = {
  category: 'runnerPool',
  initialState: () => ({ status: 'none' }),
  decide: (command, state) => {
    if (command.type === 'createRunnerPool') {
      if (state.status !== 'none') throw new DomainError('runnerPool.exists');
      const { runnerPoolId, name, runnerType, maxRunners } = command;
      return [{ type: 'RunnerPoolCreated', data: { runnerPoolId, name, runnerType, maxRunners } }];
    }
    if (state.status !== 'active') throw new DomainError('runnerPool.notFound');
    const { runnerPoolId } = state;
    switch (command.type) {
      case 'changeRunnerPool': {
        const { name, runnerType, maxRunners, inUse } = command;
        const events: RunnerPoolEvent[] = [];
        if (name !== undefined && name !== state.name) {
          events.push({ type: 'RunnerPoolRenamed', data: { runnerPoolId, from: state.name, name } });
        }
        if (runnerType !== undefined && runnerType !== state.runnerType) {
          if (inUse) throw new DomainError('runnerPool.inUse');
          events.push({ type: 'RunnerPoolTypeChanged', data: { runnerPoolId, from: state.runnerType, runnerType } });
        }
        if (maxRunners !== undefined && maxRunners !== state.maxRunners) {
          events.push({ type: 'RunnerPoolMaximumChanged', data: { runnerPoolId, from: state.maxRunners, maxRunners } });
        }
        return events;
      }
      case 'archiveRunnerPool':
        if (command.inUse) throw new DomainError('runnerPool.inUse');
        return [{ type: 'RunnerPoolArchived', data: { runnerPoolId } }];
      default:
        return never(command);
    }
  },
  evolve: (state, event) => {
    if (event.type === 'RunnerPoolCreated') return { status: 'active', ...event.data };
    if (state.status !== 'active') return state;
    switch (event.type) {
      case 'RunnerPoolRenamed':
        return { ...state, name: event.data.name };
      case 'RunnerPoolTypeChanged':
        return { ...state, runnerType: event.data.runnerType };
      case 'RunnerPoolMaximumChanged':
        return { ...state, maxRunners: event.data.maxRunners };
      case 'RunnerPoolArchived':
        return { status: 'archived', runnerPoolId: state.runnerPoolId, name: state.name };
      default:
        return never(event);
    }
  },
};
