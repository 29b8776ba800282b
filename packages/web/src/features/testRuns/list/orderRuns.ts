import { isFinished, type TestRunView } from '@assay/contract';
import { timeOf } from '../../../ui/format/formatTime.ts';

/** Newest first by day; within a day, runs in progress first. Days are local. */
export function orderRuns(runs: readonly TestRunView[]): TestRunView[] {
  const dayOf = (run: TestRunView) => new Date(timeOf(run.createdAt)).setHours(0, 0, 0, 0);
  const rank = (run: TestRunView) => (isFinished(run.status) ? 1 : 0);
  return [...runs].sort(
    (a, b) =>
      dayOf(b) - dayOf(a) || rank(a) - rank(b) || timeOf(b.createdAt) - timeOf(a.createdAt) || b.number - a.number,
  );
}
