import { deployKeyCalls } from '@assay/contract';
import { changeOf } from '../../../connection/changeOf.ts';
import { readOf } from '../../../connection/readOf.ts';
import { serviceApi } from '../../../connection/serviceApi.ts';

const deployKeysApi = serviceApi.injectEndpoints({
  endpoints: (build) => ({
    listDeployKeys: build.query(readOf(deployKeyCalls.listDeployKeys)),
    makeDeployKey: build.mutation(changeOf(deployKeyCalls.makeDeployKey)),
    deleteDeployKey: build.mutation(changeOf(deployKeyCalls.deleteDeployKey)),
  }),
});

export const { useListDeployKeysQuery, useMakeDeployKeyMutation, useDeleteDeployKeyMutation } = deployKeysApi;
