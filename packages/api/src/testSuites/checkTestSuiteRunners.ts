import { runnersMessage, type TestSuiteSettings } from '@assay/contract';
import { largestRunnerCount } from '../accounts/largestRunnerCount.ts';
import { invalidFields } from '../http/apiErrors.ts';
import type { Member } from '../http/callers.ts';

/** @throws ApiError 400 when a suite wants more runners than the account may use. */
export async function checkTestSuiteRunners(
  { maxRunners }: Partial<TestSuiteSettings>,
  { models }: Pick<Member, 'models'>,
): Promise<void> {
  if (maxRunners === undefined || maxRunners === null) return;
  const most = largestRunnerCount(await models.account());
  if (maxRunners > most) throw invalidFields({ field: 'maxRunners', message: runnersMessage(most) });
}
