import { alertDecider } from '@assay/domain';
import { accountOf } from '@assay/event-log';
import { awaitReadModels } from '../awaitReadModels.ts';
import { policy, reactingTo } from '../policy.ts';

/** An alert is turned off when all deliveries have failed for this long. */
const patienceMs = 3 * 24 * 3_600_000;

/** Turns off alerts whose address no longer exists, or whose deliveries have all failed for three days. */
export const turnOffAlerts = policy({
  name: 'turnOffAlerts',
  on: ['AlertNotDelivered'],
  react: async (event, { eventLog, readModels }) => {
    const { alertId, gone, reason } = event.data;
    if (!gone && reason !== 'givenUp') return;
    const { state } = await eventLog.load(alertDecider, alertId);
    if (state.status !== 'active') return;
    const turnOff = { type: 'deactivateAlert' as const, reason: 'the address is gone' };
    if (!gone) {
      await awaitReadModels(readModels, event);
      const known = (await readModels.of(accountOf(event)).activeAlerts()).find((alert) => alert.alertId === alertId);
      const since = known && Date.parse(known.lastDeliveredAt ?? known.changedAt);
      if (since === undefined || Date.parse(event.envelope.occurredAt) - since < patienceMs) return;
      turnOff.reason = 'nothing has come through for three days';
    }
    await eventLog.handle(alertDecider, alertId, turnOff, reactingTo(event, 'turnOffAlerts'));
  },
});
