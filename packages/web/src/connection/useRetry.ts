import { useEffect, useRef } from 'react';
import { asServiceError } from './serviceError.ts';

type Query = { currentData?: unknown; error?: unknown; refetch: () => unknown };

/** Whether it may succeed next time: the service could not be reached, or something was wrong with it. */
function mayPass(error: unknown): boolean {
  const failure = asServiceError(error);
  return failure !== null && (failure.status === 0 || failure.status >= 500);
}

/**
 * Asks again at this interval while the service has failed and there is nothing to show. What was there before stays,
 * and is brought up to date as ever.
 *
 * @returns whether it does: polling has to wait meanwhile
 */
export function useRetry({ currentData, error, refetch }: Query, seconds: number): boolean {
  const latest = useRef(refetch);
  useEffect(() => {
    latest.current = refetch;
  });
  const isRetried = currentData === undefined && mayPass(error);
  useEffect(() => {
    if (!isRetried) return;
    const timer = setInterval(() => latest.current(), seconds * 1000);
    return () => clearInterval(timer);
  }, [isRetried, seconds]);
  return isRetried;
}
