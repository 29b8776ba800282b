import { accountErrors } from './account/accountErrors.ts';
import { agentErrors } from './agent/agentErrors.ts';
import { buildErrors } from './build/buildErrors.ts';
import { deployErrors } from './deploy/deployErrors.ts';
import { environmentErrors } from './environment/environmentErrors.ts';
import { mailErrors } from './mail/mailErrors.ts';
import { pipelineStageErrors } from './pipelineStage/pipelineStageErrors.ts';
import { projectErrors } from './project/projectErrors.ts';
import { projectTestsErrors } from './projectTests/projectTestsErrors.ts';
import { reactionErrors } from './reaction/reactionErrors.ts';
import { reservationErrors } from './reservation/reservationErrors.ts';
import { runnerPoolErrors } from './runnerPool/runnerPoolErrors.ts';
import { teamErrors } from './team/teamErrors.ts';
import { testListErrors } from './testList/testListErrors.ts';
import { testResultsErrors } from './testResults/testResultsErrors.ts';
import { testRunErrors } from './testRun/testRunErrors.ts';
import { testRunnerErrors } from './testRunner/testRunnerErrors.ts';
import { testSuiteErrors } from './testSuite/testSuiteErrors.ts';
import { workUnitErrors } from './workUnit/workUnitErrors.ts';

/** What an error code answers over HTTP: 404 for what is not there, 409 for a refused rule, 400 with the field at fault. */
export type ErrorEntry = { status: 400 | 404 | 409; text: string; field?: string };

/** Every code the domain can refuse with. Each aggregate owns its part; a unit test checks that none is claimed twice. */
export const domainErrorTables = {
  accountErrors,
  agentErrors,
  buildErrors,
  deployErrors,
  environmentErrors,
  mailErrors,
  pipelineStageErrors,
  projectErrors,
  projectTestsErrors,
  reactionErrors,
  reservationErrors,
  runnerPoolErrors,
  teamErrors,
  testListErrors,
  testResultsErrors,
  testRunErrors,
  testSuiteErrors,
  testRunnerErrors,
  workUnitErrors,
} as const;

export const domainErrors = {
  ...accountErrors,
  ...agentErrors,
  ...buildErrors,
  ...deployErrors,
  ...environmentErrors,
  ...mailErrors,
  ...pipelineStageErrors,
  ...projectErrors,
  ...projectTestsErrors,
  ...reactionErrors,
  ...reservationErrors,
  ...runnerPoolErrors,
  ...teamErrors,
  ...testListErrors,
  ...testResultsErrors,
  ...testRunErrors,
  ...testSuiteErrors,
  ...testRunnerErrors,
  ...workUnitErrors,
} as const satisfies Record<string, ErrorEntry>;

export type DomainErrorCode = keyof typeof domainErrors;

/** A rule said no. The code is the contract; the message is for people. */
export class DomainError extends Error {
  readonly code: DomainErrorCode;

  constructor(code: DomainErrorCode) {
    super(domainErrors[code].text);
    this.name = 'DomainError';
    this.code = code;
  }
}
