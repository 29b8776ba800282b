import { workflowCalls } from '@assay/contract';
import { changeOf } from '../../connection/changeOf.ts';
import { readOf } from '../../connection/readOf.ts';
import { serviceApi } from '../../connection/serviceApi.ts';

const workflowsApi = serviceApi.injectEndpoints({
  endpoints: (build) => ({
    listWorkflows: build.query(readOf(workflowCalls.listWorkflows)),
    getWorkflow: build.query(readOf(workflowCalls.getWorkflow)),
    createWorkflow: build.mutation(changeOf(workflowCalls.createWorkflow)),
    changeWorkflow: build.mutation(changeOf(workflowCalls.changeWorkflow)),
    archiveWorkflow: build.mutation(changeOf(workflowCalls.archiveWorkflow)),
  }),
});

export const {
  useListWorkflowsQuery,
  useGetWorkflowQuery,
  useCreateWorkflowMutation,
  useChangeWorkflowMutation,
  useArchiveWorkflowMutation,
} = workflowsApi;
