import { accountCalls, tellAFriendCalls } from '@assay/contract';
import { changeOf } from '../../connection/changeOf.ts';
import { serviceApi } from '../../connection/serviceApi.ts';

const tellAFriendApi = serviceApi.injectEndpoints({
  endpoints: (build) => ({
    tellAFriend: build.mutation(changeOf(tellAFriendCalls.tellAFriend, { outdates: [accountCalls.getMe] })),
  }),
});

export const { useTellAFriendMutation } = tellAFriendApi;
