import { deployCalls } from '@assay/contract';
import { changeOf } from '../../../connection/changeOf.ts';
import { readOf } from '../../../connection/readOf.ts';
import { serviceApi } from '../../../connection/serviceApi.ts';

const deploysApi = serviceApi.injectEndpoints({
  endpoints: (build) => ({
    listDeploys: build.query(readOf(deployCalls.listDeploys)),
    // There may be another one by the time that somebody asks again.
    getLatestDeploy: build.query(readOf(deployCalls.getLatestDeploy, { keepUnusedDataFor: 0 })),
    createDeploy: build.mutation(changeOf(deployCalls.createDeploy)),
  }),
});

export const { useListDeploysQuery, useGetLatestDeployQuery, useLazyGetLatestDeployQuery, useCreateDeployMutation } =
  deploysApi;
