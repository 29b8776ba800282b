import { projectTrialCalls } from '@assay/contract';
import { changeOf } from '../../../connection/changeOf.ts';
import { readOf } from '../../../connection/readOf.ts';
import { serviceApi } from '../../../connection/serviceApi.ts';

const projectTrialsApi = serviceApi.injectEndpoints({
  endpoints: (build) => ({
    createProjectTrial: build.mutation(changeOf(projectTrialCalls.createProjectTrial)),
    getProjectTrial: build.query(
      readOf(projectTrialCalls.getProjectTrial, { concerns: ({ params }, ids) => ids.includes(params.id) }),
    ),
    cancelProjectTrial: build.mutation(changeOf(projectTrialCalls.cancelProjectTrial)),
  }),
});

export const { useCreateProjectTrialMutation, useGetProjectTrialQuery, useCancelProjectTrialMutation } =
  projectTrialsApi;
