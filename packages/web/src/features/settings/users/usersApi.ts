import { invitationCalls, userRoleCalls } from '@assay/contract';
import { changeOf } from '../../../connection/changeOf.ts';
import { readOf } from '../../../connection/readOf.ts';
import { serviceApi } from '../../../connection/serviceApi.ts';

const usersApi = serviceApi.injectEndpoints({
  endpoints: (build) => ({
    listUserRoles: build.query(readOf(userRoleCalls.listUserRoles)),
    changeUserRole: build.mutation(changeOf(userRoleCalls.changeUserRole)),
    removeUserRole: build.mutation(changeOf(userRoleCalls.removeUserRole)),
    listInvitations: build.query(readOf(invitationCalls.listInvitations)),
    // It lets somebody in, so that it is not kept.
    getInvitationLink: build.query(readOf(invitationCalls.getInvitationLink, { keepUnusedDataFor: 0 })),
    inviteUser: build.mutation(changeOf(invitationCalls.inviteUser)),
    resendInvitation: build.mutation(changeOf(invitationCalls.resendInvitation)),
    withdrawInvitation: build.mutation(changeOf(invitationCalls.withdrawInvitation)),
  }),
});

export const {
  useListUserRolesQuery,
  useChangeUserRoleMutation,
  useRemoveUserRoleMutation,
  useListInvitationsQuery,
  useLazyGetInvitationLinkQuery,
  useInviteUserMutation,
  useResendInvitationMutation,
  useWithdrawInvitationMutation,
} = usersApi;
