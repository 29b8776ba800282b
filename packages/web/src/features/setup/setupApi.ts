import { accountCalls } from '@assay/contract';
import { changeOf } from '../../connection/changeOf.ts';
import { readOf } from '../../connection/readOf.ts';
import { serviceApi } from '../../connection/serviceApi.ts';

const { getMe, getAccount } = accountCalls;

const setupApi = serviceApi.injectEndpoints({
  endpoints: (build) => ({
    getAccountSetup: build.query(readOf(accountCalls.getAccountSetup)),
    finishSetupStep: build.mutation(changeOf(accountCalls.finishSetupStep)),
    completeSetup: build.mutation(changeOf(accountCalls.completeSetup, { outdates: [getMe, getAccount] })),
  }),
});

export const { useGetAccountSetupQuery, useFinishSetupStepMutation, useCompleteSetupMutation } = setupApi;
