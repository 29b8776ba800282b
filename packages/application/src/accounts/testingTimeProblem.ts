import { type AccountId, messages } from '@assay/contract';
import type { Application } from '../application.ts';
import type { Flags } from '../flags/flags.ts';
import { isQuotaSoft } from '../quotas/isQuotaSoft.ts';

const hourMs = 3_600_000;
/** With time for that many runs left, it does not matter that those started just now are not counted yet. */
const spareRuns = 100;

/**
 * The monthly limit of a plan holds where runs are started. Unfinished runs count with what they are expected to take, so
 * that many that are started at once do not exceed it together; each of them may take longer. Near the limit, everything
 * recorded counts, however far read models lag. Requests at the same moment do not see each other. An account whose
 * quotas are soft has no limit.
 * @param now whose month (UTC) counts
 * @returns why the account may start no run this month, as a text for people; null: it may
 * @throws ReadModelsLagging when read models take too long to show what is recorded
 */
export async function testingTimeProblem(
  app: Pick<Application, 'readModels'> & { flags: Flags },
  accountId: AccountId,
  now: Date = new Date(),
): Promise<string | null> {
  const { readModels } = app;
  const models = readModels.of(accountId);
  const hours = (await models.account())?.monthlyExecutionHoursLimit ?? null;
  // Without a limit, there is nothing to count.
  if (hours === null) return null;
  const most = hours * hourMs;
  const seen = await models.testingTime(now);
  if (seen.used + seen.expected + spareRuns * seen.longest < most) return null;
  await readModels.require({ scope: accountId, tier: 'trailing' });
  const { used, expected } = await models.testingTime(now);
  if (used + expected < most || (await isQuotaSoft(app, accountId))) return null;
  return `${used >= most ? messages.testingTimeQuota : messages.testingTimeExpected} The limit is ${hours} hours.`;
}
