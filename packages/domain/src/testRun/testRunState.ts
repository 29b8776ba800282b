import type { FinishedStatus, InProgressStatus, TestId, TestRunId, Totals } from '@assay/contract';
import type { CopiesDiffered, TestRunCreated } from '@assay/event-schemas';

/** Why a unit could not do its work. */
export type Problem = { code: string; message: string };

/**
 * A unit's progress: the current attempt, whether it is done, whether its tests were known when it was planned, and
 * which copy of the run it belongs to (null: the run has a single copy).
 */
export type UnitState = { attempt: number; done: boolean; listed: boolean; copy: number | null };

type Known = {
  testRunId: TestRunId;
  request: TestRunCreated;
  /** By unit number; 0 is the set-up. */
  units: ReadonlyMap<number, UnitState>;
  /** Whether `units` is complete. */
  planned: boolean;
  /** Of finished units, and of what lost attempts had finished. */
  totals: Totals;
  problems: readonly Problem[];
  /** Tests whose copies differed. */
  differed: number;
};

export type TestRunState =
  | { status: 'none' }
  | (Known & { status: InProgressStatus })
  /** Cut off: the rest of an upload may still come, and with it the final verdict. */
  | (Known & { status: FinishedStatus; verdict: FinishedStatus; cutOff: boolean });

/**
 * A planned unit: tests that run together, their expected duration, and the copy of the run they belong to (null: the
 * run has a single copy).
 */
export type PlannedUnit = { unit: number; copy: number | null; tests: TestId[]; expectedMs: number };

/** A test of which some copies failed, with the copies that passed without being flaky by themselves. */
export type DifferingTest = CopiesDiffered['tests'][number];
