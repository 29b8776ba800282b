import { Type } from 'typebox';
import { AuditEntry } from '../auditTrail/auditEntry.ts';
import { gitServices } from '../authorizations/gitServices.ts';
import { call } from '../call.ts';
import { CommandAnswer } from '../commandAnswer.ts';
import { exampleIds } from '../exampleIds.ts';
import { formFields } from '../formFields.ts';
import { ProjectIdOrKey, TestId } from '../ids.ts';
import { limits } from '../limits.ts';
import { topics } from '../live/topics.ts';
import { usualFlakyRules } from './flakyRules.ts';
import { FlakyRulesPreview, FlakyRulesPreviewQuery } from './flakyRulesPreview.ts';
import { ProposeProjectsRequest, RepositoryProposals } from './projectProposals.ts';
import { ProjectStats } from './projectStats.ts';
import {
  AttachTestCodeRequest,
  BranchView,
  ChangeProjectRequest,
  CommitView,
  CreateProjectRequest,
  EndingQuarantine,
  ProjectTestView,
  ProjectView,
  QuarantineRequest,
} from './projectViews.ts';
import { QuarantinePreview, QuarantinePreviewQuery } from './quarantinePreview.ts';
import { TestHistory } from './testHistory.ts';

const projectParams = Type.Object({ id: ProjectIdOrKey });
const projectTestParams = Type.Object({ id: ProjectIdOrKey, testId: TestId });

export const projectCalls = {
  listProjects: call({
    method: 'GET',
    path: '/projects',
    summary: 'The projects in use',
    permission: 'project.read',
    answer: Type.Array(ProjectView),
    topic: topics.projects,
    example: {},
  }),
  createProject: call({
    method: 'POST',
    path: '/projects',
    summary: 'Add a project; what is left out takes the documented default',
    permission: 'project.write',
    body: CreateProjectRequest,
    status: 201,
    answer: CommandAnswer,
    changes: [topics.projects],
    example: {
      body: {
        name: 'Web shop',
        key: 'web-shop',
        gitUrl: 'https://git.example.com/shop.git',
        testingFramework: 'Playwright',
      },
    },
  }),
  proposeProjects: call({
    method: 'POST',
    path: '/projects/proposals',
    summary:
      'Look at a repository and say which projects it would make, and why; adds nothing. 409 git.unreachable says why it cannot be read',
    permission: 'project.write',
    body: ProposeProjectsRequest,
    answer: RepositoryProposals,
    example: { body: { gitUrl: '/srv/git/shop.git' } },
  }),
  getProject: call({
    method: 'GET',
    path: '/projects/:id',
    summary: 'One project; the ETag is its revision',
    permission: 'project.read',
    params: projectParams,
    answer: ProjectView,
    example: { params: { id: exampleIds.project } },
  }),
  changeProject: call({
    method: 'PUT',
    path: '/projects/:id',
    summary: 'Change a project: only what is in the body changes',
    permission: 'project.write',
    params: projectParams,
    body: ChangeProjectRequest,
    view: ProjectView,
    answer: CommandAnswer,
    changes: [topics.projects],
    example: { params: { id: exampleIds.project }, body: { description: 'Checkout and payment' } },
  }),
  archiveProject: call({
    method: 'DELETE',
    path: '/projects/:id',
    summary: 'Take a project out of use; its runs stay, and its name and key are free again',
    permission: 'project.write',
    params: projectParams,
    answer: CommandAnswer,
    changes: [topics.projects],
    example: { params: { id: exampleIds.project } },
  }),
  listProjectAudits: call({
    method: 'GET',
    path: '/projects/:id/auditTrail',
    summary: 'Who changed what in a project, newest first',
    permission: 'project.read',
    params: projectParams,
    answer: Type.Array(AuditEntry),
    topic: topics.projects,
    example: { params: { id: exampleIds.project } },
  }),
  attachTestCode: call({
    method: 'POST',
    path: '/projects/:id/attach-test-code',
    summary:
      'Give a project without a repository one; without a default branch it takes that of the repository. 409 git.unreachable says why it cannot be read',
    permission: 'project.write',
    params: projectParams,
    body: AttachTestCodeRequest,
    answer: CommandAnswer,
    changes: [topics.projects],
    example: { params: { id: exampleIds.project }, body: { gitUrl: 'https://git.example.com/shop.git' } },
  }),
  listRepositoryBranches: call({
    method: 'GET',
    path: '/branches',
    summary:
      'The branches of a repository at a git service: at the address that is connected, or at the public one. Users may ask for those that a project reads',
    permission: 'project.read',
    query: Type.Object({
      provider: Type.Enum(gitServices),
      owner: Type.String(formFields.gitOwner),
      repo: Type.String(formFields.gitRepo),
    }),
    answer: Type.Array(BranchView),
    example: { query: { provider: 'GitHub', owner: 'northwind', repo: 'shop' } },
  }),
  listBranches: call({
    method: 'GET',
    path: '/projects/:id/branches',
    summary: "The branches of the project's repository; 409 git.unreachable says why it cannot be read",
    permission: 'project.read',
    params: projectParams,
    answer: Type.Array(BranchView),
    topic: topics.repository,
    example: { params: { id: exampleIds.project } },
  }),
  listCommits: call({
    method: 'GET',
    path: '/projects/:id/commits',
    summary: 'The newest commits of a branch, or of the default branch, newest first',
    permission: 'project.read',
    params: projectParams,
    query: Type.Object({ branch: Type.Optional(Type.String({ minLength: 1, maxLength: 250 })) }),
    answer: Type.Array(CommitView),
    topic: topics.repository,
    example: { params: { id: exampleIds.project }, query: { branch: 'main' } },
  }),
  getCommit: call({
    method: 'GET',
    path: '/projects/:id/commits/:commit',
    summary: "One commit of the project's repository",
    permission: 'project.read',
    params: Type.Object({ id: ProjectIdOrKey, commit: Type.String({ minLength: 1, maxLength: 64 }) }),
    answer: CommitView,
    example: { params: { id: exampleIds.project, commit: 'abcdef' } },
  }),
  listQuarantinedTests: call({
    method: 'GET',
    path: '/projects/:id/quarantined-tests',
    summary: 'The tests of a project that are quarantined',
    permission: 'project.read',
    params: projectParams,
    answer: Type.Array(ProjectTestView),
    readsHistory: true,
    topic: topics.projectTests,
    example: { params: { id: exampleIds.project } },
  }),
  listEndingQuarantines: call({
    method: 'GET',
    path: '/quarantined-tests/ending',
    summary: `The quarantines that the caller sees to and that end within ${limits.quarantineNoticeDays} days, the earliest first`,
    permission: 'project.read',
    answer: Type.Array(EndingQuarantine),
    readsHistory: true,
    example: {},
  }),
  previewQuarantine: call({
    method: 'GET',
    path: '/projects/:id/quarantine-preview',
    summary:
      'What the automatic quarantine of flaky tests would have done: which tests, which failed runs would have passed, and which real failures would have been missed',
    permission: 'project.read',
    params: projectParams,
    query: QuarantinePreviewQuery,
    answer: QuarantinePreview,
    readsHistory: true,
    example: { params: { id: exampleIds.project }, query: { days: '30', timeZone: 'Europe/Berlin' } },
  }),
  previewFlakyRules: call({
    method: 'GET',
    path: '/projects/:id/flaky-rules-preview',
    summary:
      'Other rules for finding flaky tests, tried on past runs and compared with those of the project: which tests each would have found, which failed runs would have passed had these been quarantined meanwhile, and which real failures would have been missed. Ends when the connection does',
    permission: 'project.read',
    params: projectParams,
    query: FlakyRulesPreviewQuery,
    answer: FlakyRulesPreview,
    readsHistory: true,
    example: { params: { id: exampleIds.project }, query: { days: '30', ...usualFlakyRules, flips: 6 } },
  }),
  getProjectStats: call({
    method: 'GET',
    path: '/projects/:id/stats',
    summary:
      'How many tests were run in the last 30 days and in the 30 before (for very many tests up to a minute old), and what was deployed',
    permission: 'project.read',
    params: projectParams,
    answer: ProjectStats,
    readsHistory: true,
    example: { params: { id: exampleIds.project } },
  }),
  listProjectTests: call({
    method: 'GET',
    path: '/projects/:id/tests',
    summary: 'The tests of a project over all its runs',
    permission: 'project.read',
    params: projectParams,
    answer: Type.Array(ProjectTestView),
    readsHistory: true,
    example: { params: { id: exampleIds.project } },
  }),
  getTestHistory: call({
    method: 'GET',
    path: '/projects/:id/tests/:testId/history',
    summary: 'The latest results of a test in all runs, on all branches and environments, the newest run first',
    permission: 'project.read',
    params: projectTestParams,
    answer: TestHistory,
    readsHistory: true,
    topic: topics.projectTests,
    example: { params: { id: exampleIds.project, testId: exampleIds.test } },
  }),
  dequarantineTest: call({
    method: 'PUT',
    path: '/projects/:id/tests/:testId/dequarantine',
    summary: 'Release a test from quarantine',
    permission: 'test.quarantine',
    params: projectTestParams,
    answer: CommandAnswer,
    changes: [topics.projectTests],
    example: { params: { id: exampleIds.project, testId: exampleIds.test } },
  }),
  quarantineTest: call({
    method: 'PUT',
    path: '/projects/:id/tests/:testId/quarantine',
    summary: 'Quarantine a test: it still runs, but does not fail its runs',
    permission: 'test.quarantine',
    params: projectTestParams,
    body: QuarantineRequest,
    answer: CommandAnswer,
    changes: [topics.projectTests],
    example: {
      params: { id: exampleIds.project, testId: exampleIds.test },
      body: { reason: 'Fails when the clock changes' },
    },
  }),
};
