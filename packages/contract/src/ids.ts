import { type TSchema, Type } from 'typebox';

type Brand<Name extends string> = string & { readonly brand: Name };

/** Ids are opaque, sortable strings made by the caller; brands keep one kind from being passed as another. */
export type AccountId = Brand<'AccountId'>;
export type AgentId = Brand<'AgentId'>;
/** Tells somebody what becomes of test runs. */
export type AlertId = Brand<'AlertId'>;
/** A message of an alert. */
export type AlertDeliveryId = Brand<'AlertDeliveryId'>;
/** What runner agents of an account authenticate with. */
export type AgentTokenId = Brand<'AgentTokenId'>;
/** A named API key. */
export type ApiKeyId = Brand<'ApiKeyId'>;
/** That an account lets Assay use a service, such as Slack. */
export type AuthorizationId = Brand<'AuthorizationId'>;
export type BlobId = Brand<'BlobId'>;
/** An uploaded archive to run tests from. */
export type BuildId = Brand<'BuildId'>;
/** A version of a project deployed to an environment. */
/** A text that each new release has as a criterion. */
export type CriteriaTemplateId = Brand<'CriteriaTemplateId'>;
export type DeployId = Brand<'DeployId'>;
/** The SSH key by which an account reads one repository. */
export type DeployKeyId = Brand<'DeployKeyId'>;
export type EnvironmentId = Brand<'EnvironmentId'>;
/** An account of an OpenID provider by which somebody signs in. */
export type ExternalIdentityId = Brand<'ExternalIdentityId'>;
export type InvitationId = Brand<'InvitationId'>;
/** What facts show of a subject in a week: `<ISO week>.<type>.<hash>`. */
export type InsightId = Brand<'InsightId'>;
/** A message about a test run. */
export type MessageId = Brand<'MessageId'>;
/** What one person is told about one run: `<testRunId>.<userId>`. */
export type NoticeId = Brand<'NoticeId'>;
export type PipelineStageId = Brand<'PipelineStageId'>;
/** The fingerprint of failures that have the same error within a project. */
export type ProblemId = Brand<'ProblemId'>;
export type ProjectId = Brand<'ProjectId'>;
/** A trial of the settings of a project: no run, though agents know it by this id as if it were one. */
export type ProjectTrialId = Brand<'ProjectTrialId'>;
export type ReleaseId = Brand<'ReleaseId'>;
/** A criterion within its release: `<releaseId>.<place>`. */
export type ReleaseCriterionId = Brand<'ReleaseCriterionId'>;
export type RunnerPoolId = Brand<'RunnerPoolId'>;
/** A named group of people in an account. */
export type TeamId = Brand<'TeamId'>;
/** That somebody was told about Assay. */
export type TellingId = Brand<'TellingId'>;
/** A link that shows a test run to people without an account. */
export type SharedLinkId = Brand<'SharedLinkId'>;
/** Read-only access of a staff member to the test runs of an account. */
export type StaffAccessId = Brand<'StaffAccessId'>;
/** Says of which type the tests are that it fits. */
export type TestDistributionRuleId = Brand<'TestDistributionRuleId'>;
/** The stable identity of a test within its project: the same file, name and parameters give the same id in every run. */
export type TestId = Brand<'TestId'>;
export type TestRunId = Brand<'TestRunId'>;
export type TestRunnerId = Brand<'TestRunnerId'>;
/** Test suites that run one after the other or together. */
export type TestPlanId = Brand<'TestPlanId'>;
export type TestPlanRunId = Brand<'TestPlanRunId'>;
export type TestPlanStageId = Brand<'TestPlanStageId'>;
/** An entry in a stage: a suite, where it is run, and on which version. */
export type TestPlanSuiteId = Brand<'TestPlanSuiteId'>;
/** A named selection of a project's tests. */
export type TestSuiteId = Brand<'TestSuiteId'>;
/** An issue of a bug tracker about failures of a project: `<projectId>.<its own part>`. */
export type TrackedIssueId = Brand<'TrackedIssueId'>;
/** Starts tests by itself: at times, or after deploys. */
export type TriggerId = Brand<'TriggerId'>;
/** One occasion of a trigger: `<triggerId>.<what brought it about>`. */
export type TriggerSlotId = Brand<'TriggerSlotId'>;
export type UserId = Brand<'UserId'>;
export type UserRoleId = Brand<'UserRoleId'>;
export type WorkflowId = Brand<'WorkflowId'>;
/** A step within its workflow; made by whoever draws it. */
export type WorkflowStepId = Brand<'WorkflowStepId'>;
/** One attempt of one work unit, held by one runner: `<testRunId>.<unit>.<attempt>`. */
export type LeaseId = Brand<'LeaseId'>;

/** What people give a key, by which it can be named in place of its id. */
export type KeyedThing = 'project' | 'environment';

/** `<store epoch>-<zero-padded commit position>`: compared as strings, and only within one epoch. */
export type Position = Brand<'Position'>;

const idSchema = <Id extends string>(description: string) =>
  Type.Unsafe<Id>(Type.String({ minLength: 1, maxLength: 80, pattern: '^[A-Za-z0-9._-]+$', description }));

export const AccountId = idSchema<AccountId>('account id');
export const AgentId = idSchema<AgentId>('agent id');
export const AlertId = idSchema<AlertId>('alert id');
export const AlertDeliveryId = idSchema<AlertDeliveryId>('id of a message of an alert');
export const AgentTokenId = idSchema<AgentTokenId>('agent token id');
export const ApiKeyId = idSchema<ApiKeyId>('API key id');
export const AuthorizationId = idSchema<AuthorizationId>('authorization id');
export const BlobId = Type.Unsafe<BlobId>(
  Type.String({ pattern: '^[0-9a-f]{64}$', description: 'SHA-256 of the content, hex' }),
);
export const BuildId = idSchema<BuildId>('build id');
export const CriteriaTemplateId = idSchema<CriteriaTemplateId>('criteria template id');
export const DeployId = idSchema<DeployId>('deploy id');
export const DeployKeyId = idSchema<DeployKeyId>('deploy key id');
export const EnvironmentId = idSchema<EnvironmentId>('environment id');
export const ExternalIdentityId = idSchema<ExternalIdentityId>('external identity id');
export const InsightId = Type.Unsafe<InsightId>(
  Type.String({ maxLength: 80, pattern: '^\\d{4}-W\\d{2}\\.[A-Z_]+\\.[0-9a-f]{16}$', description: 'insight id' }),
);
export const InvitationId = idSchema<InvitationId>('invitation id');
export const MessageId = idSchema<MessageId>('message id');
export const NoticeId = idSchema<NoticeId>('notice id');
export const PipelineStageId = idSchema<PipelineStageId>('pipeline stage id');
export const ProblemId = idSchema<ProblemId>('fingerprint of failures that have the same error');
export const ProjectId = idSchema<ProjectId>('project id');
export const ProjectTrialId = idSchema<ProjectTrialId>('project trial id');
export const ReleaseId = idSchema<ReleaseId>('release id');
export const ReleaseCriterionId = idSchema<ReleaseCriterionId>('release criterion id');
export const RunnerPoolId = idSchema<RunnerPoolId>('runner pool id');
export const TeamId = idSchema<TeamId>('team id');
export const TestDistributionRuleId = idSchema<TestDistributionRuleId>('id of a test distribution rule');
export const TestId = idSchema<TestId>("test id, stable across a project's runs");
export const TestPlanId = idSchema<TestPlanId>('test plan id');
export const TestPlanRunId = idSchema<TestPlanRunId>('test plan run id');
export const TestPlanStageId = idSchema<TestPlanStageId>('test plan stage id');
export const TestPlanSuiteId = idSchema<TestPlanSuiteId>('id of a suite in a test plan stage');
export const SharedLinkId = idSchema<SharedLinkId>('shared link id');
export const StaffAccessId = idSchema<StaffAccessId>('staff access id');
export const TestRunId = idSchema<TestRunId>('test run id');
export const TestRunnerId = idSchema<TestRunnerId>('test runner id');
export const TestSuiteId = idSchema<TestSuiteId>('test suite id');
export const TrackedIssueId = Type.Unsafe<TrackedIssueId>(
  Type.String({
    minLength: 3,
    maxLength: 170,
    pattern: '^[A-Za-z0-9_-]+\\.[A-Za-z0-9_-]+$',
    description: 'id of an issue that is tracked',
  }),
);
export const TriggerId = idSchema<TriggerId>('trigger id');
export const UserId = idSchema<UserId>('user id');
export const UserRoleId = idSchema<UserRoleId>('user role id');
export const WorkflowId = idSchema<WorkflowId>('workflow id');
export const WorkflowStepId = idSchema<WorkflowStepId>('step id, made by the caller; unique in its workflow');
export const LeaseId = Type.Unsafe<LeaseId>(
  Type.String({
    minLength: 5,
    maxLength: 120,
    pattern: '^[A-Za-z0-9_-]+\\.\\d+\\.\\d+$',
    description: '<testRunId>.<unit>.<attempt>',
  }),
);

const idOrKeySchema = <Id extends string>(schema: TSchema, of: KeyedThing) =>
  Type.Unsafe<Id>({ ...schema, description: `the ${of}'s id or key`, 'x-key-of': of });

/** The id of a project, or its key: in paths and queries, whose handlers receive the id. */
export const ProjectIdOrKey = idOrKeySchema<ProjectId>(ProjectId, 'project');
/** The id of an environment, or its key: in paths and queries, whose handlers receive the id. */
export const EnvironmentIdOrKey = idOrKeySchema<EnvironmentId>(EnvironmentId, 'environment');

/** @returns whose key may be sent in place of the id that the schema is for; null: of nothing */
export function keyedThingOf(schema: object): KeyedThing | null {
  const of = 'x-key-of' in schema ? schema['x-key-of'] : null;
  return of === 'project' || of === 'environment' ? of : null;
}

export const Position = Type.Unsafe<Position>(
  Type.String({ maxLength: 80, pattern: '^[A-Za-z0-9.]+-(\\d{20})?$', description: 'opaque; newer is greater' }),
);

export const Nullable = <Schema extends TSchema>(schema: Schema) => Type.Union([schema, Type.Null()]);

/** ISO 8601, UTC. */
export const Time = Type.String({ format: 'date-time', description: 'ISO 8601, UTC' });

/** @returns the lease of one attempt of a unit; unit 0 is the run's set-up. */
export function leaseIdOf(testRunId: TestRunId, unit: number, attempt: number): LeaseId {
  return `${testRunId}.${unit}.${attempt}` as LeaseId;
}

/** @returns what the person is told about the run. */
export function noticeIdOf(testRunId: TestRunId, userId: UserId): NoticeId {
  return `${testRunId}.${userId}` as NoticeId;
}

/**
 * @returns the parts of a lease id.
 * @throws RangeError if the text is not a lease id (routes check that by schema first).
 */
export function parseLeaseId(leaseId: LeaseId): { testRunId: TestRunId; unit: number; attempt: number } {
  const match = /^([A-Za-z0-9_-]+)\.(\d+)\.(\d+)$/.exec(leaseId);
  const [, testRunId, unit, attempt] = match ?? [];
  if (!testRunId || !unit || !attempt) throw new RangeError(`not a lease id: ${leaseId}`);
  return { testRunId: testRunId as TestRunId, unit: Number(unit), attempt: Number(attempt) };
}
