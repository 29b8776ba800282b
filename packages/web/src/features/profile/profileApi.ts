import { accountCalls, profileCalls, userRoleCalls } from '@assay/contract';
import { changeOf } from '../../connection/changeOf.ts';
import { readOf } from '../../connection/readOf.ts';
import { serviceApi } from '../../connection/serviceApi.ts';

const { changeProfile, changePassword, listSessions, endSession, logOutEverywhere } = profileCalls;

const profileApi = serviceApi.injectEndpoints({
  endpoints: (build) => ({
    changeProfile: build.mutation(
      changeOf(changeProfile, { outdates: [accountCalls.getMe, userRoleCalls.listUserRoles] }),
    ),
    changePassword: build.mutation(changeOf(changePassword, { outdates: [listSessions] })),
    listSessions: build.query(readOf(listSessions)),
    endSession: build.mutation(changeOf(endSession, { outdates: [listSessions] })),
    logOutEverywhere: build.mutation(changeOf(logOutEverywhere, { keepsSession: true })),
  }),
});

export const {
  useChangeProfileMutation,
  useChangePasswordMutation,
  useListSessionsQuery,
  useEndSessionMutation,
  useLogOutEverywhereMutation,
} = profileApi;
