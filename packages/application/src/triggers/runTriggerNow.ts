import {
  type AccountId,
  type EnvironmentId,
  type StartedByTrigger,
  startsTestPlan,
  type TriggerId,
  triggerSlotIdOf,
} from '@assay/contract';
import { triggerSlotDecider } from '@assay/domain';
import type { AppendContext, CommandResult } from '@assay/event-log';
import type { Application } from '../application.ts';
import { InvalidFields } from '../invalidFields.ts';
import { ownTrigger } from './ownTrigger.ts';
import { startedByTrigger } from './startedByTrigger.ts';
import { startTriggeredRun } from './startTriggeredRun.ts';

/**
 * Starts what a trigger starts because somebody says so: whatever still runs, and even if the trigger is off.
 * @param options.environmentId in place of the trigger's own; null: its own
 * @param options.startId a new id; repeated with the same one, it is started once
 * @throws DomainError `trigger.notFound`; InvalidFields with the reason why it cannot be started
 */
export async function runTriggerNow(
  app: Application,
  accountId: AccountId,
  triggerId: TriggerId,
  { environmentId, startId }: { environmentId: EnvironmentId | null; startId: string },
  context: AppendContext,
): Promise<{ started: StartedByTrigger; result: CommandResult }> {
  const { settings } = await ownTrigger(app, accountId, triggerId);
  const started = startedByTrigger(settings.type, startId);
  const refusal = await startTriggeredRun(app, { accountId, triggerId, settings, environmentId, started }, context);
  if (refusal !== null) {
    const field = startsTestPlan(settings.type) ? 'testPlanId' : 'latestDeploy';
    throw new InvalidFields({ field, message: refusal });
  }
  const triggerSlotId = triggerSlotIdOf(triggerId, started);
  const command = {
    type: 'fireSlot' as const,
    triggerSlotId,
    triggerId,
    cause: 'person' as const,
    dueAt: context.occurredAt,
    lateMs: 0,
    deployId: null,
    environmentId,
    ...started,
  };
  return { started, result: await app.eventLog.handle(triggerSlotDecider, triggerSlotId, command, context) };
}
