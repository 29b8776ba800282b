import { type AlertId, alertCalls } from '@assay/contract';
import { changeOf } from '../../connection/changeOf.ts';
import { readOf } from '../../connection/readOf.ts';
import { serviceApi } from '../../connection/serviceApi.ts';
import { showDone } from '../../ui/showDone.ts';
import { showFailure } from '../../ui/showFailure.ts';

const alertsApi = serviceApi.injectEndpoints({
  endpoints: (build) => ({
    listAlerts: build.query(readOf(alertCalls.listAlerts)),
    previewAlert: build.query(readOf(alertCalls.previewAlert, { keepUnusedDataFor: 30 })),
    createAlert: build.mutation(changeOf(alertCalls.createAlert)),
    changeAlert: build.mutation(changeOf(alertCalls.changeAlert)),
    silenceAlert: build.mutation(changeOf(alertCalls.silenceAlert)),
    unsilenceAlert: build.mutation(changeOf(alertCalls.unsilenceAlert)),
    archiveAlert: build.mutation(changeOf(alertCalls.archiveAlert)),
    listAlertDeliveries: build.query(readOf(alertCalls.listAlertDeliveries)),
    testAlert: build.mutation(changeOf(alertCalls.testAlert)),
    resendAlertDelivery: build.mutation(changeOf(alertCalls.resendAlertDelivery)),
    replaceSigningSecret: build.mutation(changeOf(alertCalls.replaceSigningSecret)),
  }),
});

const { useTestAlertMutation } = alertsApi;

export const {
  useListAlertsQuery,
  usePreviewAlertQuery,
  useCreateAlertMutation,
  useChangeAlertMutation,
  useSilenceAlertMutation,
  useUnsilenceAlertMutation,
  useArchiveAlertMutation,
  useListAlertDeliveriesQuery,
  useResendAlertDeliveryMutation,
  useReplaceSigningSecretMutation,
} = alertsApi;

/** @returns what sends a test message to where an alert goes, and says so */
export function useSendTest(id: AlertId): { isSending: boolean; sendTest: () => Promise<void> } {
  const [send, { isLoading: isSending }] = useTestAlertMutation();
  async function sendTest(): Promise<void> {
    const { error } = await send({ params: { id } });
    if (error) showFailure(error);
    else showDone('A test message is on its way');
  }
  return { isSending, sendTest };
}
