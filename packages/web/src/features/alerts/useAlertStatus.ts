import type { AlertView } from '@assay/contract';
import { useChangeAlertMutation } from '../../connection/serviceHooks.ts';
import { showFailure } from '../../ui/showFailure.ts';
import { alertRequestOf, formOfAlert } from './alertForm.ts';

/** Turns an alert on and off, at once. */
export function useAlertStatus(alert: AlertView) {
  const [change, { isLoading: isTurning }] = useChangeAlertMutation();
  const turn = async (on: boolean) => {
    const body = alertRequestOf(formOfAlert(alert), on ? 'ACTIVE' : 'INACTIVE');
    const { error } = await change({ params: { id: alert.id }, body, ifMatch: alert.revision });
    if (error) showFailure(error);
  };
  return { isOn: alert.status === 'ACTIVE', isTurning, turn };
}
