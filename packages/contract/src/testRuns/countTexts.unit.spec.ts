import { countsText } from './countTexts.ts';
import { displayOfRun, verdictOfRun } from './testRunStatus.ts';
import { addResult, isInconclusive, noTotals } from './totals.ts';

const counts = {
  testCount: 17,
  passCount: 15,
  failCount: 1,
  ignoredCount: 1,
  notRunCount: 0,
  flakyCount: 1,
  quarantineTotalCount: 0,
};

describe('the counts of a run in words', () => {
  it.each([
    [counts, '17 tests: 15 passed, 1 of them flaky, 1 failed, 1 ignored'],
    [
      { ...counts, quarantineTotalCount: 2 },
      '17 tests: 15 passed, 1 of them flaky, 1 failed, 1 ignored, and 2 quarantined',
    ],
    [{ ...counts, testCount: 1, passCount: 1, failCount: 0, ignoredCount: 0 }, '1 test: 1 passed, flaky'],
    [{ ...counts, testCount: 0, passCount: 0, failCount: 0, ignoredCount: 0, flakyCount: 1 }, '0 tests'],
  ])('%j are %s', (run, text) => {
    expect(countsText(run)).toBe(text);
  });

  it('count a flaky quarantined test as quarantined only', () => {
    const result = { status: 'PASS' as const, flaky: true, durationMs: 1 };
    const totals = addResult(addResult(noTotals, { ...result, quarantined: true }), { ...result, quarantined: false });
    expect(totals).toMatchObject({ passed: 1, flaky: 1, quarantinedPassed: 1 });
  });
});

describe('the verdict of a run', () => {
  it.each([
    ['PASS', false, 'passed', 'Passed'],
    ['PASS', true, 'inconclusive', 'Inconclusive'],
    ['FAIL', false, 'failed', 'Failed'],
    ['CANCELED', false, 'canceled', 'Canceled'],
    ['RUNNING', false, 'pending', 'Running'],
  ] as const)('of status %s, where nothing could pass: %s, is %s', (status, nothingCouldPass, verdict, display) => {
    expect(verdictOfRun({ status, nothingCouldPass })).toBe(verdict);
    expect(displayOfRun({ status, nothingCouldPass })).toBe(display);
  });

  it.each([
    [{ ignored: 2 }, true],
    [{ quarantinedPassed: 1 }, true],
    [{ ignored: 1, quarantinedFailed: 1 }, true],
    [{ ignored: 1, passed: 1 }, false],
    [{}, false],
  ])('is inconclusive for %j: %s', (totals, expected) => {
    expect(isInconclusive({ ...noTotals, ...totals })).toBe(expected);
  });
});
