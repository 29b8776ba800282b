import type { AccountId } from '@assay/contract';
import { RecentMap } from '@assay/event-log';
import { ApiError } from '../http/apiErrors.ts';

/** Accounts that called recently; of others nothing has to be remembered. */
const remembered = 10_000;

/** Limits how many calls an account makes. Each process counts by itself. */
export type RequestQuota = {
  /** Counts a call. @throws ApiError 429 `quota.requests` with the seconds until the next one */
  take(accountId: AccountId): void;
};

/**
 * Calls are let through as they are earned, evenly over time. What is not used up is kept for up to a minute, so a burst
 * is let through.
 * @param now milliseconds
 */
export function requestQuota(perMinute: number, now: () => number = () => performance.now()): RequestQuota {
  const perMs = perMinute / 60_000;
  const accounts = new RecentMap<AccountId, { left: number; at: number }>(remembered);

  return {
    take: (accountId) => {
      const at = now();
      const known = accounts.get(accountId) ?? { left: perMinute, at };
      const left = Math.min(perMinute, known.left + (at - known.at) * perMs);
      if (left < 1) {
        throw new ApiError('quota.requests', { retryAfterSeconds: Math.ceil((1 - left) / perMs / 1000) });
      }
      accounts.set(accountId, { left: left - 1, at });
    },
  };
}
