import { accountCalls } from '@assay/contract';
import { changeOf } from '../../../connection/changeOf.ts';
import { serviceApi } from '../../../connection/serviceApi.ts';

const { getMe, renameAccount, changeAiOptOut, changeTwoFactorRequirement } = accountCalls;

const accountApi = serviceApi.injectEndpoints({
  endpoints: (build) => ({
    renameAccount: build.mutation(changeOf(renameAccount, { outdates: [getMe] })),
    changeAiOptOut: build.mutation(changeOf(changeAiOptOut)),
    changeTwoFactorRequirement: build.mutation(changeOf(changeTwoFactorRequirement, { outdates: [getMe] })),
  }),
});

export const { useRenameAccountMutation, useChangeAiOptOutMutation, useChangeTwoFactorRequirementMutation } =
  accountApi;
