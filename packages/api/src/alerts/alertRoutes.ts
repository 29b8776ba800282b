import type { Route } from '../http/route.ts';
import { archiveAlert } from './archiveAlert.ts';
import { changeAlert } from './changeAlert.ts';
import { createAlert } from './createAlert.ts';
import { getAlert } from './getAlert.ts';
import { listAlertDeliveries } from './listAlertDeliveries.ts';
import { listAlerts } from './listAlerts.ts';
import { previewAlert } from './previewAlert.ts';
import { replaceSigningSecret } from './replaceSigningSecret.ts';
import { resendAlertDelivery } from './resendAlertDelivery.ts';
import { silenceAlert } from './silenceAlert.ts';
import { testAlert } from './testAlert.ts';
import { unsilenceAlert } from './unsilenceAlert.ts';

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
