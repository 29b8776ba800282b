import { isFinished, type TestRunId } from '@assay/contract';
import { type TriggerSlotFacts, testRunDecider, triggerDecider, triggerSlotDecider } from '@assay/domain';
import { newId } from '@assay/event-log';
import type { TriggerDocument } from '@assay/projections';
import type { AutomationDeps } from '../automationDeps.ts';
import { byItself } from '../policy.ts';

export type DueSlot = TriggerSlotFacts & Pick<TriggerDocument['slots'][number], 'deployId'>;

const signature = 'startSlot';

/** @returns the run that the trigger started last if it has not ended; null if it has, or there is none */
async function openRunOf(
  { eventLog }: Pick<AutomationDeps, 'eventLog'>,
  { lastFired }: Pick<TriggerDocument, 'lastFired'>,
): Promise<TestRunId | null> {
  if (lastFired === null) return null;
  const { state } = await eventLog.load(testRunDecider, lastFired.testRunId);
  return state.status === 'none' || isFinished(state.status) ? null : lastFired.testRunId;
}

/**
 * Decides what a slot that is due comes to: it fires, waits for the run before, takes its place or is skipped, as its
 * trigger says. Its stream takes one decision only, so it may be decided by several processes, and again after a crash.
 */
export async function startSlot(
  deps: Pick<AutomationDeps, 'eventLog'>,
  trigger: TriggerDocument,
  { deployId, ...facts }: DueSlot,
  now: Date,
): Promise<void> {
  const { eventLog } = deps;
  const { triggerSlotId } = facts;
  const { state } = await eventLog.load(triggerDecider, trigger.triggerId);
  const context = { ...byItself(trigger.accountId, signature), occurredAt: now.toISOString() };
  const record = async (command: Parameters<typeof triggerSlotDecider.decide>[0]) =>
    void (await eventLog.handle(triggerSlotDecider, triggerSlotId, command, context));
  if (state.status !== 'active' || !state.enabled) {
    await record({ type: 'supersedeSlot', ...facts });
    return;
  }
  const { overlap } = state.settings;
  const before = overlap === 'allow' ? null : await openRunOf(deps, trigger);
  if (before !== null && overlap === 'skip') {
    await record({ type: 'skipSlot', ...facts, blockedBy: before });
    return;
  }
  if (before !== null && overlap === 'queue') {
    await record({ type: 'queueSlot', ...facts, deployId, behind: before });
    return;
  }
  if (before !== null) {
    await eventLog.handle(testRunDecider, before, { type: 'setStatus', status: 'CANCELED' }, context);
  }
  const lateMs = Math.max(0, now.getTime() - Date.parse(facts.dueAt));
  const testRunId = newId<TestRunId>();
  await record({ type: 'fireSlot', ...facts, lateMs, deployId, environmentId: null, testRunId });
}
