import type { AgentId, FinishedStatus, TestId, TestRunId, Totals } from '@assay/contract';
import type { TestRunCreated } from '@assay/event-schemas';
import type { DifferingTest, PlannedUnit, Problem } from './testRunState.ts';

/** Tests that a run was to run and that no runner found. */
export type NotFoundTests = { count: number; of: number; names: string[] };

export type TestRunCommand =
  | ({ type: 'createTestRun' } & TestRunCreated)
  /** The scheduler releases it. */
  | { type: 'submitTestRun' }
  | { type: 'startSetup'; agentId: AgentId }
  /** A long plan takes several appends: the command is repeated until it returns no events. */
  | {
      type: 'startTestRun';
      commit: string | null;
      commitMessage: string | null;
      testCount: number;
      units: PlannedUnit[];
      quarantined: TestId[];
    }
  | { type: 'finishUnit'; unit: number; attempt: number; totals: Totals; problem: Problem | null }
  /** A runner was lost: its unfinished tests run again, as the unit's next attempt. */
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
  /** Tests with both passed and failed copies. Repeated, like the plan, until it returns no events. */
  | { type: 'tellDifferingCopies'; tests: DifferingTest[]; quarantined?: ReadonlySet<TestId> }
  /** `notFound`: selected tests without a result, with the names of the first ones. */
  | { type: 'finishTestRun'; notFound?: NotFoundTests | null }
  /** All results of an uploaded run are recorded. `problem` names what could not be read. */
  | { type: 'finishUpload'; totals: Totals; problem: Problem | null }
  /** More of an upload that was cut off has been recorded. */
  | { type: 'resumeUpload' }
  /** The request recording an upload's results broke off; `totals` covers those recorded. */
  | { type: 'cutOffUpload'; totals: Totals }
  | { type: 'timeOutTestRun' }
  /** A person, or a CI job with a person's rights, sets the status. */
  | { type: 'setStatus'; status: FinishedStatus }
  /** A newer run asks for the same tests; a finished run keeps its verdict. */
  | { type: 'supersedeTestRun'; by: { testRunId: TestRunId; number: number } };
