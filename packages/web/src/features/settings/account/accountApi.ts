import { accountCalls } from '@assay/contract';
import { changeOf } from '../../../connection/changeOf.ts';
import { serviceApi } from '../../../connection/serviceApi.ts';

const { getMe, renameAccount, changeAiOptOut } = accountCalls;

const accountApi = serviceApi.injectEndpoints({
  endpoints: (build) => ({
    renameAccount: build.mutation(changeOf(renameAccount, { outdates: [getMe] })),
    changeAiOptOut: build.mutation(changeOf(changeAiOptOut)),
  }),
});

export const { useRenameAccountMutation, useChangeAiOptOutMutation } = accountApi;
