import {
  type ChangedValues,
  changedField,
  type EnvironmentId,
  environmentFields,
  fieldsIn,
  formFields,
  isFieldChange,
  type ValuesOf,
  type VariableRequest,
} from '@assay/contract';
import type { EnvironmentEvent } from '@assay/event-schemas';
import { type Decider, never, type Restored } from '../decider.ts';
import { DomainError } from '../domainError.ts';
import { fieldEvents } from '../fieldEvents.ts';
import { changedVariables, type Variable } from '../variables/changedVariables.ts';

type Fields = ValuesOf<typeof environmentFields>;

export type EnvironmentState =
  | { status: 'none' }
  | ({ status: 'active'; environmentId: EnvironmentId; variables: ReadonlyMap<string, Variable> } & Fields)
  | { status: 'archived'; environmentId: EnvironmentId; key: string; name: string };

export type EnvironmentCommand =
  | ({ type: 'createEnvironment'; environmentId: EnvironmentId; variables: VariableRequest[] } & Fields)
  | ({
      type: 'changeEnvironment';
      variables?: VariableRequest[];
      /** The version that these are of, when it is brought back. */
      restored?: Restored;
    } & ChangedValues<typeof environmentFields>)
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
      const { environmentId, variables } = command;
      const data = { environmentId, ...fieldsIn(environmentFields, command) };
      return [{ type: 'EnvironmentCreated', data }, ...variableEvents(environmentId, new Map(), variables)];
    }
    if (state.status !== 'active') throw new DomainError('environment.notFound');
    const { environmentId } = state;
    switch (command.type) {
      case 'changeEnvironment': {
        checkUrl(command.url);
        const { variables } = command;
        const events: EnvironmentEvent[] = fieldEvents(environmentFields, { environmentId }, state, command);
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
    if (isFieldChange(environmentFields, event)) return { ...state, ...changedField(environmentFields, event) };
    switch (event.type) {
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
