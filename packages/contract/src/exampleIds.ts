import type {
  AgentId,
  BlobId,
  BuildId,
  EnvironmentId,
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
} from './ids.ts';

/**
 * The things that examples of calls are about. The access test makes each of them and puts its real id in the place of
 * the one here, so that a call without a thing behind its example is found out.
 */
export const exampleIds = {
  agent: 'example-agent' as AgentId,
  agentToken: 'example-agent-token',
  blob: 'e'.repeat(64) as BlobId,
  build: 'example-build' as BuildId,
  environment: 'example-environment' as EnvironmentId,
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
};
