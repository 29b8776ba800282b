import { ssoRoleCalls } from '@assay/contract';
import { changeOf } from '../../../../connection/changeOf.ts';
import { readOf } from '../../../../connection/readOf.ts';
import { serviceApi } from '../../../../connection/serviceApi.ts';

const ssoRolesApi = serviceApi.injectEndpoints({
  endpoints: (build) => ({
    getSsoRoles: build.query(readOf(ssoRoleCalls.getSsoRoles)),
    changeSsoRoles: build.mutation(changeOf(ssoRoleCalls.changeSsoRoles, { outdates: [ssoRoleCalls.getSsoRoles] })),
    startSsoTest: build.mutation(changeOf(ssoRoleCalls.startSsoTest)),
    getSsoTestResult: build.mutation(changeOf(ssoRoleCalls.getSsoTestResult)),
  }),
});

export const { useGetSsoRolesQuery, useChangeSsoRolesMutation, useStartSsoTestMutation, useGetSsoTestResultMutation } =
  ssoRolesApi;
