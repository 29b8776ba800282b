import { useSelector } from 'react-redux';
import type { ConnectionState } from '../../connection/connectionTools.ts';
import { useGetMeQuery } from '../../connection/serviceHooks.ts';

/** @returns whether the open account waits to be set up by the person. Only administrators do so. */
export function useNeedsSetup(): boolean {
  const accountId = useSelector((state: ConnectionState) => state.session.accountId);
  const { data: user } = useGetMeQuery();
  const role = user?.roles.find((one) => one.accountId === accountId);
  return role !== undefined && role.roleType === 'ADMIN' && !role.setupComplete;
}
