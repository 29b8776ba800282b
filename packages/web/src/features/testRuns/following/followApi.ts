import { followCalls } from '@assay/contract';
import { changeOf } from '../../../connection/changeOf.ts';
import { readOf } from '../../../connection/readOf.ts';
import { serviceApi } from '../../../connection/serviceApi.ts';

const followApi = serviceApi.injectEndpoints({
  endpoints: (build) => ({
    listFollowers: build.query(readOf(followCalls.listFollowers)),
    toggleFollow: build.mutation(changeOf(followCalls.toggleFollow, { outdates: [followCalls.listFollowers] })),
  }),
});

export const { useListFollowersQuery, useToggleFollowMutation } = followApi;
