import { type EnvironmentId, formFields, type PipelineStageId, type VariableRequest } from '@assay/contract';
import type { EnvironmentEvent } from '@assay/event-schemas';
import { type Decider, never, type Restored } from '../decider.ts';
import { DomainError } from '../domainError.ts';
import { changedVariables, type Variable } from '../variables/changedVariables.ts';

export type EnvironmentState =
  | { status: 'none' }
  | {
      status: 'active';
      environmentId: EnvironmentId;
      key: string;
      name: string;
      url: string | null;
      pipelineStageId: PipelineStageId | null;
      maximumParallelTestRuns: number;
      variables: ReadonlyMap<string, Variable>;
    }
  | { status: 'archived'; environmentId: EnvironmentId; key: string; name: string };

export type EnvironmentCommand =
  | {
      type: 'createEnvironment';
      environmentId: EnvironmentId;
      key: string;
      name: string;
      url: string | null;
      pipelineStageId: PipelineStageId | null;
      maximumParallelTestRuns: number;
      variables: VariableRequest[];
    }
  | {
      type: 'changeEnvironment';
      name?: string;
      url?: string | null;
      pipelineStageId?: PipelineStageId | null;
      maximumParallelTestRuns?: number;
      variables?: VariableRequest[];
      /** The version that these are of, when it is brought back. */
      restored?: Restored;
    }
  | { type: 'archiveEnvironment' };

const urlPattern = new RegExp(formFields.url.pattern, 'u');

function checkUrl(url: string | null | undefined): void {
  if (url === null || url === undefined) return;
  if (!urlPattern.test(url)) throw new DomainError('environment.urlInvalid');
}

function variableEvents(
  environmentId: EnvironmentId,
  before: ReadonlyMap<string, Variable>,
  wanted: readonly VariableRequest[],
): EnvironmentEvent[] {
  const { set, removed } = changedVariables(before, wanted, {
    valuesEmpty: 'environment.variableValuesEmpty',
    fileEmpty: 'environment.fileEmpty',
    keyTwice: 'environment.variableKeyTwice',
  });
  return [
    ...set.map((data) => ({ type: 'EnvironmentVariableSet' as const, data: { environmentId, ...data } })),
    ...removed.map((key) => ({ type: 'EnvironmentVariableRemoved' as const, data: { environmentId, key } })),
  ];
}

export const environmentDecider: Decider<EnvironmentState, EnvironmentCommand, EnvironmentEvent> = {
  category: 'environment',
  initialState: () => ({ status: 'none' }),
  decide: (command, state) => {
    if (command.type === 'createEnvironment') {
      if (state.status !== 'none') throw new DomainError('environment.exists');
      checkUrl(command.url);
      const { environmentId, key, name, url, pipelineStageId, maximumParallelTestRuns, variables } = command;
      const data = { environmentId, key, name, url, pipelineStageId, maximumParallelTestRuns };
      return [{ type: 'EnvironmentCreated', data }, ...variableEvents(environmentId, new Map(), variables)];
    }
    if (state.status !== 'active') throw new DomainError('environment.notFound');
    const { environmentId } = state;
    switch (command.type) {
      case 'changeEnvironment': {
        checkUrl(command.url);
        const { name, url, pipelineStageId, maximumParallelTestRuns, variables } = command;
        const events: EnvironmentEvent[] = [];
        if (name !== undefined && name !== state.name) {
          events.push({ type: 'EnvironmentRenamed', data: { environmentId, from: state.name, name } });
        }
        if (url !== undefined && url !== state.url) {
          events.push({ type: 'EnvironmentUrlChanged', data: { environmentId, from: state.url, url } });
        }
        if (pipelineStageId !== undefined && pipelineStageId !== state.pipelineStageId) {
          const from = state.pipelineStageId;
          events.push({ type: 'EnvironmentStageChanged', data: { environmentId, from, pipelineStageId } });
        }
        if (maximumParallelTestRuns !== undefined && maximumParallelTestRuns !== state.maximumParallelTestRuns) {
          const from = state.maximumParallelTestRuns;
          events.push({ type: 'EnvironmentRunLimitChanged', data: { environmentId, from, maximumParallelTestRuns } });
        }
        if (variables) events.push(...variableEvents(environmentId, state.variables, variables));
        if (command.restored === undefined || events.length === 0) return events;
        return [{ type: 'EnvironmentRestored', data: { environmentId, ...command.restored } }, ...events];
      }
      case 'archiveEnvironment':
        return [{ type: 'EnvironmentArchived', data: { environmentId } }];
      default:
        return never(command);
    }
  },
  evolve: (state, event) => {
    if (event.type === 'EnvironmentCreated') {
      // Environments created before stages existed have none.
      const pipelineStageId = event.data.pipelineStageId ?? null;
      return { status: 'active', ...event.data, pipelineStageId, variables: new Map() };
    }
    if (state.status !== 'active') return state;
    switch (event.type) {
      case 'EnvironmentRenamed':
        return { ...state, name: event.data.name };
      case 'EnvironmentUrlChanged':
        return { ...state, url: event.data.url };
      case 'EnvironmentStageChanged':
        return { ...state, pipelineStageId: event.data.pipelineStageId };
      case 'EnvironmentRunLimitChanged':
        return { ...state, maximumParallelTestRuns: event.data.maximumParallelTestRuns };
      case 'EnvironmentVariableSet': {
        const { key, value, encrypted, file } = event.data;
        return { ...state, variables: new Map(state.variables).set(key, { value, encrypted, file }) };
      }
      case 'EnvironmentVariableRemoved': {
        const variables = new Map(state.variables);
        variables.delete(event.data.key);
        return { ...state, variables };
      }
      case 'EnvironmentRestored':
        return state;
      case 'EnvironmentArchived': {
        const { environmentId, key, name } = state;
        return { status: 'archived', environmentId, key, name };
      }
      default:
        return never(event);
    }
  },
};
