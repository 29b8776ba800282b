import { createContext, useContext, useEffect, useState } from 'react';

/** The moment that a page shows, in milliseconds since 1970; null: now. */
export const NowContext = createContext<number | null>(null);

/** @returns the time of the page, updated regularly, so that 'ago' and running durations advance. */
export function useNow(everyMilliseconds: number): number {
  const shown = useContext(NowContext);
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), everyMilliseconds);
    return () => clearInterval(timer);
  }, [everyMilliseconds]);
  return shown ?? now;
}
