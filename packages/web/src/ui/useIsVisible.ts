import { useSyncExternalStore } from 'react';

/** @returns whether the browser's tab is in view: neither behind another one nor minimized. */
export function useIsVisible(): boolean {
  return useSyncExternalStore(onChange, () => document.visibilityState === 'visible');
}

function onChange(changed: () => void): () => void {
  document.addEventListener('visibilitychange', changed);
  return () => document.removeEventListener('visibilitychange', changed);
}
