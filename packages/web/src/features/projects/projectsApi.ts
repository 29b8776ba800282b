import type {
  ChangeProjectRequest,
  CommandAnswer,
  CommitView,
  CreateProjectRequest,
  ProjectTestView,
  ProjectView,
} from '@assay/contract';
import { topics } from '@assay/contract';
import { keepFresh } from '../../connection/keepFresh.ts';
import { serviceApi } from '../../connection/serviceApi.ts';

export type Branch = { name: string; commit: string };

const minutes = 60;

const projectsApi = serviceApi.injectEndpoints({
  endpoints: (build) => ({
    listProjects: build.query<ProjectView[], void>({
      query: () => ({ url: '/projects', topic: topics.projects }),
      providesTags: ['Projects'],
      onCacheEntryAdded: keepFresh(
        () => topics.projects,
        () => 'Projects',
      ),
    }),
    createProject: build.mutation<CommandAnswer, CreateProjectRequest>({
      query: (body) => ({ url: '/projects', method: 'POST', body }),
      invalidatesTags: (answer) => (answer ? ['Projects'] : []),
    }),
    changeProject: build.mutation<CommandAnswer, { id: string; revision: string; change: ChangeProjectRequest }>({
      query: ({ id, revision, change }) => ({ url: `/projects/${id}`, method: 'PUT', body: change, ifMatch: revision }),
      invalidatesTags: ['Projects'],
    }),
    deleteProject: build.mutation<CommandAnswer, { id: string }>({
      query: ({ id }) => ({ url: `/projects/${id}`, method: 'DELETE' }),
      invalidatesTags: ['Projects'],
    }),
    listProjectTests: build.query<ProjectTestView[], string>({
      query: (id) => ({ url: `/projects/${id}/tests` }),
      providesTags: ['ProjectTests'],
      keepUnusedDataFor: 5 * minutes,
    }),
    listQuarantinedTests: build.query<ProjectTestView[], string>({
      query: (id) => ({ url: `/projects/${id}/quarantined-tests`, topic: topics.projectTests(id) }),
      providesTags: ['ProjectTests'],
      onCacheEntryAdded: keepFresh(
        (id: string) => topics.projectTests(id),
        () => 'ProjectTests',
      ),
    }),
    quarantineTest: build.mutation<CommandAnswer, { projectId: string; testId: string; reason: string | null }>({
      query: ({ projectId, testId, reason }) => ({
        url: `/projects/${projectId}/tests/${testId}/quarantine`,
        method: 'PUT',
        body: { reason },
      }),
      invalidatesTags: ['ProjectTests'],
    }),
    dequarantineTest: build.mutation<CommandAnswer, { projectId: string; testId: string }>({
      query: ({ projectId, testId }) => ({ url: `/projects/${projectId}/tests/${testId}/dequarantine`, method: 'PUT' }),
      invalidatesTags: ['ProjectTests'],
    }),
    listBranches: build.query<Branch[], string>({
      query: (id) => ({ url: `/projects/${id}/branches` }),
      keepUnusedDataFor: 15 * minutes,
    }),
    listCommits: build.query<CommitView[], { projectId: string; branch: string }>({
      query: ({ projectId, branch }) => ({ url: `/projects/${projectId}/commits`, params: { branch } }),
      keepUnusedDataFor: 5 * minutes,
    }),
    getCommit: build.query<CommitView, { projectId: string; commit: string }>({
      query: ({ projectId, commit }) => ({ url: `/projects/${projectId}/commits/${encodeURIComponent(commit)}` }),
      keepUnusedDataFor: 60 * minutes,
    }),
  }),
});

export const {
  useListProjectsQuery,
  useCreateProjectMutation,
  useChangeProjectMutation,
  useDeleteProjectMutation,
  useListProjectTestsQuery,
  useListQuarantinedTestsQuery,
  useQuarantineTestMutation,
  useDequarantineTestMutation,
  useListBranchesQuery,
  useListCommitsQuery,
  useGetCommitQuery,
} = projectsApi;
