import { startTriggeredRun } from '@assay/application';
import { messages } from '@assay/contract';
import { triggerDecider, triggerSlotDecider } from '@assay/domain';
import { accountOf, type RecordedEvent } from '@assay/event-log';
import type { AutomationDeps } from '../automationDeps.ts';
import { awaitReadModels } from '../awaitReadModels.ts';
import { policy, reactingTo } from '../policy.ts';

async function start(event: RecordedEvent & { type: 'TriggerSlotFired' }, deps: AutomationDeps): Promise<void> {
  // Somebody who says Run Now is answered by the run itself.
  if (event.data.cause === 'person') return;
  await awaitReadModels(deps.readModels, event);
  const { triggerId, triggerSlotId, cause, dueAt, environmentId, testRunId, testPlanRunId } = event.data;
  const accountId = accountOf(event);
  const context = reactingTo(event, 'startTriggeredRuns');
  const { state } = await deps.eventLog.load(triggerDecider, triggerId);
  const message =
    state.status === 'active'
      ? await startTriggeredRun(
          deps,
          { accountId, triggerId, settings: state.settings, environmentId, started: { testRunId, testPlanRunId } },
          { ...context, actor: { kind: 'automation', id: `trigger-${triggerId}` } },
        )
      : messages.triggerGone;
  if (message === null) return;
  const command = { type: 'refuseSlot' as const, triggerSlotId, triggerId, cause, dueAt, message };
  await deps.eventLog.handle(triggerSlotDecider, triggerSlotId, command, context);
}

/** Starts the runs of triggers that fired, each once. What cannot be started is recorded with its reason. */
export const startTriggeredRuns = policy({ name: 'startTriggeredRuns', on: ['TriggerSlotFired'], react: start });
