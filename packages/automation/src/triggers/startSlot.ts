import { startedByTrigger } from '@assay/application';
import { isFinished, type StartedByTrigger } from '@assay/contract';
import {
  isSlotOpen,
  type TriggerSlotFacts,
  testPlanRunDecider,
  testRunDecider,
  triggerDecider,
  triggerSlotDecider,
} from '@assay/domain';
import { type AppendContext, newId } from '@assay/event-log';
import type { TriggerDocument } from '@assay/projections';
import type { AutomationDeps } from '../automationDeps.ts';
import { byItself } from '../policy.ts';

export type DueSlot = TriggerSlotFacts & Pick<TriggerDocument['slots'][number], 'deployId'>;

const signature = 'startSlot';

type Log = Pick<AutomationDeps, 'eventLog'>;

/** @returns the run that the trigger started last if it has not ended; null if it has, or there is none */
async function openRunOf(
  { eventLog }: Log,
  { lastFired }: Pick<TriggerDocument, 'lastFired'>,
): Promise<StartedByTrigger | null> {
  if (lastFired === null) return null;
  const { testRunId, testPlanRunId } = lastFired;
  return (await isOpen({ eventLog }, lastFired)) ? { testRunId, testPlanRunId } : null;
}

async function isOpen({ eventLog }: Log, { testRunId, testPlanRunId }: StartedByTrigger): Promise<boolean> {
  if (testPlanRunId !== null) {
    return (await eventLog.load(testPlanRunDecider, testPlanRunId)).state.status === 'Running';
  }
  if (testRunId === null) return false;
  const { status } = (await eventLog.load(testRunDecider, testRunId)).state;
  return status !== 'none' && !isFinished(status);
}

async function cancel(
  { eventLog }: Log,
  { testRunId, testPlanRunId }: StartedByTrigger,
  context: AppendContext,
): Promise<void> {
  if (testPlanRunId !== null) {
    const stop = ({ status }: { status: string }) =>
      status === 'Running' ? { type: 'cancelTestPlanRun' as const } : null;
    await eventLog.handle(testPlanRunDecider, testPlanRunId, stop, context);
  }
  if (testRunId !== null) {
    await eventLog.handle(testRunDecider, testRunId, { type: 'setStatus', status: 'CANCELED' }, context);
  }
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
  // The run before may be the one that this slot started: it would be canceled by a second look at its own time.
  const { state: slot } = await eventLog.load(triggerSlotDecider, triggerSlotId);
  if (!isSlotOpen(slot)) return;
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
    await record({
      type: 'skipSlot',
      ...facts,
      blockedBy: before.testRunId,
      blockedByPlanRun: before.testPlanRunId,
    });
    return;
  }
  if (before !== null && overlap === 'queue') {
    await record({
      type: 'queueSlot',
      ...facts,
      deployId,
      behind: before.testRunId,
      behindPlanRun: before.testPlanRunId,
    });
    return;
  }
  if (before !== null) {
    const actor = { kind: 'automation' as const, id: `trigger-${trigger.triggerId}` };
    await cancel(deps, before, { ...context, actor });
  }
  const lateMs = Math.max(0, now.getTime() - Date.parse(facts.dueAt));
  const started = startedByTrigger(state.settings.type, newId());
  await record({ type: 'fireSlot', ...facts, lateMs, deployId, environmentId: null, ...started });
}
