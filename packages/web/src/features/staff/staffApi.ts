import { accountCalls, personalDataCalls, staffCalls } from '@assay/contract';
import { changeOf } from '../../connection/changeOf.ts';
import { readOf } from '../../connection/readOf.ts';
import { serviceApi } from '../../connection/serviceApi.ts';

const { getStaffRight, listStaffPeople, listStaffAccounts, changeAccountPlan } = staffCalls;
const { takeStaffRole, dropOwnRole } = staffCalls;
const { listSetAsideReactions, retrySetAsideReaction } = staffCalls;

const staffApi = serviceApi.injectEndpoints({
  endpoints: (build) => ({
    getStaffRight: build.query(readOf(getStaffRight, { keepUnusedDataFor: 3600 })),
    listStaffPeople: build.query(readOf(listStaffPeople, { keepUnusedDataFor: 0 })),
    erasePerson: build.mutation(changeOf(personalDataCalls.erasePerson, { outdates: [listStaffPeople] })),
    listStaffAccounts: build.query(readOf(listStaffAccounts)),
    changeAccountPlan: build.mutation(changeOf(changeAccountPlan, { outdates: [listStaffAccounts] })),
    takeStaffRole: build.mutation(changeOf(takeStaffRole, { outdates: [accountCalls.getMe] })),
    dropOwnRole: build.mutation(changeOf(dropOwnRole, { outdates: [accountCalls.getMe] })),
    listSetAsideReactions: build.query(readOf(listSetAsideReactions)),
    retrySetAsideReaction: build.mutation(changeOf(retrySetAsideReaction, { outdates: [listSetAsideReactions] })),
  }),
});

export const {
  useGetStaffRightQuery,
  useListStaffPeopleQuery,
  useErasePersonMutation,
  useListStaffAccountsQuery,
  useChangeAccountPlanMutation,
  useTakeStaffRoleMutation,
  useDropOwnRoleMutation,
  useListSetAsideReactionsQuery,
  useRetrySetAsideReactionMutation,
} = staffApi;
