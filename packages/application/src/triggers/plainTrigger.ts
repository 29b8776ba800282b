import {
  type AccountId,
  type BuildId,
  cronOfSchedule,
  messages,
  type TriggerBody,
  type TriggerRequest,
  type TriggerType,
} from '@assay/contract';
import type { Application } from '../application.ts';
import { InvalidFields } from '../invalidFields.ts';

/**
 * Reads a trigger in the words of the specification's form: `triggerType`, `onDeploy`, `schedule`, and `build` by name
 * or id. The service's own names take precedence.
 * @throws InvalidFields for a schedule without a cron expression, or an unknown build
 */
export async function plainTrigger(
  app: Pick<Application, 'readModels'>,
  accountId: AccountId,
  { triggerType, onDeploy, schedule, build, ...plain }: TriggerBody,
): Promise<TriggerRequest> {
  const hasCron = plain.cron != null || schedule != null;
  const type = plain.type ?? triggerType ?? typeOf({ onDeploy, hasCron, startsPlan: plain.testPlanId != null });
  const request: TriggerRequest = { ...plain, type };
  if (schedule != null && plain.cron == null) {
    request.cron = cronOfSchedule(schedule);
    request.timeZone = null;
    if (request.cron === null) throw new InvalidFields({ field: 'schedule', message: messages.validSchedule });
  }
  if (build != null && plain.buildId == null) {
    const { projectId } = plain;
    const found = projectId ? await app.readModels.of(accountId).buildNamed(projectId, build) : null;
    // Whether an id is a build of the project is checked with the rest of the trigger.
    request.buildId = found ?? (build as BuildId);
  }
  return request;
}

function typeOf(given: { onDeploy: boolean | undefined; hasCron: boolean; startsPlan: boolean }): TriggerType {
  if (given.onDeploy) return given.startsPlan ? 'testPlanDeploy' : 'deploy';
  if (given.hasCron) return given.startsPlan ? 'testPlanInterval' : 'interval';
  return 'now';
}
