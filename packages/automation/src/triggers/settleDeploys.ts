import { triggerSlotIdOf } from '@assay/contract';
import { triggerSlotDecider } from '@assay/domain';
import { accountOf, type RecordedEvent } from '@assay/event-log';
import type { AutomationDeps } from '../automationDeps.ts';
import { awaitReadModels } from '../awaitReadModels.ts';
import { policy, reactingTo } from '../policy.ts';

async function settle(
  event: RecordedEvent & { type: 'DeployCreated' },
  { eventLog, readModels }: AutomationDeps,
): Promise<void> {
  await awaitReadModels(readModels, event);
  const { deployId, projectId, environmentId } = event.data;
  const { occurredAt } = event.envelope;
  const context = reactingTo(event, 'settleDeploys');
  for (const trigger of await readModels.of(accountOf(event)).triggersOnDeploy(projectId)) {
    const { triggerId, changedAt, settings } = trigger;
    if (settings.environmentId !== null && settings.environmentId !== environmentId) continue;
    // It was not due like that when this was deployed.
    if (changedAt > occurredAt) continue;
    const triggerSlotId = triggerSlotIdOf(triggerId, { deployId });
    const settledAt = Date.parse(occurredAt) + settings.settleSeconds * 1_000;
    const isLate = Date.parse(context.occurredAt) - settledAt > settings.catchUpMinutes * 60_000;
    const facts = { triggerSlotId, triggerId, dueAt: new Date(settledAt).toISOString() };
    await eventLog.handle(
      triggerSlotDecider,
      triggerSlotId,
      isLate
        ? { type: 'missSlot', ...facts, cause: 'deploy', firstDueAt: facts.dueAt, count: 1 }
        : { type: 'settleSlot', ...facts, deployId },
      context,
    );
  }
}

/**
 * Delays triggers until a deploy has settled, once per deploy: those of its environment, and of its project or of any
 * project.
 */
export const settleDeploys = policy({ name: 'settleDeploys', on: ['DeployCreated'], react: settle });
