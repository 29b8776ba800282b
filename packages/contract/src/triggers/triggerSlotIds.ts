import type { DeployId, TestRunId, TriggerId, TriggerSlotId } from '../ids.ts';

/** @returns the slot of an instant of the schedule, or of a deploy, or of one Run Now: the same for whoever asks. */
export function triggerSlotIdOf(
  triggerId: TriggerId,
  occasion: { dueAt: Date } | { deployId: DeployId } | { testRunId: TestRunId },
): TriggerSlotId {
  if ('dueAt' in occasion) return `${triggerId}.${occasion.dueAt.toISOString().replace(/[-:]/g, '')}` as TriggerSlotId;
  const of = 'deployId' in occasion ? occasion.deployId : occasion.testRunId;
  return `${triggerId}.${of}` as TriggerSlotId;
}
