import { alertCalls } from '@assay/contract';
import { DomainError } from '@assay/domain';
import { route } from '../http/route.ts';
import { shownAlert } from './shownAlert.ts';

export const getAlert = route(alertCalls.getAlert, async ({ api, caller, params: { id } }) => {
  const alert = await caller.models.alert(id);
  if (!alert) throw new DomainError('alert.notFound');
  return shownAlert(api, alert);
});
