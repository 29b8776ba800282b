import { accountCalls, noticeCalls, type RoleEntry, slackCalls } from '@assay/contract';
import { useSelector } from 'react-redux';
import { changeOf } from './changeOf.ts';
import type { ConnectionState } from './connectionTools.ts';
import { useGetMeQuery } from './currentUser.ts';
import { serviceApi } from './serviceApi.ts';

const notificationApi = serviceApi.injectEndpoints({
  endpoints: (build) => ({
    changeNotificationSettings: build.mutation(
      changeOf(noticeCalls.changeNotificationSettings, { outdates: [accountCalls.getMe] }),
    ),
    connectSlackMember: build.mutation(changeOf(slackCalls.connectSlackMember, { outdates: [accountCalls.getMe] })),
  }),
});

export const { useChangeNotificationSettingsMutation, useConnectSlackMemberMutation } = notificationApi;

/** @returns how the person is told what happens in the open account; null while unknown. */
export function useNotificationSettings(): RoleEntry | null {
  const accountId = useSelector((state: ConnectionState) => state.session.accountId);
  const { data: user } = useGetMeQuery();
  return user?.roles.find((role) => role.accountId === accountId) ?? null;
}
