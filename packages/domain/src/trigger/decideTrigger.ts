import type { TriggerId, TriggerSettings } from '@assay/contract';
import type { TriggerEvent } from '@assay/event-schemas';
import { type Decider, never } from '../decider.ts';
import { DomainError } from '../domainError.ts';

export type TriggerState =
  | { status: 'none' }
  | { status: 'active'; triggerId: TriggerId; name: string; settings: TriggerSettings; enabled: boolean }
  | { status: 'archived'; triggerId: TriggerId };

export type TriggerCommand =
  | { type: 'createTrigger'; triggerId: TriggerId; name: string; settings: TriggerSettings }
  | { type: 'changeTrigger'; name: string; settings: TriggerSettings }
  | { type: 'toggleTrigger' }
  | { type: 'archiveTrigger' };

function changedSettings(triggerId: TriggerId, before: TriggerSettings, wanted: TriggerSettings): TriggerEvent[] {
  const settings = Object.keys(wanted) as (keyof TriggerSettings)[];
  return settings
    .filter((setting) => JSON.stringify(wanted[setting]) !== JSON.stringify(before[setting]))
    .map((setting) => ({
      type: 'TriggerSettingChanged',
      data: { triggerId, setting, from: before[setting], to: wanted[setting] },
    }));
}

/** What starts tests by itself. When it did, and why it did not, is in the streams of its slots. */
export const triggerDecider: Decider<TriggerState, TriggerCommand, TriggerEvent> = {
  category: 'trigger',
  initialState: () => ({ status: 'none' }),
  decide: (command, state) => {
    if (command.type === 'createTrigger') {
      if (state.status !== 'none') throw new DomainError('trigger.exists');
      const { type: _, ...facts } = command;
      return [{ type: 'TriggerCreated', data: facts }];
    }
    if (state.status !== 'active') throw new DomainError('trigger.notFound');
    const { triggerId } = state;
    switch (command.type) {
      case 'changeTrigger': {
        const { name, settings } = command;
        const renamed: TriggerEvent[] =
          name === state.name ? [] : [{ type: 'TriggerRenamed', data: { triggerId, from: state.name, name } }];
        return [...renamed, ...changedSettings(triggerId, state.settings, settings)];
      }
      case 'toggleTrigger':
        return [{ type: state.enabled ? 'TriggerDisabled' : 'TriggerEnabled', data: { triggerId } }];
      case 'archiveTrigger':
        return [{ type: 'TriggerArchived', data: { triggerId } }];
      default:
        return never(command);
    }
  },
  evolve: (state, event) => {
    if (event.type === 'TriggerCreated') return { status: 'active', ...event.data, enabled: true };
    if (state.status !== 'active') return state;
    switch (event.type) {
      case 'TriggerRenamed':
        return { ...state, name: event.data.name };
      case 'TriggerSettingChanged':
        return { ...state, settings: { ...state.settings, [event.data.setting]: event.data.to } };
      case 'TriggerEnabled':
        return { ...state, enabled: true };
      case 'TriggerDisabled':
        return { ...state, enabled: false };
      case 'TriggerArchived':
        return { status: 'archived', triggerId: state.triggerId };
      default:
        return never(event);
    }
  },
};
