import type { AccountId } from '@assay/contract';
import type { Collections } from '../collections.ts';
import { countUsage } from './countUsage.ts';
import { findRuns } from './findRuns.ts';

/** @returns the whole minutes of all attempts at tests in runs of the account that were created this month (UTC) */
export type TestingMinutesReader = (
  collections: Pick<Collections, 'runStats'>,
  accountId: AccountId,
) => Promise<number>;

type Limits = { slowMs: number; keptMs: number; now: () => number };

const everything = { environment: undefined, project: undefined, branch: undefined, pipelineStage: undefined };

/** A slow count (a month may have very many runs) is kept for a minute: every page shows the account. */
export function openTestingMinutes({
  slowMs = 50,
  keptMs = 60_000,
  now = Date.now,
}: Partial<Limits> = {}): TestingMinutesReader {
  const kept = new Map<AccountId, { until: number; minutes: number }>();
  return async (collections, accountId) => {
    const at = now();
    const known = kept.get(accountId);
    if (known && at < known.until) return known.minutes;
    kept.delete(accountId);
    const began = performance.now();
    const today = new Date(at);
    const start = Date.UTC(today.getUTCFullYear(), today.getUTCMonth());
    const runs = await findRuns(collections, accountId, { start, end: at + 1, ...everything });
    const minutes = Math.floor(countUsage(runs).totalTestingMs / 60_000);
    if (performance.now() - began >= slowMs) kept.set(accountId, { until: at + keptMs, minutes });
    return minutes;
  };
}
