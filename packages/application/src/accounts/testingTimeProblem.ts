import { type AccountId, messages } from '@assay/contract';
import type { Application } from '../application.ts';

/**
 * The monthly limit of a plan holds where runs are started: what is running may exceed it. A month's testing time
 * is read from the read model, so runs that are started within seconds of reaching the limit are still accepted.
 * @returns why the account may start no run this month, in words for people; null: it may
 */
export async function testingTimeProblem(
  { readModels }: Pick<Application, 'readModels'>,
  accountId: AccountId,
): Promise<string | null> {
  const models = readModels.of(accountId);
  const hours = (await models.account())?.monthlyExecutionHoursLimit ?? null;
  // Without a limit, there is nothing to count.
  if (hours === null || (await models.testingMinutes()) < hours * 60) return null;
  return `${messages.testingTimeQuota} The limit is ${hours} hours.`;
}
