import { ownAlert } from '@assay/application';
import { type AlertDeliveryId, alertCalls } from '@assay/contract';
import { alertDeliveryDecider, DomainError } from '@assay/domain';
import { commandAnswer } from '../http/commandAnswer.ts';
import { route } from '../http/route.ts';

export const resendAlertDelivery = route(
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
