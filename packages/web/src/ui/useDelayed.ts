import { useEffect, useState } from 'react';

/** @returns true once the component has been shown this long: faster loads need no skeleton. */
export function useDelayed(milliseconds = 150): boolean {
  const [passed, setPassed] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setPassed(true), milliseconds);
    return () => clearTimeout(timer);
  }, [milliseconds]);
  return passed;
}
