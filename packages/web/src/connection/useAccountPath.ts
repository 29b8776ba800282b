import { useCallback } from 'react';
import { useSelector } from 'react-redux';
import type { ConnectionState } from './connectionTools.ts';

/** @returns a function that puts the open account's name before a path: `test-runs` → `/northwind/test-runs`. */
export function useAccountPath(): (path: string) => string {
  const account = useSelector((state: ConnectionState) => state.session.accountName);
  return useCallback((path: string) => `/${encodeURIComponent(account ?? '')}/${path}`, [account]);
}
