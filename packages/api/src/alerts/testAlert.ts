import { ownAlert } from '@assay/application';
import { type AlertDeliveryId, alertCalls } from '@assay/contract';
import { alertDeliveryDecider } from '@assay/domain';
import { commandAnswer } from '../http/commandAnswer.ts';
import { route } from '../http/route.ts';

export const testAlert = route(alertCalls.testAlert, async ({ api, params: { id }, caller, context, newId }) => {
  await ownAlert(api, caller.accountId, id);
  const deliveryId = newId<AlertDeliveryId>();
  const command = { type: 'requestDelivery' as const, deliveryId, alertId: id, resendOf: null };
  return commandAnswer(api.eventLog, await api.eventLog.handle(alertDeliveryDecider, deliveryId, command, context));
});
