import type { EnvironmentId, VariableRequest } from '@assay/contract';
import type { EnvironmentEvent } from '@assay/event-schemas';
import { type Decider, never } from '../decider.ts';
import { DomainError } from '../domainError.ts';

type Variable = { value: string; encrypted: boolean; file: boolean };

export type EnvironmentState =
  | { status: 'none' }
  | {
      status: 'active';
      environmentId: EnvironmentId;
      key: string;
      name: string;
      url: string | null;
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
      maximumParallelTestRuns: number;
      variables: VariableRequest[];
    }
  | {
      type: 'changeEnvironment';
      name?: string;
      url?: string | null;
      maximumParallelTestRuns?: number;
      variables?: VariableRequest[];
    }
  | { type: 'archiveEnvironment' };

/** Spec: URLs need a protocol. */
function checkUrl(url: string | null | undefined): void {
  if (url === null || url === undefined) return;
  if (!/^https?:\/\/[^\s/]+/i.test(url)) throw new DomainError('environment.urlInvalid');
}

/**
 * What setting the whole list means: set what is new or different, remove what is gone. Spec A:140: a value may be
 * left out only by an encrypted variable that exists.
 */
function changedVariables(
  environmentId: EnvironmentId,
  before: ReadonlyMap<string, Variable>,
  wanted: VariableRequest[],
): EnvironmentEvent[] {
  const events: EnvironmentEvent[] = [];
  for (const { key, value, encrypted, file } of wanted) {
    const known = before.get(key);
    const kept = encrypted && known?.encrypted ? known.value : undefined;
    const next = value === undefined || value === '' ? kept : value;
    if (next === undefined || key.trim() === '') {
      throw new DomainError(file ? 'environment.fileEmpty' : 'environment.variableValuesEmpty');
    }
    if (known && known.value === next && known.encrypted === encrypted && known.file === file) continue;
    events.push({ type: 'EnvironmentVariableSet', data: { environmentId, key, value: next, encrypted, file } });
  }
  const names = new Set(wanted.map((variable) => variable.key));
  for (const key of before.keys()) {
    if (!names.has(key)) events.push({ type: 'EnvironmentVariableRemoved', data: { environmentId, key } });
  }
  return events;
}

export const environmentDecider: Decider<EnvironmentState, EnvironmentCommand, EnvironmentEvent> = {
  category: 'environment',
  initialState: () => ({ status: 'none' }),
  decide: (command, state) => {
    if (command.type === 'createEnvironment') {
      if (state.status !== 'none') throw new DomainError('environment.exists');
      checkUrl(command.url);
      const { environmentId, key, name, url, maximumParallelTestRuns, variables } = command;
      return [
        { type: 'EnvironmentCreated', data: { environmentId, key, name, url, maximumParallelTestRuns } },
        ...changedVariables(environmentId, new Map(), variables),
      ];
    }
    if (state.status !== 'active') throw new DomainError('environment.notFound');
    const { environmentId } = state;
    switch (command.type) {
      case 'changeEnvironment': {
        checkUrl(command.url);
        const { name, url, maximumParallelTestRuns, variables } = command;
        const events: EnvironmentEvent[] = [];
        if (name !== undefined && name !== state.name) {
          events.push({ type: 'EnvironmentRenamed', data: { environmentId, from: state.name, name } });
        }
        if (url !== undefined && url !== state.url) {
          events.push({ type: 'EnvironmentUrlChanged', data: { environmentId, from: state.url, url } });
        }
        if (maximumParallelTestRuns !== undefined && maximumParallelTestRuns !== state.maximumParallelTestRuns) {
          const from = state.maximumParallelTestRuns;
          events.push({ type: 'EnvironmentRunLimitChanged', data: { environmentId, from, maximumParallelTestRuns } });
        }
        return variables ? [...events, ...changedVariables(environmentId, state.variables, variables)] : events;
      }
      case 'archiveEnvironment':
        return [{ type: 'EnvironmentArchived', data: { environmentId } }];
      default:
        return never(command);
    }
  },
  evolve: (state, event) => {
    if (event.type === 'EnvironmentCreated') return { status: 'active', ...event.data, variables: new Map() };
    if (state.status !== 'active') return state;
    switch (event.type) {
      case 'EnvironmentRenamed':
        return { ...state, name: event.data.name };
      case 'EnvironmentUrlChanged':
        return { ...state, url: event.data.url };
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
      case 'EnvironmentArchived': {
        const { environmentId, key, name } = state;
        return { status: 'archived', environmentId, key, name };
      }
      default:
        return never(event);
    }
  },
};
