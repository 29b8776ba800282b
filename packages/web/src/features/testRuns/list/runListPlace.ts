import { useEffect } from 'react';
import { useAccountPath } from '../../../connection/useAccountPath.ts';

const key = 'assay.runList';

/** Keeps the list's filters and page for the way back from a run. */
export function useKeptRunList(query: string): void {
  useEffect(() => sessionStorage.setItem(key, query), [query]);
}

/** @returns the list's last path with filters and page. */
export function useRunListPath(): string {
  const path = useAccountPath();
  const search = sessionStorage.getItem(key);
  return search ? `${path('test-runs')}?${search}` : path('test-runs');
}
