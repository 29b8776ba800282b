import { AnswerCache, byEffort } from '@assay/concurrency';
import type { AccountId } from '@assay/contract';
import type { Collections } from '../collections.ts';
import { countUsage } from './countUsage.ts';
import type { RunColumnsReader } from './openRuns.ts';
import { everyRun } from './runsQuery.ts';

/** @returns the whole minutes of all attempts at tests in runs of the account that were created this month (UTC) */
export type TestingMinutesReader = (
  collections: Pick<Collections, 'runStats'>,
  accountId: AccountId,
) => Promise<number>;

const maxAgeMs = 60_000;

/** Every page shows the account, and a month may have very many runs. */
export function openTestingMinutes(
  readColumns: RunColumnsReader,
  { now = Date.now }: { now?: () => number } = {},
): TestingMinutesReader {
  const answers = new AnswerCache<AccountId>({ now });
  return (collections, accountId) =>
    answers.get(accountId, byEffort(maxAgeMs), async () => {
      const at = now();
      const today = new Date(at);
      const start = Date.UTC(today.getUTCFullYear(), today.getUTCMonth());
      const query = { start, end: at + 1, ...everyRun };
      const hours = await readColumns(collections, accountId, query);
      return Math.floor(countUsage(hours, query).totalTestingTime / 60_000);
    });
}
