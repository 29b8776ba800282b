import {
  type ChangedValues,
  changedField,
  isFieldChange,
  type PipelineStageId,
  pipelineStageFields,
  type RunnerPoolId,
  type RunnerType,
  type ValuesOf,
  type VariableRequest,
} from '@assay/contract';
import type { PipelineStageEvent } from '@assay/event-schemas';
import { type Decider, never, type Restored } from '../decider.ts';
import { DomainError } from '../domainError.ts';
import { fieldEvents } from '../fieldEvents.ts';
import { changedVariables, type Variable } from '../variables/changedVariables.ts';

type Facts = { pipelineStageId: PipelineStageId } & ValuesOf<typeof pipelineStageFields>;

export type PipelineStageState =
  | { status: 'none' }
  | ({ status: 'active'; variables: ReadonlyMap<string, Variable> } & Facts)
  | { status: 'archived'; pipelineStageId: PipelineStageId; name: string };

export type PipelineStageCommand =
  | ({ type: 'createPipelineStage'; variables: VariableRequest[] } & Facts)
  | ({
      type: 'changePipelineStage';
      variables?: VariableRequest[];
      /** The version that these are of, when it is brought back. */
      restored?: Restored;
    } & ChangedValues<typeof pipelineStageFields>)
  | { type: 'archivePipelineStage' };

function variableEvents(
  pipelineStageId: PipelineStageId,
  before: ReadonlyMap<string, Variable>,
  wanted: readonly VariableRequest[],
): PipelineStageEvent[] {
  const { set, removed } = changedVariables(before, wanted, {
    valuesEmpty: 'pipelineStage.variableValuesEmpty',
    fileEmpty: 'pipelineStage.fileEmpty',
    keyTwice: 'pipelineStage.variableKeyTwice',
  });
  return [
    ...set.map((data) => ({ type: 'PipelineStageVariableSet' as const, data: { pipelineStageId, ...data } })),
    ...removed.map((key) => ({ type: 'PipelineStageVariableRemoved' as const, data: { pipelineStageId, key } })),
  ];
}

function changes(
  state: Extract<PipelineStageState, { status: 'active' }>,
  wanted: Extract<PipelineStageCommand, { type: 'changePipelineStage' }>,
): PipelineStageEvent[] {
  const { pipelineStageId } = state;
  const { variables } = wanted;
  const events: PipelineStageEvent[] = fieldEvents(pipelineStageFields, { pipelineStageId }, state, wanted);
  const pool = (runnerType: RunnerType, from: RunnerPoolId | null, runnerPoolId: RunnerPoolId | null | undefined) => {
    if (runnerPoolId === undefined || runnerPoolId === from) return;
    events.push({ type: 'PipelineStageRunnerPoolChanged', data: { pipelineStageId, runnerType, from, runnerPoolId } });
  };
  pool('WINDOWS', state.windowsRunnerPoolId, wanted.windowsRunnerPoolId);
  pool('LINUX', state.linuxRunnerPoolId, wanted.linuxRunnerPoolId);
  if (variables) events.push(...variableEvents(pipelineStageId, state.variables, variables));
  if (wanted.restored === undefined || events.length === 0) return events;
  return [{ type: 'PipelineStageRestored', data: { pipelineStageId, ...wanted.restored } }, ...events];
}

/** A step on the way to production. Its environments share its pools, its variables and the priority of their runs. */
export const pipelineStageDecider: Decider<PipelineStageState, PipelineStageCommand, PipelineStageEvent> = {
  category: 'pipelineStage',
  initialState: () => ({ status: 'none' }),
  decide: (command, state) => {
    if (command.type === 'createPipelineStage') {
      if (state.status !== 'none') throw new DomainError('pipelineStage.exists');
      const { type: _, variables, ...facts } = command;
      return [
        { type: 'PipelineStageCreated', data: facts },
        ...variableEvents(facts.pipelineStageId, new Map(), variables),
      ];
    }
    if (state.status !== 'active') throw new DomainError('pipelineStage.notFound');
    switch (command.type) {
      case 'changePipelineStage':
        return changes(state, command);
      case 'archivePipelineStage':
        return [{ type: 'PipelineStageArchived', data: { pipelineStageId: state.pipelineStageId } }];
      default:
        return never(command);
    }
  },
  evolve: (state, event) => {
    if (event.type === 'PipelineStageCreated') return { status: 'active', ...event.data, variables: new Map() };
    if (state.status !== 'active') return state;
    if (isFieldChange(pipelineStageFields, event)) return { ...state, ...changedField(pipelineStageFields, event) };
    switch (event.type) {
      case 'PipelineStageRunnerPoolChanged': {
        const { runnerType, runnerPoolId } = event.data;
        return { ...state, [runnerType === 'WINDOWS' ? 'windowsRunnerPoolId' : 'linuxRunnerPoolId']: runnerPoolId };
      }
      case 'PipelineStageVariableSet': {
        const { key, value, encrypted, file } = event.data;
        return { ...state, variables: new Map(state.variables).set(key, { value, encrypted, file }) };
      }
      case 'PipelineStageVariableRemoved': {
        const variables = new Map(state.variables);
        variables.delete(event.data.key);
        return { ...state, variables };
      }
      case 'PipelineStageRestored':
        return state;
      case 'PipelineStageArchived':
        return { status: 'archived', pipelineStageId: state.pipelineStageId, name: state.name };
      default:
        return never(event);
    }
  },
};
