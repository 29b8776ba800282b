import { addressesOf, recipientOf, shownDestination } from '@assay/application';
import type { AlertView } from '@assay/contract';
import { decryptField } from '@assay/event-log';
import type { Api } from '../api.ts';

/** Documents hold where an alert goes as the log has it; people read it, but of a sealed address no more than its host. */
export async function shownAlert({ operations }: Pick<Api, 'operations'>, alert: AlertView): Promise<AlertView> {
  const destination = (await decryptField(operations.keys, alert.destination)) ?? '';
  const { actionType } = alert;
  const named = actionType === 'SEND_EMAIL' ? addressesOf(destination) : [];
  const unsubscribed = named.filter((address) => alert.unsubscribed.includes(recipientOf(operations, address)));
  return { ...alert, destination: shownDestination(actionType, destination), unsubscribed };
}
