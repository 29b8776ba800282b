import type { AgentId, FinishedStatus, TestId, TestRunId, Totals } from '@assay/contract';
import type { TestRunCreated } from '@assay/event-schemas';
import type { DifferingTest, PlannedUnit, Problem } from './testRunState.ts';

export type TestRunCommand =
  | ({ type: 'createTestRun' } & TestRunCreated)
  /** The scheduler lets it go ahead. */
  | { type: 'submitTestRun' }
  | { type: 'startSetup'; agentId: AgentId }
  /** A long plan takes several appends: the command is repeated until nothing comes any more. */
  | {
      type: 'startTestRun';
      commit: string | null;
      commitMessage: string | null;
      testCount: number;
      units: PlannedUnit[];
      quarantined: TestId[];
    }
  | { type: 'finishUnit'; unit: number; attempt: number; totals: Totals; problem: Problem | null }
  /** A runner was lost: what it left undone is to run again, as the unit's next attempt. */
  | {
      type: 'loseUnit';
      unit: number;
      attempt: number;
      finished: Totals;
      unfinished: TestId[];
      undiscovered: number;
      undiscoveredQuarantined: number;
      reason: string;
    }
  /** Tests of which some copies passed and others failed. Repeated, like the plan, until nothing comes any more. */
  | { type: 'tellDifferingCopies'; tests: DifferingTest[] }
  | { type: 'finishTestRun' }
  /** All results of an uploaded run are recorded. `problem` says what could not be read. */
  | { type: 'finishUpload'; totals: Totals; problem: Problem | null }
  /** More of an upload that was cut off has been recorded. */
  | { type: 'resumeUpload' }
  /** Whoever recorded the results of an upload is gone; `totals` are of those that are there. */
  | { type: 'cutOffUpload'; totals: Totals }
  | { type: 'timeOutTestRun' }
  /** A person, or a CI job with a person's rights, says how it is. */
  | { type: 'setStatus'; status: FinishedStatus }
  /** A newer run asks for the same; one that is over keeps its verdict. */
  | { type: 'supersedeTestRun'; by: { testRunId: TestRunId; number: number } };
