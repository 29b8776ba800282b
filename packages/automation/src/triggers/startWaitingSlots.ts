import { triggerSlotDecider } from '@assay/domain';
import type { TriggerDocument, TriggerSlotRecord } from '@assay/projections';
import type { AutomationDeps } from '../automationDeps.ts';
import type { Job } from '../jobs/jobs.ts';
import { byItself } from '../policy.ts';
import { startSlot } from './startSlot.ts';

/** @returns whether its deploy has settled; a slot behind a run is asked about that by `startSlot`. */
function isReady({ outcome, dueAt }: TriggerSlotRecord, now: Date): boolean {
  return outcome === 'queued' || Date.parse(dueAt) <= now.getTime();
}

async function startNewest(deps: AutomationDeps, trigger: TriggerDocument, now: Date): Promise<void> {
  const waits = [...trigger.waits].sort((one, other) => one.dueAt.localeCompare(other.dueAt));
  const newest = waits.pop();
  const context = { ...byItself(trigger.accountId, startWaitingSlots.functionName), occurredAt: now.toISOString() };
  const { triggerId } = trigger;
  for (const { triggerSlotId, cause, dueAt } of waits) {
    const command = { type: 'supersedeSlot' as const, triggerSlotId, triggerId, cause, dueAt };
    await deps.eventLog.handle(triggerSlotDecider, triggerSlotId, command, context);
  }
  if (!newest || !isReady(newest, now)) return;
  const { triggerSlotId, cause, dueAt, deployId } = newest;
  await startSlot(deps, trigger, { triggerSlotId, triggerId, cause, dueAt, deployId }, now);
}

/**
 * Starts what has waited for a deploy to settle, or for the run before to end. The newest of a trigger takes the place of
 * the others.
 */
export const startWaitingSlots: Job = {
  className: 'Triggers',
  functionName: 'startWaitingSlots',
  schedule: '*/2 * * * * *',
  run: async (deps, now) => {
    for (const trigger of await deps.readModels.waitingTriggers()) await startNewest(deps, trigger, now);
  },
};
