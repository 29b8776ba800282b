import { alertCalls } from '@assay/contract';
import { route } from '../http/route.ts';
import { shownAlert } from './shownAlert.ts';

export const listAlerts = route(alertCalls.listAlerts, async ({ api, caller }) =>
  Promise.all((await caller.models.alerts()).map((alert) => shownAlert(api, alert))),
);
