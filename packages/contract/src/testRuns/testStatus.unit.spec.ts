import { isTimeout, type StatusOfTest, statusOfFile, type TestStatus } from './testStatus.ts';

const tests = (...statuses: TestStatus[]): StatusOfTest[] => statuses.map((status) => ({ status, quarantined: false }));
const quarantined = (status: TestStatus): StatusOfTest => ({ status, quarantined: true });

describe("a file's status", () => {
  it.each<[TestStatus, TestStatus[]]>([
    ['RUNNING', ['PENDING', 'FAIL', 'RUNNING', 'PASS']],
    ['PENDING', ['FAIL', 'PENDING', 'PASS', 'NOT_RUN']],
    ['IGNORED', ['IGNORED', 'IGNORED']],
    ['PASS', ['PASS', 'PASS']],
    ['PASS', ['IGNORED', 'PASS']],
    ['NOT_RUN', ['NOT_RUN', 'NOT_RUN']],
    ['FAIL', ['PASS', 'FAIL']],
    ['FAIL', ['PASS', 'NOT_RUN']],
    ['FAIL', ['IGNORED', 'NOT_RUN']],
  ])('is %s for tests that are %j, by the first rule that fits', (expected, statuses) => {
    expect(statusOfFile(tests(...statuses), false)).toBe(expected);
  });

  it('leaves quarantined tests out', () => {
    expect(statusOfFile([...tests('PASS'), quarantined('FAIL')], false)).toBe('PASS');
    expect(statusOfFile([...tests('PASS'), quarantined('RUNNING')], false)).toBe('PASS');
  });

  it('counts quarantined tests in a run that ignores quarantine', () => {
    expect(statusOfFile([...tests('PASS'), quarantined('FAIL')], true)).toBe('FAIL');
  });

  it('is ignored where all of its tests are quarantined', () => {
    expect(statusOfFile([quarantined('FAIL'), quarantined('PASS')], false)).toBe('IGNORED');
    expect(statusOfFile([quarantined('FAIL'), quarantined('PASS')], true)).toBe('FAIL');
  });
});

describe('a time-out', () => {
  it('is shown from exactly the limit on', () => {
    expect([isTimeout(899_999, 900), isTimeout(900_000, 900)]).toEqual([false, true]);
  });

  it('is not shown for what has no duration yet', () => {
    expect(isTimeout(null, 1)).toBe(false);
  });
});
