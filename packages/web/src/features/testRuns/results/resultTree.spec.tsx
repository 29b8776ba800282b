import type { ProblemId, TestResultRow } from '@assay/contract';
import { positionAt, resultRow } from '../../../testSupport/views.ts';
import { nextTest } from './ResultTree.tsx';
import { buildTree, countsByStatus, filterTree, flattenTree, type TreeFilters } from './resultTree.ts';
import { resultsOf } from './runResults.ts';

const rules = { ignoreQuarantine: false, testTimeoutSeconds: 900 };
const all: TreeFilters = { search: '', statuses: [], showQuarantined: true, rootCauseId: '' };

function treeOf(rows: TestResultRow[], options = rules) {
  return buildTree(resultsOf([{ tests: rows, total: rows.length, position: positionAt(1) }]), options);
}
const namesOf = (nodes: ReturnType<typeof treeOf>) => nodes.flatMap((node) => node.tests.map((test) => test.name));

describe('the order of the tree', () => {
  it('has failing files first, then running ones, the others by name', () => {
    const tree = treeOf([
      resultRow('1', { file: 'a.spec.ts' }),
      resultRow('2', { file: 'b.spec.ts', status: 'RUNNING' }),
      resultRow('3', { file: 'c.spec.ts', status: 'FAIL' }),
      resultRow('4', { file: '0.spec.ts' }),
    ]);
    expect(tree.map((node) => node.file)).toEqual(['c.spec.ts', 'b.spec.ts', '0.spec.ts', 'a.spec.ts']);
  });

  it('has numbers in names by their value', () => {
    const tree = treeOf(['10.spec.ts', '9.spec.ts'].map((file, index) => resultRow(`${index}`, { file })));
    expect(tree.map(({ file }) => file)).toEqual(['9.spec.ts', '10.spec.ts']);
  });

  it('keeps a file with failures on top while other tests in it still run', () => {
    const tree = treeOf([
      resultRow('1', { file: 'a.spec.ts', status: 'RUNNING' }),
      resultRow('2', { file: 'b.spec.ts', status: 'RUNNING' }),
      resultRow('3', { file: 'b.spec.ts', status: 'FAIL' }),
    ]);
    expect(tree.map((node) => [node.file, node.status])).toEqual([
      ['b.spec.ts', 'RUNNING'],
      ['a.spec.ts', 'RUNNING'],
    ]);
  });

  it('has failures first inside a file, then flaky tests, then the others by line', () => {
    const tree = treeOf([
      resultRow('late', { line: 30 }),
      resultRow('early', { line: 3 }),
      resultRow('flaky', { line: 40, flaky: true }),
      resultRow('failed', { line: 50, status: 'FAIL' }),
    ]);
    expect(namesOf(tree)).toEqual(['failed', 'flaky', 'early', 'late']);
  });
});

describe("a file's status", () => {
  it('leaves quarantined failures out', () => {
    const rows = [resultRow('1'), resultRow('2', { status: 'FAIL', quarantined: true })];
    expect(treeOf(rows)[0]?.status).toBe('PASS');
  });

  it('is not that of a failure where tests passed or were not run', () => {
    expect(treeOf([resultRow('1'), resultRow('2', { status: 'NOT_RUN' })])[0]?.status).toBe('NOT_RUN');
  });

  it('counts them if the run ignores quarantine', () => {
    const rows = [resultRow('1'), resultRow('2', { status: 'FAIL', quarantined: true })];
    expect(treeOf(rows, { ...rules, ignoreQuarantine: true })[0]?.status).toBe('FAIL');
  });

  it('says Timeout when its duration reaches the time-out of a test', () => {
    const rows = [resultRow('1', { duration: 500_000 }), resultRow('2', { duration: 400_000 })];
    expect(treeOf(rows)[0]?.timedOut).toBe(true);
    expect(treeOf(rows.slice(0, 1))[0]?.timedOut).toBe(false);
  });
});

describe('the filters of the tree', () => {
  const tree = treeOf([
    resultRow('pays by card', { file: 'pay.spec.ts', tags: ['@smoke'] }),
    resultRow('pays by invoice', { file: 'pay.spec.ts', status: 'FAIL' }),
    resultRow('signs in', { file: 'login.spec.ts', flaky: true }),
    resultRow('signs out', { file: 'login.spec.ts', quarantined: true }),
  ]);

  it('hide quarantined tests by default', () => {
    expect(namesOf(filterTree(tree, { ...all, showQuarantined: false }))).not.toContain('signs out');
    expect(namesOf(filterTree(tree, all))).toContain('signs out');
  });

  it('let several statuses through, and with FLAKY the flaky tests of any status', () => {
    expect(namesOf(filterTree(tree, { ...all, statuses: ['FAIL', 'FLAKY'] }))).toEqual(['pays by invoice', 'signs in']);
  });

  it('match all words in file, name and tags, ignoring case', () => {
    expect(namesOf(filterTree(tree, { ...all, search: 'PAY card' }))).toEqual(['pays by card']);
    expect(namesOf(filterTree(tree, { ...all, search: '@smoke' }))).toEqual(['pays by card']);
    expect(filterTree(tree, { ...all, search: 'card invoice' })).toEqual([]);
  });

  it('let the tests of a cause through by its fingerprints, and by its tests where another cause has them too', () => {
    const failed = { status: 'FAIL' as const, testRunAnalysisRootCauseId: 'f1' as ProblemId };
    const rows = ['pays', 'ships', 'signs in'].map((name) => resultRow(name, failed));
    const ofCause = { ...all, rootCauseId: 'f1' };
    expect(namesOf(filterTree(treeOf(rows), ofCause))).toEqual(['pays', 'ships', 'signs in']);
    const [{ id } = { id: '' }] = rows;
    expect(namesOf(filterTree(treeOf(rows), ofCause, { testRunTestIds: [id] }))).toEqual(['pays']);
    expect(namesOf(filterTree(treeOf(rows), all, { testRunTestIds: [id] }))).toHaveLength(3);
  });

  it('leave a file the duration of the tests that are shown', () => {
    const whole = treeOf([resultRow('1', { duration: 300 }), resultRow('2', { duration: 20, status: 'FAIL' })]);
    const [shown] = filterTree(whole, { ...all, statuses: ['FAIL'] });
    expect([whole[0]?.durationMs, whole[0]?.total]).toEqual([320, 2]);
    expect([shown?.durationMs, shown?.total]).toEqual([20, 2]);
  });

  it("keep a file's own status when they hide some of its tests", () => {
    const [node] = filterTree(tree, { ...all, search: 'card' });
    expect(node?.status).toBe('FAIL');
  });
});

describe('the rows of the tree', () => {
  const tree = treeOf([
    resultRow('1', { file: 'a.spec.ts' }),
    resultRow('2', { file: 'b.spec.ts', status: 'FAIL' }),
    resultRow('3', { file: 'c.spec.ts', status: 'FAIL' }),
  ]);

  it('leave out the tests of collapsed files', () => {
    const rows = flattenTree(tree, new Set(['b.spec.ts']));
    expect(rows.map((row) => (row.kind === 'file' ? row.node.file : row.test.name))).toEqual([
      'b.spec.ts',
      'c.spec.ts',
      '3',
      'a.spec.ts',
      '1',
    ]);
  });

  it('are stepped through test by test, or failure by failure', () => {
    const rows = flattenTree(tree, new Set());
    expect(nextTest(rows, null, 1)).toBe('2');
    expect(nextTest(rows, '2', 1)).toBe('3');
    expect(nextTest(rows, '3', -1)).toBe('2');
    expect(nextTest(rows, '2', 1, ({ test }) => test.status === 'FAIL')).toBe('3');
    expect(nextTest(rows, '3', 1, ({ test }) => test.status === 'FAIL')).toBeNull();
  });
});

describe('the counts of the status filter', () => {
  it('are those of the tests that it could show, flaky ones also as such', () => {
    const tree = treeOf([
      resultRow('1', { status: 'FAIL' }),
      resultRow('2', { flaky: true }),
      resultRow('3', { status: 'FAIL', quarantined: true }),
    ]);
    const counts = (showQuarantined: boolean) => Object.fromEntries(countsByStatus(tree, { showQuarantined }));
    expect(counts(false)).toEqual({ FAIL: 1, PASS: 1, FLAKY: 1 });
    expect(counts(true)).toEqual({ FAIL: 2, PASS: 1, FLAKY: 1 });
  });
});
