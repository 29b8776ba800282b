import { useEffect, useState } from 'react';

/** After how many milliseconds a skeleton shows: faster loads need none. */
export const loadingDelay = 150;

/** @returns true once the component has been shown, and `isOn`, this long; in milliseconds. */
export function useDelayed(milliseconds = loadingDelay, isOn = true): boolean {
  const [passed, setPassed] = useState(milliseconds === 0);
  useEffect(() => {
    if (!isOn || milliseconds === 0) return;
    const timer = setTimeout(() => setPassed(true), milliseconds);
    return () => {
      clearTimeout(timer);
      setPassed(false);
    };
  }, [milliseconds, isOn]);
  return passed && isOn;
}
