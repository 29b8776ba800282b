import { useEffect, useRef } from 'react';
import { asServiceError } from './serviceError.ts';

type Query = { currentData?: unknown; error?: unknown; isFetching: boolean; refetch: () => unknown };

/** Whether it may succeed next time: the service could not be reached, or something was wrong with it. */
function mayPass(error: unknown): boolean {
  const failure = asServiceError(error);
  return failure !== null && (failure.status === 0 || failure.status >= 500);
}

/**
 * Asks again a while after the service has failed, until there is something to show. What was there before stays, and
 * is brought up to date as ever.
 */
export function useRetry({ currentData, error, isFetching, refetch }: Query, seconds: number): void {
  const latest = useRef(refetch);
  useEffect(() => {
    latest.current = refetch;
  });
  const waits = !isFetching && currentData === undefined && mayPass(error);
  useEffect(() => {
    if (!waits) return;
    const timer = setInterval(() => latest.current(), seconds * 1000);
    return () => clearInterval(timer);
  }, [waits, seconds]);
}
