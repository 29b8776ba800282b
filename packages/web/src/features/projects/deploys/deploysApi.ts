import { deployCalls } from '@assay/contract';
import { changeOf } from '../../../connection/changeOf.ts';
import { readOf } from '../../../connection/readOf.ts';
import { serviceApi } from '../../../connection/serviceApi.ts';

const deploysApi = serviceApi.injectEndpoints({
  endpoints: (build) => ({
    listDeploys: build.query(readOf(deployCalls.listDeploys)),
    createDeploy: build.mutation(changeOf(deployCalls.createDeploy)),
  }),
});

export const { useListDeploysQuery, useCreateDeployMutation } = deploysApi;
