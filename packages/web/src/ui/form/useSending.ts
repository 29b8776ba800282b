import { useCallback, useEffect, useRef, useState } from 'react';

/**
 * The state of a form that sends files: its progress from 0 to 1, and a signal that aborts it when the form is closed.
 */
export function useSending() {
  const [sent, setSent] = useState(0);
  const sending = useRef<AbortController | null>(null);
  useEffect(() => () => sending.current?.abort(), []);
  const begin = useCallback(() => {
    setSent(0);
    const controller = new AbortController();
    sending.current = controller;
    return { signal: controller.signal, onProgress: setSent };
  }, []);
  const cancel = useCallback(() => sending.current?.abort(), []);
  return { sent, begin, cancel };
}
