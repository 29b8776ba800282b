import type { AlertDeliveryId, AlertId } from '@assay/contract';
import type { AlertDeliveryEvent } from '@assay/event-schemas';
import { given } from '../../test/deciderSpec.ts';
import { alertDeliveryDecider } from './decideAlertDelivery.ts';

const ids = { deliveryId: 'd1' as AlertDeliveryId, alertId: 'a1' as AlertId };
const requested: AlertDeliveryEvent = { type: 'AlertDeliveryRequested', data: { ...ids, resendOf: null } };
const delivered: AlertDeliveryEvent = { type: 'AlertDelivered', data: { ...ids, attempts: 2 } };
const refused = { ...ids, reason: 'refused' as const, attempts: 1, gone: true, detail: '410 Gone' };

describe('a delivery of an alert', () => {
  it('is requested once', () => {
    given(alertDeliveryDecider)
      .when({ type: 'requestDelivery', ...ids, resendOf: null })
      .gives(requested);
    given(alertDeliveryDecider, requested)
      .when({ type: 'requestDelivery', ...ids, resendOf: null })
      .gives();
  });

  it('has one outcome, however often it is recorded', () => {
    given(alertDeliveryDecider)
      .when({ type: 'noteDelivered', ...ids, attempts: 2 })
      .gives(delivered);
    given(alertDeliveryDecider, requested)
      .when({ type: 'noteNotDelivered', ...refused })
      .gives({ type: 'AlertNotDelivered', data: refused });
    given(alertDeliveryDecider, delivered)
      .when({ type: 'noteNotDelivered', ...refused })
      .gives();
  });
});
