import { testPlanCalls, testPlanRunCalls } from '@assay/contract';
import { changeOf } from '../../connection/changeOf.ts';
import { readOf } from '../../connection/readOf.ts';
import { serviceApi } from '../../connection/serviceApi.ts';

const testPlansApi = serviceApi.injectEndpoints({
  endpoints: (build) => ({
    listTestPlans: build.query(readOf(testPlanCalls.listTestPlans)),
    getTestPlan: build.query(readOf(testPlanCalls.getTestPlan)),
    createTestPlan: build.mutation(changeOf(testPlanCalls.createTestPlan)),
    changeTestPlan: build.mutation(changeOf(testPlanCalls.changeTestPlan)),
    archiveTestPlan: build.mutation(changeOf(testPlanCalls.archiveTestPlan)),
    addTestPlanStage: build.mutation(changeOf(testPlanCalls.addTestPlanStage)),
    changeTestPlanStage: build.mutation(changeOf(testPlanCalls.changeTestPlanStage)),
    removeTestPlanStage: build.mutation(changeOf(testPlanCalls.removeTestPlanStage)),
    addTestPlanSuite: build.mutation(changeOf(testPlanCalls.addTestPlanSuite)),
    changeTestPlanSuite: build.mutation(changeOf(testPlanCalls.changeTestPlanSuite)),
    removeTestPlanSuite: build.mutation(changeOf(testPlanCalls.removeTestPlanSuite)),
    listTestPlanRuns: build.query(readOf(testPlanRunCalls.listTestPlanRuns)),
    startTestPlanRun: build.mutation(changeOf(testPlanRunCalls.startTestPlanRun)),
    cancelTestPlanRun: build.mutation(changeOf(testPlanRunCalls.cancelTestPlanRun)),
    rerunTestPlanRun: build.mutation(changeOf(testPlanRunCalls.rerunTestPlanRun)),
  }),
});

export const {
  useListTestPlansQuery,
  useGetTestPlanQuery,
  useCreateTestPlanMutation,
  useChangeTestPlanMutation,
  useArchiveTestPlanMutation,
  useAddTestPlanStageMutation,
  useChangeTestPlanStageMutation,
  useRemoveTestPlanStageMutation,
  useAddTestPlanSuiteMutation,
  useChangeTestPlanSuiteMutation,
  useRemoveTestPlanSuiteMutation,
  useListTestPlanRunsQuery,
  useStartTestPlanRunMutation,
  useCancelTestPlanRunMutation,
  useRerunTestPlanRunMutation,
} = testPlansApi;
