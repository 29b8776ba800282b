import type { TestPlanRunView, TestPlanSuiteResult } from '@assay/contract';
import { counted } from '../../../ui/format/formatNumbers.ts';
import type { Segment } from '../../../ui/SegmentedBar.tsx';
import type { Shape } from '../../../ui/StatusShape.tsx';

type Counted = Pick<TestPlanSuiteResult, 'status' | 'counts'>;

/** @returns a suite's share of the bar by shape, 1 in all; what is to come is left out. */
function sharesOf({ status, counts }: Counted): Partial<Record<Shape, number>> {
  const { testCount, passCount, failCount, ignoredCount, runningCount } = counts;
  switch (status) {
    case 'error':
      return { fail: 1 };
    case 'skipped':
      return { notRun: 1 };
    case 'pending':
      return {};
    case 'running':
      if (testCount === 0) return { running: 0.1 };
      return {
        fail: failCount / testCount,
        pass: (passCount + ignoredCount) / testCount,
        running: Math.max(runningCount, testCount / 20) / testCount,
      };
    case 'pass':
      return { pass: 1 };
    case 'fail':
    case 'canceled': {
      const rest = status === 'fail' ? 'fail' : 'notRun';
      if (testCount === 0) return { [rest]: 1 };
      const ran = { fail: failCount / testCount, pass: (passCount + ignoredCount) / testCount };
      return status === 'fail' && failCount > 0
        ? { fail: ran.fail, pass: 1 - ran.fail }
        : { ...ran, [rest]: 1 - ran.fail - ran.pass };
    }
  }
}

/**
 * A plan run as the segments of its bar: every suite has the same width, which its tests divide. A suite that is to come
 * is the empty rest.
 */
export function planRunSegments({
  stages,
  totals,
  stageTotals,
}: Pick<TestPlanRunView, 'stages' | 'totals' | 'stageTotals'>): {
  segments: Segment[];
  /** How many suites the bar stands for. */
  total: number;
} {
  const suites = stages.flatMap((stage) => stage.suites);
  const shares = suites.map(sharesOf);
  const sum = (shape: Shape) => shares.reduce((all, share) => all + (share[shape] ?? 0), 0);
  return {
    segments: [
      { shape: 'fail', count: sum('fail'), label: counted(totals.failCount, 'failed test') },
      { shape: 'pass', count: sum('pass'), label: counted(totals.passCount, 'passed test') },
      { shape: 'running', count: sum('running'), label: counted(totals.runningCount, 'running test') },
      { shape: 'notRun', count: sum('notRun'), label: counted(stageTotals.skipped, 'skipped stage') },
    ],
    total: suites.length,
  };
}
