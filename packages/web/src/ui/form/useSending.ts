import { useCallback, useEffect, useRef, useState } from 'react';

/**
 * A form that sends files: how far it is, from 0 to 1, and a signal that ends it. Whoever closes the form does not want
 * any more what it sends.
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
