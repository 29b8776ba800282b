import type {
  AccountId,
  AgentId,
  ApiKeyId,
  BlobId,
  BuildId,
  EnvironmentId,
  ExternalIdentityId,
  InvitationId,
  LeaseId,
  PipelineStageId,
  ProjectId,
  RunnerPoolId,
  TeamId,
  TestId,
  TestRunId,
  TestRunnerId,
  TestSuiteId,
  UserId,
  UserRoleId,
} from './ids.ts';

/**
 * The things that examples of calls refer to. The access test creates each of them and substitutes its real id, so that
 * an example of a thing that does not exist fails.
 */
export const exampleIds = {
  account: 'example-account' as AccountId,
  agent: 'example-agent' as AgentId,
  agentToken: 'example-agent-token',
  apiKey: 'example-key' as ApiKeyId,
  blob: 'e'.repeat(64) as BlobId,
  build: 'example-build' as BuildId,
  environment: 'example-environment' as EnvironmentId,
  externalIdentity: 'example-identity' as ExternalIdentityId,
  invitation: 'example-invitation' as InvitationId,
  lease: 'example-run.1.1' as LeaseId,
  pipelineStage: 'example-stage' as PipelineStageId,
  project: 'example-project' as ProjectId,
  runnerPool: 'example-pool' as RunnerPoolId,
  team: 'example-team' as TeamId,
  test: 'example-test' as TestId,
  testOfRun: 'example-run.example-test',
  testRun: 'example-run' as TestRunId,
  testRunner: 'example-runner' as TestRunnerId,
  testSuite: 'example-suite' as TestSuiteId,
  user: 'example-user' as UserId,
  userRole: 'example-role' as UserRoleId,
};
