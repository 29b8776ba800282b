import { accountCalls, invitationCalls, mailSubscriptionCalls, profileCalls, registrationCalls } from '@assay/contract';
import { changeOf } from '../../connection/changeOf.ts';
import { readOf } from '../../connection/readOf.ts';
import { serviceApi } from '../../connection/serviceApi.ts';

const sessionApi = serviceApi.injectEndpoints({
  endpoints: (build) => ({
    registerByEmail: build.mutation(changeOf(profileCalls.registerByEmail, { keepsSession: true })),
    createAccount: build.mutation(changeOf(accountCalls.createAccount, { outdates: [accountCalls.getMe] })),
    verifyEmail: build.mutation(changeOf(registrationCalls.verifyEmail, { keepsSession: true })),
    forgotPassword: build.mutation(changeOf(profileCalls.forgotPassword, { keepsSession: true })),
    resetPassword: build.mutation(changeOf(profileCalls.resetPassword, { keepsSession: true })),
    getInvitation: build.query(readOf(invitationCalls.getInvitation)),
    acceptInvitation: build.mutation(changeOf(invitationCalls.acceptInvitation, { outdates: [accountCalls.getMe] })),
    getMailSubscription: build.query(readOf(mailSubscriptionCalls.getMailSubscription)),
    unsubscribe: build.mutation(
      changeOf(mailSubscriptionCalls.unsubscribe, { outdates: [mailSubscriptionCalls.getMailSubscription] }),
    ),
    resubscribe: build.mutation(
      changeOf(mailSubscriptionCalls.resubscribe, { outdates: [mailSubscriptionCalls.getMailSubscription] }),
    ),
  }),
});

export const {
  useRegisterByEmailMutation,
  useCreateAccountMutation,
  useVerifyEmailMutation,
  useForgotPasswordMutation,
  useResetPasswordMutation,
  useGetInvitationQuery,
  useAcceptInvitationMutation,
  useGetMailSubscriptionQuery,
  useUnsubscribeMutation,
  useResubscribeMutation,
} = sessionApi;
