import type { AlertId } from '@assay/contract';
import type { AccountReader } from '../readers.ts';
import type { AlertDocument } from './alerts.ts';
import { type AlertedRunsQuery, findAlertedRuns } from './findAlertedRuns.ts';
import { findAlert, findAlerts } from './findAlerts.ts';

export const alertReads = {
  alerts: ({ collections, accountId }: AccountReader) => findAlerts(collections, accountId),
  alert: ({ collections, accountId }: AccountReader, alertId: AlertId) => findAlert(collections, accountId, alertId),
  /** Those that are sent. */
  activeAlerts: ({ collections, accountId }: AccountReader): Promise<AlertDocument[]> =>
    collections.alerts.find({ accountId, archived: false, active: true }).sort({ _id: 1 }).toArray(),
  alertedRuns: ({ collections, accountId }: AccountReader, query: AlertedRunsQuery) =>
    findAlertedRuns(collections, accountId, query),
};
