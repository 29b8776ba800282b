import {
  type ChangedValues,
  changedField,
  isFieldChange,
  type RunnerPoolId,
  runnerPoolFields,
  type ValuesOf,
} from '@assay/contract';
import type { RunnerPoolEvent } from '@assay/event-schemas';
import { type Decider, never } from '../decider.ts';
import { DomainError } from '../domainError.ts';
import { fieldEvents } from '../fieldEvents.ts';

type Facts = { runnerPoolId: RunnerPoolId } & ValuesOf<typeof runnerPoolFields>;

export type RunnerPoolState =
  | { status: 'none' }
  | ({ status: 'active' } & Facts)
  | { status: 'archived'; runnerPoolId: RunnerPoolId; name: string };

/** `inUse`: whether a pipeline stage names the pool; the caller looks it up. */
export type RunnerPoolCommand =
  | ({ type: 'createRunnerPool' } & Facts)
  | ({ type: 'changeRunnerPool'; inUse: boolean } & ChangedValues<typeof runnerPoolFields>)
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
      const { type: _, ...facts } = command;
      return [{ type: 'RunnerPoolCreated', data: facts }];
    }
    if (state.status !== 'active') throw new DomainError('runnerPool.notFound');
    const { runnerPoolId } = state;
    switch (command.type) {
      case 'changeRunnerPool': {
        const events = fieldEvents(runnerPoolFields, { runnerPoolId }, state, command);
        const isRetyped = events.some(({ type }) => type === 'RunnerPoolTypeChanged');
        if (isRetyped && command.inUse) throw new DomainError('runnerPool.inUse');
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
    if (isFieldChange(runnerPoolFields, event)) return { ...state, ...changedField(runnerPoolFields, event) };
    switch (event.type) {
      case 'RunnerPoolArchived':
        return { status: 'archived', runnerPoolId: state.runnerPoolId, name: state.name };
      default:
        return never(event);
    }
  },
};
