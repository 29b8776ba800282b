import { messages, type ProjectSettings, runnableFrameworks, runnersMessage } from '@assay/contract';
import { largestRunnerCount } from '../accounts/largestRunnerCount.ts';
import { type FieldError, invalidFields } from '../http/apiErrors.ts';
import type { Member } from '../http/callers.ts';

/**
 * What neither the form's schema nor the project itself can know: which frameworks this version runs, and how many
 * runners the account may use.
 * @throws ApiError 400 naming the fields
 */
export async function checkProjectSettings(settings: Partial<ProjectSettings>, { models }: Member): Promise<void> {
  const errors: FieldError[] = [];
  const { testingFramework, defaultMaxRunners } = settings;
  if (testingFramework !== undefined && !runnableFrameworks.some((framework) => framework === testingFramework)) {
    errors.push({ field: 'testingFramework', message: messages.selectFramework });
  }
  if (defaultMaxRunners !== undefined) {
    const most = largestRunnerCount(await models.account());
    if (defaultMaxRunners > most) errors.push({ field: 'defaultMaxRunners', message: runnersMessage(most) });
  }
  if (errors.length > 0) throw invalidFields(...errors);
}
