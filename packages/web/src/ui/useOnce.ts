import { useEffect, useRef } from 'react';

/** Runs when the component is there, once even where React runs effects twice: what it sends counts once. */
export function useOnce(run: () => Promise<void>): void {
  const hasRun = useRef(false);
  useEffect(() => {
    if (hasRun.current) return;
    hasRun.current = true;
    void run();
  });
}
