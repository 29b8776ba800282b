import { type AlertId, type AlertView, defaultAlertCriteria } from '@assay/contract';
import { positionAt } from './views.ts';

/** A webhook about failing runs, unless told otherwise. */
export function alertView(change: Partial<AlertView> = {}): AlertView {
  return {
    id: 'a1' as AlertId,
    eventType: 'TESTRUN_FAIL',
    actionType: 'TRIGGER_WEBHOOK',
    criteria: { ...defaultAlertCriteria, send: 'onChange' },
    destination: 'hooks.example.com',
    authorizationId: null,
    unsubscribed: [],
    status: 'ACTIVE',
    statusSince: '2026-03-01T12:00:00.000Z',
    inactiveReason: null,
    silence: null,
    project: null,
    environment: null,
    pipelineStage: null,
    testSuite: null,
    createdAt: '2026-03-01T12:00:00.000Z',
    sentCount: 0,
    failedCount: 0,
    heldBackCount: 0,
    lastDelivery: null,
    position: positionAt(1),
    revision: '0',
    ...change,
  };
}
