import { type AccountId, type EnvironmentId, type TestRunId, type TriggerId, triggerSlotIdOf } from '@assay/contract';
import { triggerSlotDecider } from '@assay/domain';
import type { AppendContext, CommandResult } from '@assay/event-log';
import type { Application } from '../application.ts';
import { InvalidFields } from '../invalidFields.ts';
import { ownTrigger } from './ownTrigger.ts';
import { startTriggeredRun } from './startTriggeredRun.ts';

/**
 * Starts what a trigger starts because somebody says so: whatever still runs, and even if the trigger is off.
 * @param options.environmentId in place of the trigger's own; null: its own
 * @param options.testRunId repeated with the same id, the run is started once
 * @throws DomainError `trigger.notFound`; InvalidFields with the reason why it cannot be started
 */
export async function runTriggerNow(
  app: Application,
  accountId: AccountId,
  triggerId: TriggerId,
  { environmentId, testRunId }: { environmentId: EnvironmentId | null; testRunId: TestRunId },
  context: AppendContext,
): Promise<CommandResult> {
  const { settings } = await ownTrigger(app, accountId, triggerId);
  const refusal = await startTriggeredRun(app, { accountId, settings, environmentId, testRunId }, context);
  if (refusal !== null) throw new InvalidFields({ field: 'latestDeploy', message: refusal });
  const triggerSlotId = triggerSlotIdOf(triggerId, { testRunId });
  const command = {
    type: 'fireSlot' as const,
    triggerSlotId,
    triggerId,
    cause: 'person' as const,
    dueAt: context.occurredAt,
    lateMs: 0,
    deployId: null,
    environmentId,
    testRunId,
  };
  return app.eventLog.handle(triggerSlotDecider, triggerSlotId, command, context);
}
