import { totalsOf } from '../../test/testRunFacts.ts';
import { verdictOf } from './verdict.ts';

const problem = { code: 'install.failed', message: 'npm ended with 1.' };

describe('the verdict', () => {
  it.each([
    ['PASS', null, 'all passed', totalsOf({ passed: 3 })],
    ['PASS', null, 'one passed at the second try', totalsOf({ passed: 1, flaky: 1 })],
    ['PASS', null, 'some were ignored', totalsOf({ passed: 1, ignored: 2 })],
    ['PASS', null, 'only quarantined tests failed', totalsOf({ passed: 1, quarantinedFailed: 2 })],
    ['PASS', null, 'only quarantined tests were not run', totalsOf({ passed: 1, quarantinedOther: 1 })],
    ['PASS', null, 'there were only quarantined tests', totalsOf({ quarantinedFailed: 1 })],
    ['FAIL', null, 'one failed', totalsOf({ passed: 99, failed: 1 })],
    ['FAIL', null, 'one failed and one was not run', totalsOf({ failed: 1, notRun: 1 })],
    ['FAIL', 'testRun.testsNotRun', 'one was not run', totalsOf({ passed: 99, notRun: 1 })],
    ['FAIL', 'testRun.noResults', 'nothing reported a result', totalsOf({})],
  ] as const)('is %s (%s) when %s', (status, code, _, totals) => {
    expect(verdictOf(totals, [])).toMatchObject({ status, code });
  });

  it('is FAIL with the first problem, whatever the tests say', () => {
    expect(verdictOf(totalsOf({ passed: 3 }), [problem])).toEqual({
      status: 'FAIL',
      code: 'install.failed',
      statusInfo: 'npm ended with 1.',
    });
  });

  it('mentions other problems, but not the same one from every unit', () => {
    const other = { code: 'disk.full', message: 'No space left.' };
    expect(verdictOf(totalsOf({}), [problem, problem, other]).statusInfo).toBe(
      'npm ended with 1. (and 1 more problem)',
    );
    expect(verdictOf(totalsOf({}), [problem, problem]).statusInfo).toBe('npm ended with 1.');
  });

  it('fits its event, however long or numerous the problems are', () => {
    const long = { code: 'install.failed', message: 'x'.repeat(2_000) };
    const { statusInfo } = verdictOf(totalsOf({}), [long, problem]);
    expect(statusInfo?.length).toBeLessThanOrEqual(2_000);
    expect(statusInfo).toMatch(/more problem\)$/);
  });
});
