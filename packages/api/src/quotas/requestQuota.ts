import { LruCache } from '@assay/concurrency';
import { ApiError, type ApiErrorCode } from '../http/apiErrors.ts';

/** Those that called recently; of others nothing has to be remembered. */
const remembered = 10_000;

/** Limits how many calls come of one caller, such as an account. Each process counts by itself. */
export type RequestQuota = {
  /** Counts a call. @throws ApiError 429 with the seconds until the next one */
  take(caller: string): void;
};

/**
 * Calls are let through as they are earned, evenly over time. What is not used up is kept for up to a minute, so a burst
 * is let through.
 * @param now milliseconds
 */
export function requestQuota(
  perMinute: number,
  code: ApiErrorCode = 'quota.requests',
  now: () => number = () => performance.now(),
): RequestQuota {
  const perMs = perMinute / 60_000;
  const callers = new LruCache<string, { left: number; at: number }>(remembered);

  return {
    take: (caller) => {
      const at = now();
      const known = callers.get(caller) ?? { left: perMinute, at };
      const left = Math.min(perMinute, known.left + (at - known.at) * perMs);
      if (left < 1) {
        throw new ApiError(code, { retryAfterSeconds: Math.ceil((1 - left) / perMs / 1000) });
      }
      callers.set(caller, { left: left - 1, at });
    },
  };
}
