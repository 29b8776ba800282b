import type { EarlierResult, TestHistory } from '@assay/contract';
import { historyLanesOf, lastPassOf } from './historyLanes.ts';

const result = (number: number, branch: string, status = 'PASS'): EarlierResult => ({
  testRunId: `r${String(number).padStart(3, '0')}`,
  number,
  status,
  branch,
  flaky: false,
  durationMs: 1_000,
  at: '2026-11-01T10:00:00Z',
  commit: null,
  environmentName: 'staging',
});
const history = (...results: EarlierResult[]): TestHistory => ({ results, defaultBranch: 'main' });
const of = (number: number, branch: string, failingSince: string | null = null) => ({
  testRunId: `r${String(number).padStart(3, '0')}`,
  branch,
  failingSince,
});

describe('the lanes of a history', () => {
  it('have a column for each run and begin with the default branch and that of the run', () => {
    const told = history(result(9, 'next', 'FAIL'), result(8, 'other'), result(7, 'next', 'FAIL'), result(6, 'main'));
    expect(historyLanesOf(told, of(9, 'next', 'r007'))).toMatchObject({
      lanes: [
        { name: 'main', failed: 0, results: [{ number: 6, column: 0 }] },
        { name: 'next', failed: 2, results: [{ column: 1 }, { column: 3 }] },
        { name: 'other', failed: 0, results: [{ column: 2 }] },
      ],
      from: 6,
      to: 9,
      columns: 4,
      own: 3,
      failedFrom: 1,
    });
  });

  it('are no more than four, the last one of all other branches', () => {
    const branches = ['a', 'b', 'c', 'd', 'e'];
    const told = history(...branches.map((branch, index) => result(9 - index, branch)));
    const lanes = historyLanesOf(told, of(9, 'a'))?.lanes.map(({ name, results }) => [name, results.length]);
    expect(lanes).toEqual([
      ['a', 1],
      ['b', 1],
      ['c', 1],
      ['2 other branches', 2],
    ]);
  });

  it('show the newest runs, or those up to an old one', () => {
    const told = history(...Array.from({ length: 100 }, (_, index) => result(100 - index, 'main')));
    expect(historyLanesOf(told, of(100, 'main'))).toMatchObject({ from: 61, to: 100, own: 39 });
    expect(historyLanesOf(told, of(50, 'main'))).toMatchObject({ from: 11, to: 50, own: 39 });
    expect(historyLanesOf(history(result(1, 'main')), of(1, 'main'))).toBeNull();
  });

  it('know when the test last passed on the branch before a run', () => {
    const told = history(result(9, 'main'), result(8, 'main', 'FAIL'), result(7, 'next'), result(6, 'main'));
    expect(lastPassOf(told, 'r008', 'main')?.number).toBe(6);
    expect(lastPassOf(told, 'r008', 'gone')).toBeNull();
  });
});
