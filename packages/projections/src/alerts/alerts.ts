import { type AccountId, type AlertId, type AlertSettings, topics } from '@assay/contract';
import { type Actor, accountOf, type RecordedEvent } from '@assay/event-log';
import type { Evolved, Projection, ReadModelDocument } from '../projection.ts';

export type AlertDocument = ReadModelDocument & {
  accountId: AccountId;
  alertId: AlertId;
  settings: AlertSettings;
  /** As the log has it: encrypted under the account's key. */
  destination: string;
  active: boolean;
  statusSince: string;
  /** Why the service turned it off; null: it did not. */
  inactiveReason: string | null;
  /** Even when it is over; null: there was none, or it was ended early. */
  silence: { since: string; until: string; reason: string; by: Actor } | null;
  /** Who wants no mail of it any more: keyed hashes of their addresses. */
  unsubscribed: string[];
  archived: boolean;
  createdAt: string;
  /** Since when it is as it is: what it told before does not count. */
  changedAt: string;
  sentCount: number;
  failedCount: number;
  heldBackCount: number;
  lastDelivery: { at: string; delivered: boolean; attempts: number; detail: string | null } | null;
  lastDeliveredAt: string | null;
  /** Of the alert's own stream. */
  revision: number;
};

type OfAlert = Extract<RecordedEvent, { type: `Alert${string}` }>;

function isOfAlert(event: RecordedEvent): event is OfAlert {
  return event.type.startsWith('Alert');
}

function created(event: RecordedEvent & { type: 'AlertCreated' }): Evolved<AlertDocument> {
  const { alertId, settings, destination, active } = event.data;
  const { occurredAt } = event.envelope;
  return {
    accountId: accountOf(event),
    alertId,
    settings: settings as AlertSettings,
    destination,
    active,
    statusSince: occurredAt,
    inactiveReason: null,
    silence: null,
    unsubscribed: [],
    archived: false,
    createdAt: occurredAt,
    changedAt: occurredAt,
    sentCount: 0,
    failedCount: 0,
    heldBackCount: 0,
    lastDelivery: null,
    lastDeliveredAt: null,
    revision: event.revision,
  };
}

function evolve(document: Evolved<AlertDocument>, event: OfAlert): Evolved<AlertDocument> {
  const { revision } = event;
  const { occurredAt: at } = event.envelope;
  switch (event.type) {
    case 'AlertSettingChanged': {
      const { setting, to } = event.data;
      return { ...document, settings: { ...document.settings, [setting]: to }, changedAt: at, revision };
    }
    case 'AlertDestinationChanged':
      return { ...document, destination: event.data.destination, changedAt: at, revision };
    case 'AlertSigningSecretReplaced':
      return { ...document, revision };
    case 'AlertActivated':
      return { ...document, active: true, inactiveReason: null, statusSince: at, changedAt: at, revision };
    case 'AlertDeactivated':
      return { ...document, active: false, inactiveReason: event.data.reason, statusSince: at, revision };
    case 'AlertSilenced': {
      const { until, reason } = event.data;
      return { ...document, silence: { since: at, until, reason, by: event.envelope.actor }, revision };
    }
    case 'AlertUnsilenced':
      return { ...document, silence: null, revision };
    case 'AlertRecipientUnsubscribed':
      return { ...document, unsubscribed: [...document.unsubscribed, event.data.recipient], revision };
    case 'AlertRecipientResubscribed': {
      const unsubscribed = document.unsubscribed.filter((one) => one !== event.data.recipient);
      return { ...document, unsubscribed, revision };
    }
    case 'AlertArchived':
      return { ...document, archived: true, revision };
    case 'AlertHeldBack':
      return { ...document, heldBackCount: document.heldBackCount + 1 };
    case 'AlertDelivered': {
      const { attempts } = event.data;
      const lastDelivery = { at, delivered: true, attempts, detail: null };
      return { ...document, sentCount: document.sentCount + 1, lastDelivery, lastDeliveredAt: at };
    }
    case 'AlertNotDelivered': {
      const { attempts, detail } = event.data;
      const lastDelivery = { at, delivered: false, attempts, detail };
      return { ...document, failedCount: document.failedCount + 1, lastDelivery };
    }
    default:
      return document;
  }
}

/** The alerts of an account, and how their messages went. */
export const alerts: Projection<AlertDocument> = {
  name: 'alerts',
  version: 3,
  indexes: [{ accountId: 1, archived: 1 }],
  idsOf: (event) => (isOfAlert(event) ? [event.data.alertId] : []),
  evolve: (document, event) => {
    if (event.type === 'AlertCreated') return created(event);
    return document === null || !isOfAlert(event) ? document : evolve(document, event);
  },
  topicsOf: ({ accountId, alertId: id }) => [
    { accountId, topic: topics.alerts, id },
    { accountId, topic: topics.alertDeliveries(id), id },
  ],
};
