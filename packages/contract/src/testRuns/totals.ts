/**
 * Counts of final results, each test once; quarantined tests are counted in the quarantined fields only. Times in ms.
 * `flaky` are among the passed ones.
 */
export type Totals = {
  passed: number;
  failed: number;
  ignored: number;
  notRun: number;
  flaky: number;
  quarantinedPassed: number;
  quarantinedFailed: number;
  quarantinedOther: number;
  durationMs: number;
  quarantinedDurationMs: number;
};

export const noTotals: Totals = Object.freeze({
  passed: 0,
  failed: 0,
  ignored: 0,
  notRun: 0,
  flaky: 0,
  quarantinedPassed: 0,
  quarantinedFailed: 0,
  quarantinedOther: 0,
  durationMs: 0,
  quarantinedDurationMs: 0,
});

export function addTotals(a: Totals, b: Totals): Totals {
  return {
    passed: a.passed + b.passed,
    failed: a.failed + b.failed,
    ignored: a.ignored + b.ignored,
    notRun: a.notRun + b.notRun,
    flaky: a.flaky + b.flaky,
    quarantinedPassed: a.quarantinedPassed + b.quarantinedPassed,
    quarantinedFailed: a.quarantinedFailed + b.quarantinedFailed,
    quarantinedOther: a.quarantinedOther + b.quarantinedOther,
    durationMs: a.durationMs + b.durationMs,
    quarantinedDurationMs: a.quarantinedDurationMs + b.quarantinedDurationMs,
  };
}

/** @returns the totals with one more final result. */
export function addResult(
  totals: Totals,
  result: { status: 'PASS' | 'FAIL' | 'IGNORED' | 'NOT_RUN'; quarantined: boolean; flaky: boolean; durationMs: number },
): Totals {
  const next = { ...totals };
  if (result.quarantined) {
    next.quarantinedDurationMs += result.durationMs;
    if (result.status === 'PASS') next.quarantinedPassed += 1;
    else if (result.status === 'FAIL') next.quarantinedFailed += 1;
    else next.quarantinedOther += 1;
    return next;
  }
  next.durationMs += result.durationMs;
  if (result.flaky) next.flaky += 1;
  if (result.status === 'PASS') next.passed += 1;
  else if (result.status === 'FAIL') next.failed += 1;
  else if (result.status === 'IGNORED') next.ignored += 1;
  else next.notRun += 1;
  return next;
}

/** @returns whether no test that counts ran: all were skipped or are quarantined. Then a PASS shows nothing. */
export function isInconclusive(totals: Totals): boolean {
  return countOf(totals) > 0 && totals.passed + totals.failed + totals.notRun === 0;
}

/** How many tests the totals count. */
export function countOf(totals: Totals): number {
  return (
    totals.passed +
    totals.failed +
    totals.ignored +
    totals.notRun +
    totals.quarantinedPassed +
    totals.quarantinedFailed +
    totals.quarantinedOther
  );
}
