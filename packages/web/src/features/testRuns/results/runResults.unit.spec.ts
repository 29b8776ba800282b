import { positionAt, resultRow } from '../../../testSupport/views.ts';
import { isNewer, mergeResults, resultsOf, rowOf } from './runResults.ts';

const page = (rows: ReturnType<typeof resultRow>[], commit: number) => ({
  tests: rows,
  total: rows.length,
  position: positionAt(commit),
});

describe('positions', () => {
  it('are newer when they come later in the same epoch', () => {
    expect(isNewer(positionAt(11), positionAt(10))).toBe(true);
    expect(isNewer(positionAt(10), positionAt(10))).toBe(false);
    expect(isNewer(positionAt(9), positionAt(10))).toBe(false);
  });

  it('of another epoch are always newer, because the old history is void', () => {
    expect(isNewer(positionAt(1, 'e2'), positionAt(10, 'e1'))).toBe(true);
  });
});

describe('results read in pages', () => {
  it('have every row once, in order, with the position of the first page', () => {
    const results = resultsOf([page([resultRow('a'), resultRow('b')], 20), page([resultRow('c')], 25)]);
    expect(results.rows.map((row) => row?.testId)).toEqual(['a', 'b', 'c']);
    expect(results.position).toBe(positionAt(20));
  });
});

describe('merging changed rows', () => {
  const known = resultsOf([page([resultRow('a'), resultRow('b')], 20)]);

  it('replaces a row by a newer one and leaves the other objects unchanged', () => {
    const newer = resultRow('a', { status: 'FAIL', position: positionAt(30) });
    const merged = mergeResults(known, page([newer], 31));
    expect(rowOf(merged, 'a')?.status).toBe('FAIL');
    expect(rowOf(merged, 'b')).toBe(rowOf(known, 'b'));
    expect(merged.position).toBe(positionAt(31));
  });

  it('keeps a row that is newer than one that arrives late', () => {
    const late = resultRow('a', { status: 'FAIL', position: positionAt(5) });
    expect(rowOf(mergeResults(known, page([late], 31)), 'a')?.status).toBe('PASS');
  });

  it('appends new rows', () => {
    const merged = mergeResults(known, page([resultRow('c', { position: positionAt(30) })], 31));
    expect(merged.rows.map((row) => row?.testId)).toEqual(['a', 'b', 'c']);
    expect(rowOf(merged, 'c')?.testId).toBe('c');
    expect(rowOf(known, 'c')).toBeUndefined();
  });

  it('returns the same object when nothing was newer', () => {
    expect(mergeResults(known, page([resultRow('a')], 20))).toBe(known);
  });

  it('never goes back to an older position', () => {
    expect(mergeResults(known, page([], 15)).position).toBe(positionAt(20));
  });
});
