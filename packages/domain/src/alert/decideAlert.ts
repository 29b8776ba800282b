import type { AlertId, AlertSettings } from '@assay/contract';
import type { AlertEvent } from '@assay/event-schemas';
import { type Decider, never } from '../decider.ts';
import { DomainError } from '../domainError.ts';

export type ActiveAlert = {
  status: 'active';
  alertId: AlertId;
  settings: AlertSettings;
  destination: string;
  signingSecret: string;
  /** Signs as well until then; null: there was none before. */
  oldSecret: { secret: string; until: string } | null;
  /** Whether it is sent. */
  active: boolean;
  /** Null: there is none, or it was ended early. */
  silence: { until: string; reason: string } | null;
  /** Who wants no mail of it any more: keyed hashes of their addresses. */
  unsubscribed: readonly string[];
};

export type AlertState = { status: 'none' } | ActiveAlert | { status: 'archived'; alertId: AlertId };

export type AlertCommand =
  | {
      type: 'createAlert';
      alertId: AlertId;
      settings: AlertSettings;
      destination: string;
      signingSecret: string;
      active: boolean;
    }
  | { type: 'changeAlert'; settings: AlertSettings; destination: string; active: boolean }
  /** By the service: the address is gone, or nothing has come through for too long. */
  | { type: 'deactivateAlert'; reason: string }
  | { type: 'replaceSigningSecret'; signingSecret: string; oldUntil: string }
  | { type: 'silenceAlert'; until: string; reason: string }
  | { type: 'unsilenceAlert' }
  | { type: 'unsubscribe' | 'resubscribe'; recipient: string }
  | { type: 'archiveAlert' };

function changedSettings(alertId: AlertId, before: AlertSettings, wanted: AlertSettings): AlertEvent[] {
  const settings = Object.keys(wanted) as (keyof AlertSettings)[];
  return settings
    .filter((setting) => JSON.stringify(wanted[setting]) !== JSON.stringify(before[setting]))
    .map((setting) => ({
      type: 'AlertSettingChanged',
      data: { alertId, setting, from: before[setting], to: wanted[setting] },
    }));
}

/** Who is to be told of what. Whom it has told is in the streams of its watches and deliveries. */
export const alertDecider: Decider<AlertState, AlertCommand, AlertEvent> = {
  category: 'alert',
  initialState: () => ({ status: 'none' }),
  decide: (command, state) => {
    if (command.type === 'createAlert') {
      if (state.status !== 'none') throw new DomainError('alert.exists');
      const { type: _, ...facts } = command;
      return [{ type: 'AlertCreated', data: facts }];
    }
    if (state.status !== 'active') throw new DomainError('alert.notFound');
    const { alertId } = state;
    switch (command.type) {
      case 'changeAlert': {
        const { settings, destination, active } = command;
        const events = changedSettings(alertId, state.settings, settings);
        if (destination !== state.destination) {
          events.push({ type: 'AlertDestinationChanged', data: { alertId, destination } });
        }
        if (active && !state.active) events.push({ type: 'AlertActivated', data: { alertId } });
        if (!active && state.active) events.push({ type: 'AlertDeactivated', data: { alertId, reason: null } });
        return events;
      }
      case 'deactivateAlert':
        return state.active ? [{ type: 'AlertDeactivated', data: { alertId, reason: command.reason } }] : [];
      case 'replaceSigningSecret': {
        const { signingSecret, oldUntil } = command;
        return [{ type: 'AlertSigningSecretReplaced', data: { alertId, signingSecret, oldUntil } }];
      }
      case 'silenceAlert': {
        const { until, reason } = command;
        return [{ type: 'AlertSilenced', data: { alertId, until, reason } }];
      }
      case 'unsilenceAlert':
        return state.silence === null ? [] : [{ type: 'AlertUnsilenced', data: { alertId } }];
      case 'unsubscribe':
        if (state.unsubscribed.includes(command.recipient)) return [];
        return [{ type: 'AlertRecipientUnsubscribed', data: { alertId, recipient: command.recipient } }];
      case 'resubscribe':
        if (!state.unsubscribed.includes(command.recipient)) return [];
        return [{ type: 'AlertRecipientResubscribed', data: { alertId, recipient: command.recipient } }];
      case 'archiveAlert':
        return [{ type: 'AlertArchived', data: { alertId } }];
      default:
        return never(command);
    }
  },
  evolve: (state, event) => {
    if (event.type === 'AlertCreated') {
      // The log keeps names that it does not know of yet as plain texts.
      const settings = event.data.settings as AlertSettings;
      return { status: 'active', ...event.data, settings, oldSecret: null, silence: null, unsubscribed: [] };
    }
    if (state.status !== 'active') return state;
    switch (event.type) {
      case 'AlertSettingChanged':
        return { ...state, settings: { ...state.settings, [event.data.setting]: event.data.to } };
      case 'AlertDestinationChanged':
        return { ...state, destination: event.data.destination };
      case 'AlertSigningSecretReplaced': {
        const { signingSecret, oldUntil } = event.data;
        return { ...state, signingSecret, oldSecret: { secret: state.signingSecret, until: oldUntil } };
      }
      case 'AlertActivated':
        return { ...state, active: true };
      case 'AlertDeactivated':
        return { ...state, active: false };
      case 'AlertSilenced': {
        const { until, reason } = event.data;
        return { ...state, silence: { until, reason } };
      }
      case 'AlertUnsilenced':
        return { ...state, silence: null };
      case 'AlertRecipientUnsubscribed':
        return { ...state, unsubscribed: [...state.unsubscribed, event.data.recipient] };
      case 'AlertRecipientResubscribed':
        return { ...state, unsubscribed: state.unsubscribed.filter((one) => one !== event.data.recipient) };
      case 'AlertArchived':
        return { status: 'archived', alertId: state.alertId };
      default:
        return never(event);
    }
  },
};
