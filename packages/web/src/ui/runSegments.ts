import { flakyPassed, isFinished, passedParts, passedText, type TestRunView } from '@assay/contract';
import { formatCount } from './format/formatNumbers.ts';
import type { Segment } from './SegmentedBar.tsx';

type Counts = Pick<
  TestRunView,
  | 'status'
  | 'failCount'
  | 'flakyCount'
  | 'passCount'
  | 'ignoredCount'
  | 'notRunCount'
  | 'runningCount'
  | 'remainingTests'
>;

/**
 * A run's counts as the segments of its bar, starting with what needs attention. Flaky tests passed: their segment is
 * subtracted from that of the passed ones, but not from the number there. Pending tests are counted, but are the empty
 * rest of the bar.
 */
export function runSegments(run: Counts): Segment[] {
  const flaky = flakyPassed(run);
  const passed = run.passCount - flaky;
  const texts = passedParts(run);
  const toCome = isFinished(run.status) ? 0 : Math.max(0, run.remainingTests - run.runningCount);
  return [
    { shape: 'fail', count: run.failCount, label: `${formatCount(run.failCount)} failed` },
    { shape: 'pass', count: passed, label: texts.passed },
    { shape: 'flaky', count: flaky, label: passed === 0 ? passedText(run) : (texts.flaky ?? '') },
    { shape: 'ignored', count: run.ignoredCount, label: `${formatCount(run.ignoredCount)} ignored` },
    { shape: 'notRun', count: run.notRunCount, label: `${formatCount(run.notRunCount)} not run` },
    { shape: 'running', count: run.runningCount, label: `${formatCount(run.runningCount)} running` },
    { shape: 'pending', count: toCome, label: `${formatCount(toCome)} to come` },
  ];
}

/** @returns how many tests have a final result. */
export function finishedCount(run: Counts): number {
  return run.passCount + run.failCount + run.ignoredCount + run.notRunCount;
}
