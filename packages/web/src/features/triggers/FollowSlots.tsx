import { isFinished, startsTestPlan, type TriggerView, topics } from '@assay/contract';
import { useFollowRuns } from '../../connection/useFollowRuns.ts';
import { useLiveTopic } from '../../connection/useLiveTopic.ts';

/** A run that was just started can be read a moment later; after that it does not exist any more. */
const readableWithinMs = 60_000;

type Props = { triggers: readonly TriggerView[]; read: Parameters<typeof useFollowRuns>[1] };

/** Reads triggers again while what they have started goes on: a trigger itself does not change by it. */
export function FollowSlots({ triggers, read }: Props) {
  const readAgain = useFollowRuns(runsIn(triggers), read);
  const plans = new Set(
    triggers.flatMap(({ slots }) =>
      slots.flatMap(({ testPlanRun }) => (testPlanRun?.status === 'Running' ? testPlanRun.testPlanId : [])),
    ),
  );
  return [...plans].map((testPlanId) => <FollowPlan key={testPlanId} testPlanId={testPlanId} read={readAgain} />);
}

/** @returns the test runs that go on */
function runsIn(triggers: readonly TriggerView[]): string[] | 'any' {
  const slots = triggers.filter(({ type }) => !startsTestPlan(type)).flatMap((trigger) => trigger.slots);
  const isNew = ({ at }: { at: string }) => Date.now() - Date.parse(at) < readableWithinMs;
  if (slots.some((slot) => slot.outcome === 'fired' && slot.testRun === null && isNew(slot))) return 'any';
  return slots.flatMap(({ testRun }) => (testRun && !isFinished(testRun.status) ? testRun.id : []));
}

function FollowPlan({ testPlanId, read }: { testPlanId: string; read: () => void }) {
  useLiveTopic(topics.testPlanRuns(testPlanId), read);
  return null;
}
