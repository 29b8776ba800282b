import { Type } from 'typebox';
import { call } from '../call.ts';
import { exampleIds } from '../exampleIds.ts';
import { AlertDeliveryId, AlertId } from '../ids.ts';
import { topics } from '../live/topics.ts';
import { pagingFields } from '../paging.ts';
import { CommandAnswer } from '../testRuns/testRunViews.ts';
import { AlertDeliveryPage, AlertPreview, AlertRequest, AlertView, SigningSecretAnswer } from './alertViews.ts';

const alertParams = Type.Object({ id: AlertId });
const params = { id: exampleIds.alert };
const failing = {
  eventType: 'TESTRUN_FAIL' as const,
  actionType: 'TRIGGER_WEBHOOK' as const,
  criteria: { projectId: exampleIds.project, branches: ['main', 'release/*'] },
  destination: 'https://hooks.example.com/assay',
  status: 'ACTIVE' as const,
};

export const alertCalls = {
  listAlerts: call({
    method: 'GET',
    path: '/alerts',
    summary: 'The alerts of the account, broken ones first: what of, where to, and how the last message went',
    permission: 'alert.read',
    feature: 'alerts',
    answer: Type.Array(AlertView),
    topic: topics.alerts,
    example: {},
  }),
  createAlert: call({
    method: 'POST',
    path: '/alerts',
    summary: 'Create an alert; it is about what happens from now on',
    permission: 'alert.write',
    feature: 'alerts',
    body: AlertRequest,
    status: 201,
    answer: CommandAnswer,
    changes: [topics.alerts],
    example: { body: failing },
  }),
  getAlert: call({
    method: 'GET',
    path: '/alerts/:id',
    summary: 'One alert; the ETag is its revision',
    permission: 'alert.read',
    feature: 'alerts',
    params: alertParams,
    answer: AlertView,
    topic: topics.alerts,
    example: { params },
  }),
  changeAlert: call({
    method: 'PUT',
    path: '/alerts/:id',
    summary: 'Change an alert: the body replaces everything, but a sealed destination that is left out stays',
    permission: 'alert.write',
    feature: 'alerts',
    params: alertParams,
    body: AlertRequest,
    view: AlertView,
    answer: CommandAnswer,
    changes: [topics.alerts],
    example: { params, body: { ...failing, status: 'INACTIVE' } },
  }),
  archiveAlert: call({
    method: 'DELETE',
    path: '/alerts/:id',
    summary: 'Delete an alert; what waits to be sent is not sent any more',
    permission: 'alert.write',
    feature: 'alerts',
    params: alertParams,
    answer: CommandAnswer,
    changes: [topics.alerts],
    example: { params },
  }),
  previewAlert: call({
    method: 'POST',
    path: '/alerts/preview',
    summary: 'What an alert would have sent of the runs of the last 30 days; nothing is saved or sent',
    permission: 'alert.write',
    feature: 'alerts',
    body: AlertRequest,
    answer: AlertPreview,
    example: { body: failing },
  }),
  listAlertDeliveries: call({
    method: 'GET',
    path: '/alerts/:id/deliveries',
    summary: 'What an alert has sent in the last 30 days, newest first, with each attempt and the payload',
    permission: 'alert.write',
    feature: 'alerts',
    params: alertParams,
    query: Type.Object({ ...pagingFields() }),
    answer: AlertDeliveryPage,
    topic: topics.alertDeliveries,
    example: { params },
  }),
  testAlert: call({
    method: 'POST',
    path: '/alerts/:id/test',
    summary: 'Send a test message to where the alert goes, even if it is off',
    permission: 'alert.write',
    feature: 'alerts',
    params: alertParams,
    status: 201,
    answer: CommandAnswer,
    changes: [topics.alertDeliveries],
    example: { params },
  }),
  resendAlertDelivery: call({
    method: 'POST',
    path: '/alerts/:id/deliveries/:deliveryId/resend',
    summary: 'Send a message of an alert once more, to where the alert goes now',
    permission: 'alert.write',
    feature: 'alerts',
    params: Type.Object({ id: AlertId, deliveryId: AlertDeliveryId }),
    status: 201,
    answer: CommandAnswer,
    changes: [topics.alertDeliveries],
    example: { params: { ...params, deliveryId: exampleIds.alertDelivery } },
  }),
  replaceSigningSecret: call({
    method: 'POST',
    path: '/alerts/:id/signing-secret',
    summary:
      'A new secret that the webhook of an alert is signed with, shown this once; for a day the old one signs too',
    permission: 'alert.write',
    feature: 'alerts',
    params: alertParams,
    status: 201,
    answer: SigningSecretAnswer,
    secretAnswer: true,
    changes: [topics.alerts],
    example: { params },
  }),
};
