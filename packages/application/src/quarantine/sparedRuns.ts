import type { PreviewedRun, TestRunId } from '@assay/contract';
import { verdictOf } from '@assay/domain';
import type { QuarantinedResult, QuarantinedRun, QuarantinedTest } from '@assay/projections';

export type Runs = ReadonlyMap<TestRunId, QuarantinedRun>;
/** A result that quarantine would have kept from failing its run. */
export type Hidden = { result: QuarantinedResult; run: QuarantinedRun };

/** @returns whether quarantine hides such a result: a failure or, in a run with one copy of each test, one not reached */
export function hidesIn({ result: { status } }: Hidden): boolean {
  return status === 'FAIL' || status === 'NOT_RUN';
}

/**
 * Whether a run that failed would have passed. Only one that failed by nothing but its tests can; the verdict is then
 * that of its totals, with the hidden results counted as quarantined.
 */
function wouldPass({ verdict, code, totals, copies }: QuarantinedRun, hidden: readonly QuarantinedResult[]): boolean {
  const told = verdictOf(totals, []);
  if (verdict !== 'FAIL' || told.status !== 'FAIL' || told.code !== code) return false;
  const free = hidden.filter(({ quarantined }) => !quarantined);
  const failed = free.reduce((sum, { status, failedCopies }) => sum + (status === 'FAIL' ? failedCopies : 0), 0);
  const notRun = copies > 1 ? 0 : free.filter(({ status }) => status === 'NOT_RUN').length;
  const changed = {
    ...totals,
    failed: totals.failed - failed,
    notRun: totals.notRun - notRun,
    quarantinedFailed: totals.quarantinedFailed + failed,
    quarantinedOther: totals.quarantinedOther + notRun,
  };
  return verdictOf(changed, []).status === 'PASS';
}

/** @returns the runs that would have passed, with the tests that failed them, the newest first */
export function sparedBy(
  quarantines: readonly { test: QuarantinedTest; hidden: readonly Hidden[] }[],
  runs: Runs,
): { run: QuarantinedRun; tests: QuarantinedTest[] }[] {
  const byRun = new Map<TestRunId, { test: QuarantinedTest; result: QuarantinedResult }[]>();
  for (const { test, hidden } of quarantines) {
    for (const { result } of hidden) {
      const own = byRun.get(result.testRunId);
      if (own) own.push({ test, result });
      else byRun.set(result.testRunId, [{ test, result }]);
    }
  }
  const spared = [...byRun].flatMap(([testRunId, own]) => {
    const run = runs.get(testRunId);
    const results = own.map(({ result }) => result);
    return run && wouldPass(run, results) ? [{ run, tests: own.map(({ test }) => test) }] : [];
  });
  return spared.sort((a, b) => (a.run.createdAt < b.run.createdAt ? 1 : -1));
}

export function previewedRunOf({ testRunId, number, branch, environmentId, createdAt }: QuarantinedRun): PreviewedRun {
  return { testRunId, number, branch, environmentId, createdAt };
}
