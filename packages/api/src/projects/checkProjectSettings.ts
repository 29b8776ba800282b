import { type ProjectSettings, runnersMessage } from '@assay/contract';
import { largestRunnerCount } from '../accounts/largestRunnerCount.ts';
import { invalidFields } from '../http/apiErrors.ts';
import type { Member } from '../http/callers.ts';

/**
 * What neither the form's schema nor the project itself can know: how many runners the account may use.
 * @throws ApiError 400 naming the field
 */
export async function checkProjectSettings(settings: Partial<ProjectSettings>, { models }: Member): Promise<void> {
  const { defaultMaxRunners } = settings;
  if (defaultMaxRunners === undefined) return;
  const most = largestRunnerCount(await models.account());
  if (defaultMaxRunners > most) throw invalidFields({ field: 'defaultMaxRunners', message: runnersMessage(most) });
}
