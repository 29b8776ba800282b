import { resultStatuses } from './testStatus.ts';
import { addResult, addTotals, countOf, noTotals, type Totals } from './totals.ts';

const result = { status: 'PASS' as const, quarantined: false, flaky: false, durationMs: 10 };

describe('totals', () => {
  it.each([
    ['PASS', 'passed', 'quarantinedPassed'],
    ['FAIL', 'failed', 'quarantinedFailed'],
    ['IGNORED', 'ignored', 'quarantinedOther'],
    ['NOT_RUN', 'notRun', 'quarantinedOther'],
  ] as const)(
    'count a result that is %s as %s, or as %s when it is quarantined, and nowhere else',
    (status, free, held) => {
      expect(addResult(noTotals, { ...result, status })).toEqual({ ...noTotals, [free]: 1, durationMs: 10 });
      expect(addResult(noTotals, { ...result, status, quarantined: true })).toEqual({
        ...noTotals,
        [held]: 1,
        quarantinedDurationMs: 10,
      });
    },
  );

  it('count a flaky result as both flaky and passed', () => {
    expect(addResult(noTotals, { ...result, flaky: true })).toMatchObject({ passed: 1, flaky: 1 });
  });

  it('count as many tests as results were added, flaky ones once', () => {
    const all = resultStatuses.flatMap((status) =>
      [true, false].map((quarantined) => ({ ...result, status, quarantined, flaky: status === 'PASS' })),
    );
    expect(countOf(all.reduce(addResult, noTotals))).toBe(8);
  });

  it('add up field by field', () => {
    const names = Object.keys(noTotals) as (keyof Totals)[];
    const some = Object.fromEntries(names.map((name, index) => [name, index + 1])) as Totals;
    const twice = addTotals(some, some);
    for (const name of names) expect(twice[name]).toBe(2 * some[name]);
  });
});
