import type { TestSuiteId } from '@assay/contract';
import { testRunView } from '../../../testSupport/views.ts';
import { failingBranch, passTrend } from './branchState.ts';

const suite = 's1' as TestSuiteId;
const pass = (number: number, testSuiteId: TestSuiteId | null = null) => testRunView(number, { testSuiteId });
const fail = (number: number, testSuiteId: TestSuiteId | null = null) =>
  testRunView(number, { testSuiteId, status: 'FAIL', passCount: 1, failCount: 1 });

describe('a branch', () => {
  it('fails since the first run after its last pass', () => {
    expect(failingBranch([fail(9), fail(8), pass(7), fail(6)])).toMatchObject({
      first: { number: 8 },
      newest: { number: 9 },
    });
  });

  it('does not fail while its newest run passed, or before it has any', () => {
    expect(failingBranch([pass(9), fail(8)])).toBeNull();
    expect(failingBranch([])).toBeNull();
  });

  it('is judged without inconclusive runs', () => {
    const skipped = (number: number) => testRunView(number, { nothingCouldPass: true });
    expect(failingBranch([skipped(9), fail(8), skipped(7), fail(6), pass(5)])).toMatchObject({
      first: { number: 6 },
      newest: { number: 8 },
    });
    expect(failingBranch([skipped(9), pass(8)])).toBeNull();
  });

  it('fails while one suite does, whatever passes beside it', () => {
    expect(failingBranch([pass(9), fail(8, suite), pass(7), fail(6, suite)])).toMatchObject({
      first: { number: 6 },
      newest: { number: 8 },
    });
  });
});

describe('the pass rate', () => {
  it('is told from the oldest run on, without those in which nothing ran', () => {
    const empty = testRunView(8, { passCount: 0, failCount: 0, status: 'FAIL' });
    expect(passTrend([fail(9), empty, pass(7)])).toEqual([
      { id: 'r7', number: 7, share: 1, said: '100%', isFailed: false },
      { id: 'r9', number: 9, share: 0.5, said: '50%', isFailed: true },
    ]);
  });
});
