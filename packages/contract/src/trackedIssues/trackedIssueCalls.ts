import { Type } from 'typebox';
import { call } from '../call.ts';
import { CommandAnswer } from '../commandAnswer.ts';
import { exampleIds } from '../exampleIds.ts';
import { formFields } from '../formFields.ts';
import { ProblemId, ProjectIdOrKey, TestId, TrackedIssueId } from '../ids.ts';
import { limits } from '../limits.ts';
import { topics } from '../live/topics.ts';
import {
  CreatedIssue,
  CreateIssueRequest,
  DraftIssueRequest,
  IssueDraft,
  IssueKeyRequest,
  IssueKeyView,
  IssueMetadataView,
  IssueTrackerView,
  ReportedRequest,
  TrackedIssueView,
  TrackerField,
  TrackerProject,
} from './trackedIssueViews.ts';

const testParams = Type.Object({ id: ProjectIdOrKey, testId: TestId });
const testOfExample = { id: exampleIds.project, testId: exampleIds.test };

export const trackedIssueCalls = {
  listIssueTrackers: call({
    method: 'GET',
    path: '/issue-trackers',
    summary: 'The connected services in which failures can be reported, Jira first',
    permission: 'trackedIssue.read',
    answer: Type.Array(IssueTrackerView),
    example: {},
  }),
  listTrackerProjects: call({
    method: 'GET',
    path: '/jira/project',
    summary: 'Projects of the tracker by part of their key or name, up to 50; of git services repositories',
    permission: 'trackedIssue.read',
    query: Type.Object({
      query: Type.Optional(Type.String({ ...formFields.trackerQuery })),
      provider: TrackerField,
    }),
    answer: Type.Array(TrackerProject),
    example: { query: { query: 'shop' } },
  }),
  getIssueMetadata: call({
    method: 'GET',
    path: '/jira/issue/metadata',
    summary:
      'Types, priorities and reporters of a project of the tracker, and the fields that it refuses an issue without',
    permission: 'trackedIssue.read',
    query: Type.Object({
      jiraProjectId: Type.String({ ...formFields.trackerProject, description: 'the project at the tracker' }),
      issueTypeId: Type.Optional(
        Type.String({
          ...formFields.trackerId,
          description: 'whose fields are answered; Bug or the first, if left out',
        }),
      ),
      userQuery: Type.Optional(Type.String({ ...formFields.trackerQuery, description: 'part of a reporter’s name' })),
      provider: TrackerField,
    }),
    answer: IssueMetadataView,
    example: { query: { jiraProjectId: '10001' } },
  }),
  draftIssue: call({
    method: 'POST',
    path: '/jira/issue/draft',
    summary:
      'The summary and description that an issue about these failures would have, and the issues that exist for them',
    permission: 'trackedIssue.read',
    body: DraftIssueRequest,
    answer: IssueDraft,
    readsHistory: true,
    example: { body: { testRunId: exampleIds.testRun } },
  }),
  createIssue: call({
    method: 'POST',
    path: '/jira/issue',
    summary:
      'Report failures as an issue. 409 trackedIssue.open where one is open for the same failure; what the tracker refuses is at its field',
    permission: 'trackedIssue.write',
    body: CreateIssueRequest,
    status: 201,
    answer: CreatedIssue,
    changes: [topics.trackedIssues],
    readsHistory: true,
    example: {
      body: {
        projectId: '10001',
        projectName: 'Shop front',
        summary: 'Half A loses its voucher',
        issueTypeId: '10004',
        issueTypeName: 'Bug',
        issuePriorityId: '2',
        issuePriorityName: 'High',
        issueUserId: '5b10a2844c20165700ede21g',
        issueUserName: 'Ada Duarte',
        fields: { components: ['10100'] },
        testRunId: exampleIds.testRun,
      },
    },
  }),
  listRootCauseIssues: call({
    method: 'GET',
    path: '/jira/issue/root-cause/:id',
    summary: 'The issues about a root cause in all projects of the account: open ones first, then the latest',
    permission: 'trackedIssue.read',
    params: Type.Object({ id: ProblemId }),
    answer: Type.Array(TrackedIssueView),
    topic: topics.trackedIssues,
    readsHistory: true,
    example: { params: { id: exampleIds.problem } },
  }),
  listTrackedIssues: call({
    method: 'GET',
    path: '/projects/:id/tracked-issues',
    summary: 'The issues about failures of a project: open ones first, then the latest; up to 200',
    permission: 'trackedIssue.read',
    params: Type.Object({ id: ProjectIdOrKey }),
    answer: Type.Array(TrackedIssueView),
    topic: topics.trackedIssues,
    readsHistory: true,
    example: { params: { id: exampleIds.project } },
  }),
  listIssueKeys: call({
    method: 'GET',
    path: '/projects/:id/tests/:testId/issue-keys',
    summary: 'Issue keys added to a test, oldest first',
    permission: 'project.read',
    params: testParams,
    answer: Type.Array(IssueKeyView),
    topic: topics.projectTests,
    readsHistory: true,
    example: { params: testOfExample },
  }),
  addIssueKey: call({
    method: 'POST',
    path: '/projects/:id/tests/:testId/issue-keys',
    summary: `Add an issue key to a test, up to ${limits.issueKeysOfTest}; nothing is sent to the tracker`,
    permission: 'trackedIssue.write',
    params: testParams,
    body: IssueKeyRequest,
    answer: CommandAnswer,
    changes: [topics.projectTests],
    example: { params: testOfExample, body: { key: 'SHOP-812' } },
  }),
  removeIssueKey: call({
    method: 'DELETE',
    path: '/projects/:id/tests/:testId/issue-keys',
    summary: 'Remove an issue key from a test',
    permission: 'trackedIssue.write',
    params: testParams,
    query: IssueKeyRequest,
    answer: CommandAnswer,
    changes: [topics.projectTests],
    example: { params: testOfExample, query: { key: 'SHOP-812' } },
  }),
  addToIssue: call({
    method: 'POST',
    path: '/tracked-issues/:id/failures',
    summary: 'Add failures to an issue that is open for them; the tracker gets a comment with links to the run',
    permission: 'trackedIssue.write',
    params: Type.Object({ id: TrackedIssueId }),
    body: ReportedRequest,
    answer: CommandAnswer,
    changes: [topics.trackedIssues],
    readsHistory: true,
    example: { params: { id: exampleIds.trackedIssue }, body: { testRunId: exampleIds.testRun } },
  }),
};
