import type { FinishedStatus, InProgressStatus, TestId, TestRunId, Totals } from '@assay/contract';
import type { CopiesDiffered, TestRunCreated } from '@assay/event-schemas';

/** Why a unit could not do its work. */
export type Problem = { code: string; message: string };

/**
 * Where a unit is: the attempt that counts, whether it is done, whether its tests were known when it was planned, and
 * which of the run's copies they are (null: the run has one of each test).
 */
export type UnitState = { attempt: number; done: boolean; listed: boolean; copy: number | null };

type Known = {
  testRunId: TestRunId;
  request: TestRunCreated;
  /** By unit number; 0 is the set-up. */
  units: ReadonlyMap<number, UnitState>;
  /** Whether `units` holds all that there will be. */
  planned: boolean;
  /** Of units that are done, and of what lost attempts had finished. */
  totals: Totals;
  problems: readonly Problem[];
  /** Tests whose copies are known to have differed. */
  differed: number;
};

export type TestRunState =
  | { status: 'none' }
  | (Known & { status: InProgressStatus })
  /** Cut off: the rest of an upload may still come, and with it the verdict of the whole. */
  | (Known & { status: FinishedStatus; verdict: FinishedStatus; cutOff: boolean });

/**
 * What the planner says a unit is: tests that run together, how long they are expected to take, and which of the run's
 * copies they are (null: the run has one of each test).
 */
export type PlannedUnit = { unit: number; copy: number | null; tests: TestId[]; expectedMs: number };

/** A test of which some copies failed, and those that passed without being flaky by themselves. */
export type DifferingTest = CopiesDiffered['tests'][number];
