import { skipToken } from '@reduxjs/toolkit/query';
import { useGetMeQuery, useGetStaffAccountQuery } from '../../../connection/serviceHooks.ts';

/** @returns the name of the account; undefined while unknown, and for none. */
export function useAccountName(accountId: string): string | undefined {
  const { data: me } = useGetMeQuery();
  const known = me?.staffAccess.find((access) => access.accountId === accountId)?.accountName;
  const isUnknown = accountId !== '' && known === undefined;
  const { currentData } = useGetStaffAccountQuery(isUnknown ? { params: { id: accountId } } : skipToken);
  return known ?? currentData?.name;
}
