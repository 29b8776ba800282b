import type { RoleEntry } from '@assay/contract';
import { useSelector } from 'react-redux';
import type { ConnectionState } from './connectionTools.ts';
import { useGetMeQuery } from './serviceHooks.ts';

/** @returns how the person is told what happens in the open account; null while unknown. */
export function useNotificationSettings(): RoleEntry | null {
  const accountId = useSelector((state: ConnectionState) => state.session.accountId);
  const { data: user } = useGetMeQuery();
  return user?.roles.find((role) => role.accountId === accountId) ?? null;
}
