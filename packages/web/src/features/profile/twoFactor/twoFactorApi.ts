import { profileCalls, twoFactorCalls } from '@assay/contract';
import { changeOf } from '../../../connection/changeOf.ts';
import { readOf } from '../../../connection/readOf.ts';
import { serviceApi } from '../../../connection/serviceApi.ts';

const { getTwoFactor, beginTwoFactor, confirmTwoFactor, turnOffTwoFactor, renewRecoveryCodes } = twoFactorCalls;
const outdates = [getTwoFactor];

const twoFactorApi = serviceApi.injectEndpoints({
  endpoints: (build) => ({
    getTwoFactor: build.query(readOf(getTwoFactor)),
    beginTwoFactor: build.mutation(changeOf(beginTwoFactor)),
    confirmTwoFactor: build.mutation(
      changeOf(confirmTwoFactor, { outdates: [getTwoFactor, profileCalls.listSessions] }),
    ),
    turnOffTwoFactor: build.mutation(changeOf(turnOffTwoFactor, { outdates })),
    renewRecoveryCodes: build.mutation(changeOf(renewRecoveryCodes, { outdates })),
  }),
});

export const {
  useGetTwoFactorQuery,
  useBeginTwoFactorMutation,
  useConfirmTwoFactorMutation,
  useTurnOffTwoFactorMutation,
  useRenewRecoveryCodesMutation,
} = twoFactorApi;
