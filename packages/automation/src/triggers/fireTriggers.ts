import { setImmediate as breathe } from 'node:timers/promises';
import { type AccountId, type TriggerSlotId, triggerSlotIdOf } from '@assay/contract';
import { triggerSlotDecider } from '@assay/domain';
import type { TriggerDocument } from '@assay/projections';
import type { AutomationDeps } from '../automationDeps.ts';
import type { Job } from '../jobs/jobs.ts';
import { byItself } from '../policy.ts';
import { type DueTimes, dueTimes } from './dueTimes.ts';
import { lookedUntil } from './lookedUntil.ts';
import { startSlot } from './startSlot.ts';

/** Where read models lag by more than that, the next look sees the same times. */
const waitMs = 10_000;
/** Triggers that are computed before others of the process get a turn. */
const atATime = 100;
const minuteMs = 60_000;

/**
 * Fires triggers at the times of their schedules, once a minute. What it has seen is written down, so that after downtime
 * it knows what was missed. A trigger that was changed or enabled starts nothing of the time before. An account whose read
 * models lag is checked as soon as they have caught up, and delays no other.
 */
export function fireTriggers(): Job {
  const dueOf = dueTimes();
  let lookedAt = Number.NEGATIVE_INFINITY;
  let hasLagging = false;

  async function look(deps: AutomationDeps, now: Date): Promise<void> {
    const { eventLog, operations, readModels } = deps;
    const minute = Math.floor(now.getTime() / minuteMs);
    if (minute === lookedAt && !hasLagging) return;
    const head = await eventLog.head();
    if (head && !(await readModels.waitFor(head.position, waitMs, { scope: 'installation' }))) return;
    // A trigger that was changed just now must not fire as it was before.
    const lagging = head ? readModels.laggingAccounts(head.position) : new Set<AccountId>();
    const places = lookedUntil(operations.checkpoints, eventLog.epoch);
    const before = await places.read(now);
    const sinceOf = (accountId: AccountId) => before.lagging.get(accountId) ?? before.until;
    const isDue = (accountId: AccountId) =>
      !lagging.has(accountId) && (minute !== lookedAt || before.lagging.has(accountId));
    if (minute === lookedAt && ![...before.lagging.keys()].some(isDue)) return;
    const triggers = (await readModels.scheduledTriggers()).filter(({ accountId }) => isDue(accountId));
    for (const [index, trigger] of triggers.entries()) {
      if (index % atATime === atATime - 1) await breathe();
      await fire(deps, trigger, sinceOf(trigger.accountId), now);
    }
    // An account without a trigger may have one among what is not shown yet.
    const left = [...lagging].map((accountId) => [accountId, sinceOf(accountId)] as const);
    const until = minute === lookedAt ? before.until : now;
    await places.write({ until, lagging: new Map(left) });
    lookedAt = minute;
    hasLagging = lagging.size > 0;
  }

  async function fire(deps: AutomationDeps, trigger: TriggerDocument, since: Date, now: Date): Promise<void> {
    const { triggerId, changedAt, settings } = trigger;
    const { cron, timeZone, catchUpMinutes } = settings;
    if (cron === null) return;
    const from = new Date(Math.max(since.getTime(), Date.parse(changedAt)));
    let due: DueTimes;
    try {
      due = dueOf({ triggerId, cron, timeZone, catchUpMinutes }, from, now);
    } catch (err) {
      // A time zone may be gone with an update of the machine; the others are not kept waiting.
      deps.log.error({ err, triggerId }, 'the times of a trigger cannot be computed');
      return;
    }
    const { fires, missed } = due;
    const slotAt = (dueAt: Date): { triggerSlotId: TriggerSlotId; dueAt: string } => ({
      triggerSlotId: triggerSlotIdOf(triggerId, { dueAt }),
      dueAt: dueAt.toISOString(),
    });
    if (missed) {
      const { first, last, count } = missed;
      const slot = { ...slotAt(last), triggerId, cause: 'schedule' as const, firstDueAt: first.toISOString(), count };
      const context = { ...byItself(trigger.accountId, 'fireTriggers'), occurredAt: now.toISOString() };
      await deps.eventLog.handle(triggerSlotDecider, slot.triggerSlotId, { type: 'missSlot', ...slot }, context);
    }
    if (fires) await startSlot(deps, trigger, { ...slotAt(fires), triggerId, cause: 'schedule', deployId: null }, now);
  }

  return { className: 'Triggers', functionName: 'fireTriggers', schedule: '* * * * * *', run: look };
}
