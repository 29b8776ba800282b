import type { DeployId, TestPlanRunId, TestRunId, TriggerId, TriggerSlotId } from '../ids.ts';

/** What a trigger starts: one of the two. */
export type StartedByTrigger = { testRunId: TestRunId | null; testPlanRunId: TestPlanRunId | null };

/** @returns the slot of an instant of the schedule, or of a deploy, or of one Run Now: the same for whoever asks. */
export function triggerSlotIdOf(
  triggerId: TriggerId,
  occasion: { dueAt: Date } | { deployId: DeployId } | StartedByTrigger,
): TriggerSlotId {
  if ('dueAt' in occasion) return `${triggerId}.${occasion.dueAt.toISOString().replace(/[-:]/g, '')}` as TriggerSlotId;
  const of = 'deployId' in occasion ? occasion.deployId : (occasion.testRunId ?? occasion.testPlanRunId);
  return `${triggerId}.${of}` as TriggerSlotId;
}
