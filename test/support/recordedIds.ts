import type {
  AccountId,
  AgentId,
  AlertId,
  EnvironmentId,
  PipelineStageId,
  ProjectId,
  RunnerPoolId,
  TeamId,
  TestPlanId,
  TestPlanRunId,
  TestRunId,
  TestSuiteId,
  TriggerId,
  UserId,
  WorkflowId,
} from '@assay/contract';

export const globex = 'globex' as AccountId;
export const ada = 'ada' as UserId;
export const bob = 'bob' as UserId;
export const shop = 'shop-id' as ProjectId;
export const bank = 'bank-id' as ProjectId;
export const smoke = 'smoke-id' as TestSuiteId;
export const staging = 'staging-id' as EnvironmentId;
export const production = 'production-id' as EnvironmentId;
export const vault = 'vault-id' as EnvironmentId;
export const integration = 'integration-id' as PipelineStageId;
export const largePool = 'large-pool-id' as RunnerPoolId;
export const nightly = 'nightly-id' as TriggerId;
export const failingAlert = 'failing-alert-id' as AlertId;
export const gate = 'gate-id' as TestPlanId;
export const gateRun = 'gate-run-id' as TestPlanRunId;
/** The first test run of the plan run. */
export const runOfGate = 'gate-start-s0' as TestRunId;
export const delivery = 'delivery-id' as WorkflowId;
export const checkoutTeam = 'checkout-team-id' as TeamId;
export const agentId = 'agent-1' as AgentId;
