import { isFinished, type TestResultRow, type TestRunnerView, type TestRunView } from '@assay/contract';
import { type Bound, boundOf } from './timelineBound.ts';
import { type Lanes, lanesOf } from './timelineLanes.ts';

export type Timeline = Lanes & {
  /** Null: nothing ran, or the run goes on, and nobody knows how much is to come. */
  bound: Bound | null;
};

/** @param now the end of what is still running, in milliseconds since 1970 */
export function timelineOf(
  run: Pick<TestRunView, 'status' | 'createdAt' | 'startTime' | 'endTime' | 'maxRunners'>,
  tests: Iterable<TestResultRow>,
  runners: readonly TestRunnerView[],
  now: number,
): Timeline {
  const lanes = lanesOf(run, tests, runners, now);
  return { ...lanes, bound: isFinished(run.status) ? boundOf(lanes, run.maxRunners) : null };
}
