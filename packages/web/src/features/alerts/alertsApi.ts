import { alertCalls } from '@assay/contract';
import { changeOf } from '../../connection/changeOf.ts';
import { readOf } from '../../connection/readOf.ts';
import { serviceApi } from '../../connection/serviceApi.ts';

const alertsApi = serviceApi.injectEndpoints({
  endpoints: (build) => ({
    listAlerts: build.query(readOf(alertCalls.listAlerts)),
    previewAlert: build.query(readOf(alertCalls.previewAlert, { keepUnusedDataFor: 30 })),
    createAlert: build.mutation(changeOf(alertCalls.createAlert)),
    changeAlert: build.mutation(changeOf(alertCalls.changeAlert)),
    archiveAlert: build.mutation(changeOf(alertCalls.archiveAlert)),
    listAlertDeliveries: build.query(readOf(alertCalls.listAlertDeliveries)),
    testAlert: build.mutation(changeOf(alertCalls.testAlert)),
    resendAlertDelivery: build.mutation(changeOf(alertCalls.resendAlertDelivery)),
    replaceSigningSecret: build.mutation(changeOf(alertCalls.replaceSigningSecret)),
  }),
});

export const {
  useListAlertsQuery,
  usePreviewAlertQuery,
  useCreateAlertMutation,
  useChangeAlertMutation,
  useArchiveAlertMutation,
  useListAlertDeliveriesQuery,
  useTestAlertMutation,
  useResendAlertDeliveryMutation,
  useReplaceSigningSecretMutation,
} = alertsApi;
