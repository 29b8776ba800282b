import type { AlertDeliveryId } from '@assay/contract';
import type {
  AlertDelivered,
  AlertDeliveryEvent,
  AlertDeliveryRequested,
  AlertNotDelivered,
} from '@assay/event-schemas';
import { type Decider, never } from '../decider.ts';

export type AlertDeliveryState = { status: 'none' } | { status: 'requested' | 'ended'; deliveryId: AlertDeliveryId };

export type AlertDeliveryCommand =
  | ({ type: 'requestDelivery' } & AlertDeliveryRequested)
  | ({ type: 'noteDelivered' } & AlertDelivered)
  | ({ type: 'noteNotDelivered' } & AlertNotDelivered);

/**
 * One message of an alert. That it is sent follows from an alert that was raised, or from a request; delivery is at least
 * once, so its outcome may be told twice, and counts once.
 */
export const alertDeliveryDecider: Decider<AlertDeliveryState, AlertDeliveryCommand, AlertDeliveryEvent> = {
  category: 'alertDelivery',
  initialState: () => ({ status: 'none' }),
  decide: (command, state) => {
    const { type, ...data } = command;
    switch (type) {
      case 'requestDelivery':
        return state.status === 'none'
          ? [{ type: 'AlertDeliveryRequested', data: data as AlertDeliveryRequested }]
          : [];
      case 'noteDelivered':
        return state.status === 'ended' ? [] : [{ type: 'AlertDelivered', data: data as AlertDelivered }];
      case 'noteNotDelivered':
        return state.status === 'ended' ? [] : [{ type: 'AlertNotDelivered', data: data as AlertNotDelivered }];
      default:
        return never(type);
    }
  },
  evolve: (_, { type, data: { deliveryId } }) => ({
    status: type === 'AlertDeliveryRequested' ? 'requested' : 'ended',
    deliveryId,
  }),
};
