import { type Static, Type } from 'typebox';
import { PersonView } from '../accounts/accountViews.ts';
import { formFields } from '../formFields.ts';
import { Nullable, Position, ProblemId, ProjectId, TestRunId, Time, TrackedIssueId } from '../ids.ts';
import { limits } from '../limits.ts';
import { TestRunTestId } from '../reviews/reviewViews.ts';
import { issueFindings, issueStatusCategories, issueTrackers, jiraDeployments } from './issueTrackers.ts';

/** Which tracker is meant; Jira unless named. */
export const TrackerField = Type.Optional(Type.Enum(issueTrackers, { description: 'Jira unless named' }));

/** A connected service that has issues. */
export const IssueTrackerView = Type.Object({
  provider: Type.Enum(issueTrackers),
  name: Type.String(),
  address: Type.String({ description: 'in a browser' }),
  deployment: Nullable(Type.Enum(jiraDeployments, { description: 'null: not Jira' })),
});
export type IssueTrackerView = Static<typeof IssueTrackerView>;

const named = { id: Type.String(), name: Type.String() };
const Named = Type.Object(named);

/** Where issues are created: a project of Jira, a repository of GitHub or a project of GitLab. */
export const TrackerProject = Type.Object({
  ...named,
  key: Type.String({ description: 'as issue keys begin with it; of git services the path of the repository' }),
});
export type TrackerProject = Static<typeof TrackerProject>;

export const TrackerUser = Type.Object({
  accountId: Type.String({ description: 'of Jira Data Center the user name' }),
  displayName: Type.String(),
});
export type TrackerUser = Static<typeof TrackerUser>;

export const requiredFieldKinds = [
  'text',
  'paragraph',
  'number',
  'date',
  'option',
  'options',
  'labels',
  'user',
] as const;

/** A field that the tracker refuses an issue without, besides those of the form. */
export const RequiredField = Type.Object({
  id: Type.String({ description: 'its name in `fields` of the request' }),
  name: Type.String(),
  kind: Nullable(Type.Enum(requiredFieldKinds, { description: 'null: it can be filled in at the tracker only' })),
  options: Type.Array(Named, { description: 'of option and options: what can be chosen' }),
});
export type RequiredField = Static<typeof RequiredField>;

export const IssueMetadataView = Type.Object({
  issueTypes: Type.Array(Named, { description: 'without sub-tasks; empty where the tracker has none' }),
  priorities: Type.Array(Named),
  users: Type.Array(TrackerUser, { description: 'who can be the reporter; up to 50' }),
  issueTypeId: Nullable(Type.String({ description: 'the type that what follows is of' })),
  asks: Type.Object(
    { issueType: Type.Boolean(), priority: Type.Boolean(), reporter: Type.Boolean() },
    { description: 'which of these an issue of the type has' },
  ),
  requiredFields: Type.Array(RequiredField),
  me: Nullable(
    Type.Unsafe<TrackerUser>({ ...TrackerUser, description: 'whom the connection acts as; null: not known' }),
  ),
});
export type IssueMetadataView = Static<typeof IssueMetadataView>;

/** What is reported: the failed tests of a run, of those only the chosen ones or those of a root cause. */
export const reportedFields = {
  testRunId: Type.Optional(
    Nullable(
      Type.Unsafe<TestRunId>({ ...TestRunId, description: 'of a root cause the run that had it last, if left out' }),
    ),
  ),
  testRunTestIds: Type.Optional(
    Nullable(Type.Array(TestRunTestId, { minItems: 1, maxItems: limits.issueTests, description: 'rows of the run' })),
  ),
  rootCauseId: Type.Optional(
    Nullable(
      Type.String({
        minLength: 1,
        maxLength: limits.rootCauseIds,
        pattern: '^[A-Za-z0-9._-]+(?:,[A-Za-z0-9._-]+)*$',
        description: 'a root cause by its problem, or by all its problems with commas between them',
      }),
    ),
  ),
};

/** Failures that an issue is about, with the run they are seen in. */
export const ReportedRequest = Type.Object({ ...reportedFields }, { additionalProperties: false });
export type ReportedRequest = Static<typeof ReportedRequest>;

export const DraftIssueRequest = Type.Object(
  { ...reportedFields, provider: TrackerField },
  { additionalProperties: false },
);
export type DraftIssueRequest = Static<typeof DraftIssueRequest>;

const trackerId = Type.String({ ...formFields.trackerId });

export const CreateIssueRequest = Type.Object(
  {
    provider: TrackerField,
    projectId: Type.String({ ...formFields.trackerProject, description: 'the project at the tracker' }),
    projectName: Type.Optional(Nullable(Type.String({ ...formFields.trackerName }))),
    summary: Type.String({ ...formFields.issueSummary }),
    description: Type.Optional(
      Nullable(
        Type.String({
          ...formFields.issueDescription,
          description: 'Markdown: headings, lists, code, links, bold; as the draft has it, if left out',
        }),
      ),
    ),
    issueTypeId: Type.Optional(Nullable(trackerId)),
    issueTypeName: Type.Optional(Nullable(Type.String({ ...formFields.trackerName }))),
    issuePriorityId: Type.Optional(Nullable(trackerId)),
    issuePriorityName: Type.Optional(Nullable(Type.String({ ...formFields.trackerName }))),
    issueUserId: Type.Optional(Nullable(Type.String({ ...formFields.trackerId, description: 'the reporter' }))),
    issueUserName: Type.Optional(Nullable(Type.String({ ...formFields.trackerName }))),
    fields: Type.Optional(
      Type.Record(
        Type.String({ pattern: '^[A-Za-z0-9_-]{1,100}$' }),
        Type.Union([
          Type.String({ ...formFields.trackerFieldValue }),
          Type.Array(Type.String({ ...formFields.trackerId }), { maxItems: 100 }),
        ]),
        { description: 'values of required fields by their ids: a text, or the ids of options', maxProperties: 100 },
      ),
    ),
    ...reportedFields,
  },
  { additionalProperties: false },
);
export type CreateIssueRequest = Static<typeof CreateIssueRequest>;

export const IssueKeyRequest = Type.Object(
  { key: Type.String({ ...formFields.issueKey, description: '`SHOP-812` of Jira, or `northwind/shop#7`' }) },
  { additionalProperties: false },
);

/** An issue added to a test by hand; Assay does not follow its status. */
export const IssueKeyView = Type.Object({ key: Type.String(), addedBy: PersonView, addedAt: Time });
export type IssueKeyView = Static<typeof IssueKeyView>;

/** Where an issue comes from, or what was added to it. */
export const IssueSource = Type.Object({
  testRunId: TestRunId,
  number: Nullable(Type.Integer({ description: "the run's number; null: the run is not shown any more" })),
  projectName: Type.String(),
});

export const TrackedIssueView = Type.Object({
  id: TrackedIssueId,
  projectId: Type.Unsafe<ProjectId>({ ...ProjectId, description: 'whose failures it is about' }),
  provider: Type.Enum(issueTrackers),
  issueKey: Nullable(Type.String({ description: 'such as SHOP-812 or northwind/shop#7; null: not created yet' })),
  url: Nullable(Type.String()),
  summary: Type.String(),
  status: Type.Object({
    name: Type.String({ description: 'as the tracker calls it' }),
    category: Type.Enum(issueStatusCategories),
    at: Type.String({ ...Time, description: 'since when it has been known' }),
  }),
  isOpen: Type.Boolean(),
  rootCauseIds: Type.Array(ProblemId),
  testCount: Type.Integer({ minimum: 0, description: 'tests that were reported with it' }),
  source: IssueSource,
  createdBy: PersonView,
  createdAt: Time,
  finding: Nullable(
    Type.Enum(issueFindings, {
      description:
        'FIXED_BUT_FAILING: a test failed after the issue was done; OPEN_BUT_PASSING: all of its tests pass; null: neither',
    }),
  ),
  passingRuns: Type.Integer({
    minimum: 0,
    description: 'results in a row in which every one of its tests passed; up to 10',
  }),
  failingTests: Type.Integer({ minimum: 0, description: 'of its tests, those whose latest result is a failure' }),
  position: Position,
});
export type TrackedIssueView = Static<typeof TrackedIssueView>;

export const IssueDraft = Type.Object({
  title: Type.String({ description: 'what is reported, such as `5 tests of checkout-web #418`' }),
  testRunId: TestRunId,
  projectId: ProjectId,
  testCount: Type.Integer({ minimum: 1 }),
  rootCauseIds: Type.Array(ProblemId),
  summary: Type.String(),
  description: Type.String({ description: 'Markdown' }),
  open: Type.Array(TrackedIssueView, {
    description: 'open for one of these failures: offered in place of another issue',
  }),
  earlier: Type.Array(TrackedIssueView, { description: 'no longer open; the latest first' }),
});
export type IssueDraft = Static<typeof IssueDraft>;

export const CreatedIssue = Type.Object({
  id: TrackedIssueId,
  issueKey: Type.String(),
  url: Type.String(),
  revision: Type.String(),
  position: Position,
});
export type CreatedIssue = Static<typeof CreatedIssue>;
