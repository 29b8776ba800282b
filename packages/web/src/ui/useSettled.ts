import { useEffect, useState } from 'react';

/** @returns the value once it has stayed the same for so long: what is asked of the service while somebody types. */
export function useSettled(value: string, milliseconds = 400): string {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), milliseconds);
    return () => clearTimeout(timer);
  }, [value, milliseconds]);
  return settled;
}
