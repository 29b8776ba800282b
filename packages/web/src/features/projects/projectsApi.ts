import { analyticsCalls, projectCalls } from '@assay/contract';
import { changeOf } from '../../connection/changeOf.ts';
import { readOf } from '../../connection/readOf.ts';
import { serviceApi } from '../../connection/serviceApi.ts';

const minutes = 60;
const { listProjectTests, listEndingQuarantines, quarantineTest, dequarantineTest } = projectCalls;
/** Answers that tell which tests are quarantined. */
const quarantines = [listProjectTests, listEndingQuarantines, analyticsCalls.getFlakyTestInfo];

const projectsApi = serviceApi.injectEndpoints({
  endpoints: (build) => ({
    listProjects: build.query(readOf(projectCalls.listProjects)),
    createProject: build.mutation(changeOf(projectCalls.createProject)),
    proposeProjects: build.mutation(changeOf(projectCalls.proposeProjects)),
    changeProject: build.mutation(changeOf(projectCalls.changeProject)),
    attachTestCode: build.mutation(changeOf(projectCalls.attachTestCode)),
    archiveProject: build.mutation(changeOf(projectCalls.archiveProject)),
    getProjectStats: build.query(readOf(projectCalls.getProjectStats, { keepUnusedDataFor: 5 * minutes })),
    listProjectTests: build.query(readOf(listProjectTests, { keepUnusedDataFor: 5 * minutes })),
    listQuarantinedTests: build.query(readOf(projectCalls.listQuarantinedTests)),
    previewQuarantine: build.query(readOf(projectCalls.previewQuarantine)),
    previewFlakyRules: build.query(readOf(projectCalls.previewFlakyRules)),
    listEndingQuarantines: build.query(readOf(listEndingQuarantines)),
    quarantineTest: build.mutation(changeOf(quarantineTest, { outdates: quarantines })),
    getTestHistory: build.query(readOf(projectCalls.getTestHistory)),
    dequarantineTest: build.mutation(changeOf(dequarantineTest, { outdates: quarantines })),
    listBranches: build.query(readOf(projectCalls.listBranches, { keepUnusedDataFor: 15 * minutes })),
    listCommits: build.query(readOf(projectCalls.listCommits, { keepUnusedDataFor: 5 * minutes })),
    getCommit: build.query(readOf(projectCalls.getCommit, { keepUnusedDataFor: 60 * minutes })),
  }),
});

export const {
  useListProjectsQuery,
  useCreateProjectMutation,
  useProposeProjectsMutation,
  useChangeProjectMutation,
  useAttachTestCodeMutation,
  useArchiveProjectMutation,
  useGetProjectStatsQuery,
  useListProjectTestsQuery,
  useListQuarantinedTestsQuery,
  useGetTestHistoryQuery,
  usePreviewQuarantineQuery,
  useLazyPreviewFlakyRulesQuery,
  useListEndingQuarantinesQuery,
  useQuarantineTestMutation,
  useDequarantineTestMutation,
  useListBranchesQuery,
  useListCommitsQuery,
  useGetCommitQuery,
} = projectsApi;
