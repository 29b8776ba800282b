import { AgentId, TestRunId, TestRunnerId } from '@assay/contract';
import { Type } from 'typebox';

export const EmployeeAgentParams = Type.Object({ id: AgentId });
export const EmployeeRunnerParams = Type.Object({ testRunId: TestRunId, id: TestRunnerId });
