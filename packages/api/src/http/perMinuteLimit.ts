import type { RateLimitOptions } from '@fastify/rate-limit';
import { ApiError } from './apiErrors.ts';

/** Counts by address and one value of the body, to slow down guessing. */
export function perMinuteLimit({ calls, per }: { calls: number; per: string }): RateLimitOptions {
  return {
    max: calls,
    timeWindow: '1 minute',
    hook: 'preHandler',
    keyGenerator: (request) => {
      const value = (Object(request.body) as Record<string, unknown>)[per];
      return `${request.ip} ${String(value).toLowerCase()}`;
    },
    errorResponseBuilder: (_request, { ttl }) =>
      new ApiError('rate.limited', { retryAfterSeconds: Math.max(1, Math.ceil(ttl / 1000)) }),
  };
}
