import {
  type StartedByTrigger,
  startsTestPlan,
  type TestPlanRunId,
  type TestRunId,
  type TriggerType,
} from '@assay/contract';

/** @param startId a new id @returns what a trigger of the type starts under it */
export function startedByTrigger(type: TriggerType, startId: string): StartedByTrigger {
  return startsTestPlan(type)
    ? { testRunId: null, testPlanRunId: startId as TestPlanRunId }
    : { testRunId: startId as TestRunId, testPlanRunId: null };
}
