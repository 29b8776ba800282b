import { AnswerCache, loadOnce } from '@assay/concurrency';
import type { AccountId, AlertId } from '@assay/contract';
import { accountOf, type RecordedEvent } from '@assay/event-log';
import { type AlertDocument, alerts } from '@assay/projections';
import type { AutomationDeps } from '../automationDeps.ts';

/** Events that define alerts, without the records of their messages and deliveries. */
export const alertEvents = [
  'AlertCreated',
  'AlertSettingChanged',
  'AlertDestinationChanged',
  'AlertActivated',
  'AlertDeactivated',
  'AlertSilenced',
  'AlertUnsilenced',
  'AlertArchived',
] as const;

/** An enabled alert, read from its own stream. */
export type SentAlert = Pick<AlertDocument, 'alertId' | 'settings' | 'changedAt' | 'silence'>;

type Log = Pick<AutomationDeps, 'eventLog' | 'readModels'>;
type OfAccount = Map<AlertId, SentAlert>;

/** @returns the alert as recorded in the log; null when it is not enabled */
async function readAlert({ eventLog }: Log, alertId: AlertId): Promise<SentAlert | null> {
  let alert: ReturnType<typeof alerts.evolve> = null;
  for await (const event of eventLog.read(`alert-${alertId}`)) alert = alerts.evolve(alert, event, alertId);
  if (alert === null || alert.archived || !alert.active) return null;
  const { settings, changedAt, silence } = alert;
  return { alertId, settings, changedAt, silence };
}

/**
 * The enabled alerts, in memory. The read models are queried once per account, only for the ids of its alerts. Their
 * state comes from the log, so nothing waits for read models.
 */
export function alertsOfLog() {
  const known = new AnswerCache<AccountId>({ maxSize: Number.POSITIVE_INFINITY });

  /** Alerts enabled after that query. */
  const unshown = loadOnce(async ({ eventLog, readModels }: Log) => {
    const found = new Map<AccountId, Set<AlertId>>();
    const { position } = await readModels.projected();
    const isOfThisLog = position?.startsWith(`${eventLog.epoch}-`);
    const from = position !== null && isOfThisLog ? position : 'start';
    for await (const { events } of eventLog.readToEnd(from, ['AlertCreated', 'AlertActivated'])) {
      for (const event of events) {
        if (event.type !== 'AlertCreated' && event.type !== 'AlertActivated') continue;
        const accountId = accountOf(event);
        found.set(accountId, (found.get(accountId) ?? new Set()).add(event.data.alertId));
      }
    }
    return found;
  });

  async function readAccount(log: Log, accountId: AccountId): Promise<OfAccount> {
    const isUnshown = await unshown(log);
    const shown = await log.readModels.of(accountId).activeAlerts();
    const ids = new Set([...shown.map(({ alertId }) => alertId), ...(isUnshown.get(accountId) ?? [])]);
    const read = await Promise.all([...ids].map((alertId) => readAlert(log, alertId)));
    return new Map(read.flatMap((alert) => (alert === null ? [] : [[alert.alertId, alert] as const])));
  }

  function ofAccount(log: Log, accountId: AccountId): Promise<OfAccount> {
    return known.get(accountId, Number.POSITIVE_INFINITY, () => readAccount(log, accountId));
  }

  return {
    /** Applies a change of an alert, before any later event is handled. */
    take: async (log: Log, event: RecordedEvent & { data: { alertId: AlertId } }): Promise<void> => {
      const { alertId } = event.data;
      const of = await ofAccount(log, accountOf(event));
      const alert = await readAlert(log, alertId);
      if (alert === null) of.delete(alertId);
      else of.set(alertId, alert);
    },
    /** @returns the enabled alerts of an account, oldest first */
    of: async (log: Log, accountId: AccountId): Promise<SentAlert[]> => {
      const of = await ofAccount(log, accountId);
      return [...of.values()].sort((one, other) => one.alertId.localeCompare(other.alertId));
    },
  };
}
