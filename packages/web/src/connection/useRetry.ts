import { useEffect, useRef } from 'react';
import { mayPass } from './serviceError.ts';

type Query = { currentData?: unknown; error?: unknown; refetch: () => unknown };

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
