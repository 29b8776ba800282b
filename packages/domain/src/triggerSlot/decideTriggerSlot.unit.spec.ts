import type { DeployId, TestRunId, TriggerId, TriggerSlotId } from '@assay/contract';
import type { TriggerSlotEvent } from '@assay/event-schemas';
import { given } from '../../test/deciderSpec.ts';
import { triggerSlotDecider } from './decideTriggerSlot.ts';

const testRunId = 'run-1' as TestRunId;
const deployId = 'deploy-1' as DeployId;
const ids = { triggerSlotId: 'nightly.1' as TriggerSlotId, triggerId: 'nightly' as TriggerId };
const dueAt = '2026-11-23T02:30:00.000Z';
const facts = { ...ids, cause: 'deploy' as const, dueAt };
const firing = { ...facts, lateMs: 0, deployId, environmentId: null, testRunId, testPlanRunId: null };
const settling: TriggerSlotEvent = { type: 'TriggerSlotSettling', data: { ...ids, deployId, dueAt } };
const queued: TriggerSlotEvent = {
  type: 'TriggerSlotQueued',
  data: { ...facts, deployId, behind: testRunId, behindPlanRun: null },
};
const fired: TriggerSlotEvent = { type: 'TriggerSlotFired', data: firing };
const missed: TriggerSlotEvent = { type: 'TriggerSlotMissed', data: { ...facts, firstDueAt: dueAt, count: 1 } };
const slot = (...events: TriggerSlotEvent[]) => given(triggerSlotDecider, ...events);

const settle = { type: 'settleSlot' as const, ...ids, deployId, dueAt };
const queue = { type: 'queueSlot' as const, ...facts, deployId, behind: testRunId, behindPlanRun: null };
const fire = { type: 'fireSlot' as const, ...firing };
const refuse = { type: 'refuseSlot' as const, ...facts, message: 'There is no such project.' };
const skip = { type: 'skipSlot' as const, ...facts, blockedBy: testRunId, blockedByPlanRun: null };
const supersede = { type: 'supersedeSlot' as const, ...facts };

describe('a slot of a trigger', () => {
  it('fires once, from nothing or after it has waited', () => {
    slot().when(fire).gives(fired);
    slot(settling).when(fire).gives(fired);
    slot(settling, queued).when(fire).gives(fired);
    slot(fired).when(fire).gives();
    slot(missed).when(fire).gives();
  });

  it('waits for the deploy to settle, then for the run before', () => {
    slot().when(settle).gives(settling);
    slot(settling).when(settle).gives();
    slot(settling).when(queue).gives(queued);
    slot(fired).when(queue).gives();
  });

  it('is skipped or superseded only until it fires', () => {
    slot().when(skip).givesTypes('TriggerSlotSkipped');
    slot(queued).when(supersede).givesTypes('TriggerSlotSuperseded');
    slot(fired).when(skip).gives();
    slot(fired).when(supersede).gives();
    slot().when(supersede).gives();
  });

  it('is refused after it has fired, when its run could not be started', () => {
    slot(fired).when(refuse).givesTypes('TriggerSlotRefused');
    slot().when(refuse).gives();
  });
});
