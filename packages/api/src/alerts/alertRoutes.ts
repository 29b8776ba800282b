import {
  addressesOf,
  alertOf,
  errorsOfAlert,
  type FieldError,
  InvalidFields,
  newSigningSecret,
  ownAlert,
  previewAlert as preview,
  recipientOf,
  shownDestination,
} from '@assay/application';
import {
  type AccountId,
  type AlertDeliveryId,
  type AlertDeliveryView,
  type AlertId,
  type AlertRequest,
  type AlertView,
  type AuthorizationView,
  alertCalls,
  channelOfDestination,
  limits,
  messages,
} from '@assay/contract';
import { type ActiveAlert, type AlertState, alertDecider, alertDeliveryDecider, DomainError } from '@assay/domain';
import { decryptField } from '@assay/event-log';
import type { OutboxRow } from '@assay/operations';
import type { Api } from '../api.ts';
import { commandAnswer } from '../http/commandAnswer.ts';
import { type Route, route } from '../http/route.ts';

/** @returns the errors in those fields of an alert that exist and that its schema accepts. */
async function errorsOfRest(
  api: Api,
  accountId: AccountId,
  { eventType, actionType, ...body }: Partial<AlertRequest>,
  before: ActiveAlert | null,
): Promise<FieldError[]> {
  if (eventType === undefined || actionType === undefined) return [];
  return errorsOfAlert(api, accountId, alertOf({ eventType, actionType, ...body }, before), before);
}

/** Documents hold where an alert goes as the log has it; people read it, but of a sealed address no more than its host. */
async function shownAlert(
  { operations }: Pick<Api, 'operations'>,
  alert: AlertView,
  connected: readonly AuthorizationView[],
): Promise<AlertView> {
  const destination = (await decryptField(operations.keys, alert.destination)) ?? '';
  const { actionType } = alert;
  const named = actionType === 'SEND_EMAIL' ? addressesOf(destination) : [];
  const unsubscribed = named.filter((address) => alert.unsubscribed.includes(recipientOf(operations, address)));
  const authorizationId = channelOfDestination(actionType, destination);
  if (authorizationId !== null) {
    const channel = connected.find(({ id }) => id === authorizationId);
    return { ...alert, destination: channel?.identifier ?? 'a removed channel', authorizationId, unsubscribed };
  }
  return { ...alert, destination: shownDestination(actionType, destination), unsubscribed };
}

const listAlerts = route(alertCalls.listAlerts, async ({ api, caller: { models } }) => {
  const [alerts, connected] = await Promise.all([models.alerts(), models.authorizations()]);
  return Promise.all(alerts.map((alert) => shownAlert(api, alert, connected)));
});

const createAlert = route(
  alertCalls.createAlert,
  async ({ api, body, caller, context, newId }) => {
    const alert = alertOf(body, null);
    const errors = await errorsOfAlert(api, caller.accountId, alert);
    if (errors.length > 0) throw new InvalidFields(...errors);
    const alertId = newId<AlertId>();
    const command = { type: 'createAlert' as const, alertId, ...alert, signingSecret: newSigningSecret() };
    // A repeat with the same Idempotency-Key finds the alert.
    const decide = (state: AlertState) => (state.status === 'none' ? command : null);
    return commandAnswer(api.eventLog, await api.eventLog.handle(alertDecider, alertId, decide, context));
  },
  { rest: ({ api, caller, body }) => errorsOfRest(api, caller.accountId, body, null) },
);

const getAlert = route(alertCalls.getAlert, async ({ api, caller, params: { id } }) => {
  const alert = await caller.models.alert(id);
  if (!alert) throw new DomainError('alert.notFound');
  return shownAlert(api, alert, await caller.models.authorizations());
});

const changeAlert = route(
  alertCalls.changeAlert,
  async ({ api, params: { id }, body, caller, context, expectedRevision }) => {
    const before = await ownAlert(api, caller.accountId, id);
    const alert = alertOf(body, before);
    const errors = await errorsOfAlert(api, caller.accountId, alert, before);
    if (errors.length > 0) throw new InvalidFields(...errors);
    const command = { type: 'changeAlert' as const, ...alert };
    const result = await api.eventLog.handle(alertDecider, id, command, { ...context, expectedRevision });
    return commandAnswer(api.eventLog, result);
  },
  {
    rest: async ({ api, caller, params: { id }, body }) =>
      errorsOfRest(api, caller.accountId, body, await ownAlert(api, caller.accountId, id)),
  },
);

const silenceAlert = route(
  alertCalls.silenceAlert,
  async ({ api, params: { id }, body: { until, reason }, caller, context, expectedRevision }) => {
    await ownAlert(api, caller.accountId, id);
    if (Date.parse(until) <= Date.parse(context.occurredAt)) {
      throw new InvalidFields({ field: 'until', message: messages.notInFuture });
    }
    // One form of time, so that times can be compared as texts.
    const command = { type: 'silenceAlert' as const, until: new Date(until).toISOString(), reason };
    const result = await api.eventLog.handle(alertDecider, id, command, { ...context, expectedRevision });
    return commandAnswer(api.eventLog, result);
  },
);

const unsilenceAlert = route(
  alertCalls.unsilenceAlert,
  async ({ api, params: { id }, caller, context, expectedRevision }) => {
    await ownAlert(api, caller.accountId, id);
    const command = { type: 'unsilenceAlert' as const };
    const result = await api.eventLog.handle(alertDecider, id, command, { ...context, expectedRevision });
    return commandAnswer(api.eventLog, result);
  },
);

const archiveAlert = route(
  alertCalls.archiveAlert,
  async ({ api, params: { id }, caller, context, expectedRevision }) => {
    await ownAlert(api, caller.accountId, id);
    const command = { type: 'archiveAlert' as const };
    const result = await api.eventLog.handle(alertDecider, id, command, { ...context, expectedRevision });
    return commandAnswer(api.eventLog, result);
  },
);

const previewAlert = route(alertCalls.previewAlert, async ({ api, body, caller }) =>
  preview(api, caller.accountId, alertOf(body, null).settings, new Date()),
);

/** The message that the policy of alerts writes. */
type Message = Pick<AlertDeliveryView, 'kind' | 'summary' | 'testRunId' | 'resendOf' | 'payload'>;

function viewOf({ _id, message, state, tries = [], dueAt, createdAt, endedAt }: OutboxRow): AlertDeliveryView {
  const { kind, summary, testRunId, resendOf, payload } = message as Message;
  return {
    id: _id as AlertDeliveryView['id'],
    kind,
    summary,
    testRunId,
    resendOf,
    state,
    tries: tries.map(({ at, cutOff = false, ...rest }) => ({ at: at.toISOString(), ...rest, cutOff })),
    nextTryAt: state === 'waiting' ? dueAt.toISOString() : null,
    payload,
    createdAt: createdAt.toISOString(),
    endedAt: endedAt?.toISOString() ?? null,
  };
}

const listAlertDeliveries = route(
  alertCalls.listAlertDeliveries,
  async ({ api, caller: { accountId }, params: { id }, query: { offset = 0, limit = limits.maxPage } }) => {
    await ownAlert(api, accountId, id);
    const { rows, total } = await api.operations.outbox.pageAbout(accountId, id, { offset, limit });
    return { deliveries: rows.map(viewOf), total };
  },
);

const testAlert = route(alertCalls.testAlert, async ({ api, params: { id }, caller, context, newId }) => {
  await ownAlert(api, caller.accountId, id);
  const deliveryId = newId<AlertDeliveryId>();
  const command = { type: 'requestDelivery' as const, deliveryId, alertId: id, resendOf: null };
  return commandAnswer(api.eventLog, await api.eventLog.handle(alertDeliveryDecider, deliveryId, command, context));
});

const resendAlertDelivery = route(
  alertCalls.resendAlertDelivery,
  async ({ api, params: { id, deliveryId: resendOf }, caller: { accountId }, context, newId }) => {
    await ownAlert(api, accountId, id);
    const row = await api.operations.outbox.find(resendOf);
    if (row?.accountId !== accountId || row.aboutId !== id) throw new DomainError('alert.deliveryNotFound');
    const deliveryId = newId<AlertDeliveryId>();
    const command = { type: 'requestDelivery' as const, deliveryId, alertId: id, resendOf };
    return commandAnswer(api.eventLog, await api.eventLog.handle(alertDeliveryDecider, deliveryId, command, context));
  },
);

/** How long the old secret signs in addition to the new one. */
const overlapMs = 24 * 3_600_000;

const replaceSigningSecret = route(
  alertCalls.replaceSigningSecret,
  async ({ api, params: { id }, caller, context, expectedRevision }) => {
    await ownAlert(api, caller.accountId, id);
    const signingSecret = newSigningSecret();
    const oldUntil = new Date(Date.parse(context.occurredAt) + overlapMs).toISOString();
    const command = { type: 'replaceSigningSecret' as const, signingSecret, oldUntil };
    await api.eventLog.handle(alertDecider, id, command, { ...context, expectedRevision });
    return { id, signingSecret };
  },
);

export const alertRoutes: readonly Route[] = [
  listAlerts,
  createAlert,
  getAlert,
  changeAlert,
  silenceAlert,
  unsilenceAlert,
  archiveAlert,
  previewAlert,
  listAlertDeliveries,
  testAlert,
  resendAlertDelivery,
  replaceSigningSecret,
];
