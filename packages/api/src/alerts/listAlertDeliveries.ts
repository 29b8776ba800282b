import { ownAlert } from '@assay/application';
import { type AlertDeliveryView, alertCalls, limits } from '@assay/contract';
import type { OutboxRow } from '@assay/operations';
import { route } from '../http/route.ts';

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

export const listAlertDeliveries = route(
  alertCalls.listAlertDeliveries,
  async ({ api, caller: { accountId }, params: { id }, query: { offset = 0, limit = limits.maxPage } }) => {
    await ownAlert(api, accountId, id);
    const { rows, total } = await api.operations.outbox.pageAbout(accountId, id, { offset, limit });
    return { deliveries: rows.map(viewOf), total };
  },
);
