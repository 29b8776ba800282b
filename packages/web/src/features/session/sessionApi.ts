import { accountCalls, invitationCalls, profileCalls } from '@assay/contract';
import { changeOf } from '../../connection/changeOf.ts';
import { readOf } from '../../connection/readOf.ts';
import { serviceApi } from '../../connection/serviceApi.ts';

const sessionApi = serviceApi.injectEndpoints({
  endpoints: (build) => ({
    registerByEmail: build.mutation(changeOf(profileCalls.registerByEmail, { keepsSession: true })),
    forgotPassword: build.mutation(changeOf(profileCalls.forgotPassword, { keepsSession: true })),
    resetPassword: build.mutation(changeOf(profileCalls.resetPassword, { keepsSession: true })),
    getInvitation: build.query(readOf(invitationCalls.getInvitation)),
    acceptInvitation: build.mutation(changeOf(invitationCalls.acceptInvitation, { outdates: [accountCalls.getMe] })),
  }),
});

export const {
  useRegisterByEmailMutation,
  useForgotPasswordMutation,
  useResetPasswordMutation,
  useGetInvitationQuery,
  useAcceptInvitationMutation,
} = sessionApi;
