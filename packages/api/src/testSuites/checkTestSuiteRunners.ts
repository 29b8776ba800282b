import { InvalidFields, maxRunnersOf } from '@assay/application';
import { betweenMessage, type TestSuiteSettings } from '@assay/contract';
import type { Member } from '../http/callers.ts';

/** @throws ApiError 400 when a suite wants more runners than the account may use. */
export async function checkTestSuiteRunners(
  { maxRunners }: Partial<TestSuiteSettings>,
  { models }: Pick<Member, 'models'>,
): Promise<void> {
  if (maxRunners === undefined || maxRunners === null) return;
  const most = maxRunnersOf(await models.account());
  if (maxRunners > most) throw new InvalidFields({ field: 'maxRunners', message: betweenMessage(1, most) });
}
