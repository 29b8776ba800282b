import { isTimeout, type RootCause, statusOfFile, type TestResultRow, type TestStatus } from '@assay/contract';
import { compareNatural } from '../../../ui/compareNatural.ts';
import { keyOfRow, type RunResults } from './runResults.ts';

/** A file of a run with its tests, in the order they are shown. */
export type FileNode = {
  file: string;
  tests: readonly TestResultRow[];
  /** Of all its tests, whether shown or not. */
  total: number;
  status: TestStatus;
  durationMs: number;
  timedOut: boolean;
};

/** The filters of the tree. FLAKY is not a status: it lets flaky tests of any status through. */
export type TreeFilters = {
  search: string;
  statuses: readonly FilterStatus[];
  showQuarantined: boolean;
  /** As `causeFilter` returns it; empty: any cause, or none. */
  rootCauseId: string;
};
export type FilterStatus = TestStatus | 'FLAKY';
export const filterStatuses: readonly FilterStatus[] = [
  'FAIL',
  'FLAKY',
  'PASS',
  'IGNORED',
  'NOT_RUN',
  'RUNNING',
  'PENDING',
];

export type TreeRow =
  /** `above`: the file before it. */
  | { kind: 'file'; node: FileNode; expanded: boolean; shown: number; above: string | null }
  | { kind: 'test'; test: TestResultRow };

type RunRules = { ignoreQuarantine: boolean; testTimeoutSeconds: number };

/** All files of the run: failing ones first, then running ones, the others by name; inside, failures first. */
export function buildTree(results: RunResults, rules: RunRules): FileNode[] {
  const byFile = new Map<string, TestResultRow[]>();
  for (const row of results.rows) {
    if (!row) continue;
    const tests = byFile.get(row.file);
    if (tests) tests.push(row);
    else byFile.set(row.file, [row]);
  }
  const nodes = [...byFile].map(([file, tests]) => fileNode(file, tests, rules));
  const ranks = new Map(nodes.map((node) => [node, rankOfFile(node)]));
  const rank = (node: FileNode) => ranks.get(node) ?? 0;
  return nodes.sort((a, b) => rank(a) - rank(b) || compareNatural(a.file, b.file));
}

function fileNode(file: string, tests: TestResultRow[], rules: RunRules): FileNode {
  const durationMs = durationOf(tests);
  return {
    file,
    tests: tests.sort(
      (a, b) => rankOfTest(a) - rankOfTest(b) || (a.line ?? 0) - (b.line ?? 0) || (a.copy ?? 0) - (b.copy ?? 0),
    ),
    total: tests.length,
    status: shownStatus(tests, rules),
    durationMs,
    timedOut: isTimeout(durationMs, rules.testTimeoutSeconds),
  };
}

const durationOf = (tests: readonly TestResultRow[]) => tests.reduce((sum, test) => sum + (test.duration ?? 0), 0);

/** A file of passed tests and of such that were not run counts as failed, but is not shown so: nothing in it failed. */
function shownStatus(tests: readonly TestResultRow[], { ignoreQuarantine }: RunRules): TestStatus {
  const status = statusOfFile(tests, ignoreQuarantine);
  return status === 'FAIL' && !tests.some((test) => test.status === 'FAIL') ? 'NOT_RUN' : status;
}

function rankOfFile(node: FileNode): number {
  if (node.status === 'FAIL' || node.tests.some((test) => test.status === 'FAIL' && !test.quarantined)) return 0;
  return node.status === 'RUNNING' ? 1 : 2;
}

function rankOfTest(test: TestResultRow): number {
  if (test.status === 'FAIL') return test.quarantined ? 1 : 0;
  return test.flaky ? 1 : 2;
}

/** @returns the files with only the matching tests; files without any are left out. */
export function filterTree(nodes: readonly FileNode[], filters: TreeFilters, cause: FilteredCause = null): FileNode[] {
  const shows = filterOf(filters, cause);
  return nodes.flatMap((node) => {
    const tests = node.tests.filter(shows);
    if (tests.length === 0) return [];
    return tests.length === node.tests.length ? [node] : [{ ...node, tests, durationMs: durationOf(tests) }];
  });
}

/** The cause that the filters name; null: none, or it is not known yet. */
type FilteredCause = Pick<RootCause, 'testRunTestIds'> | null;

/** @returns whether the filters let a test through */
export function filterOf(filters: TreeFilters, cause: FilteredCause = null): (test: TestResultRow) => boolean {
  const words = filters.search
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '');
  const statuses = new Set(filters.statuses);
  const fails = failsOf(filters, cause);
  return (test) =>
    (filters.showQuarantined || !test.quarantined) &&
    (statuses.size === 0 || statuses.has(test.status) || (test.flaky && statuses.has('FLAKY'))) &&
    fails(test) &&
    (words.length === 0 || matches(test, words));
}

function failsOf({ rootCauseId }: TreeFilters, cause: FilteredCause): (test: TestResultRow) => boolean {
  if (rootCauseId === '') return () => true;
  if (cause?.testRunTestIds) {
    const ids = new Set(cause.testRunTestIds);
    return ({ id }) => ids.has(id);
  }
  const problems = new Set<string | null>(rootCauseId.split(','));
  return ({ testRunAnalysisRootCauseId }) => problems.has(testRunAnalysisRootCauseId);
}

function matches(test: TestResultRow, words: readonly string[]): boolean {
  const text = `${test.file}\n${test.name}\n${test.tags.join('\n')}`.toLowerCase();
  return words.every((word) => text.includes(word));
}

/** @returns the tree as the rows of a list, without the tests of collapsed files. */
export function flattenTree(nodes: readonly FileNode[], collapsed: ReadonlySet<string>): TreeRow[] {
  const rows: TreeRow[] = [];
  let above: string | null = null;
  for (const node of nodes) {
    const expanded = !collapsed.has(node.file);
    rows.push({ kind: 'file', node, expanded, shown: node.tests.length, above });
    above = node.file;
    if (expanded) for (const test of node.tests) rows.push({ kind: 'test', test });
  }
  return rows;
}

/** @returns whether there are tests, and all of them are quarantined. */
export function hasOnlyQuarantined(nodes: readonly FileNode[]): boolean {
  return nodes.length > 0 && nodes.every(({ tests }) => tests.every(({ quarantined }) => quarantined));
}

/** @returns how many tests the nodes have. */
export function countTests(nodes: readonly FileNode[]): number {
  return nodes.reduce((sum, node) => sum + node.tests.length, 0);
}

/** @returns how many tests of each status the filters could show. */
export function countsByStatus(
  nodes: readonly FileNode[],
  { showQuarantined }: Pick<TreeFilters, 'showQuarantined'>,
): ReadonlyMap<FilterStatus, number> {
  const counts = new Map<FilterStatus, number>();
  const count = (status: FilterStatus) => counts.set(status, (counts.get(status) ?? 0) + 1);
  for (const { tests } of nodes) {
    for (const { status, flaky, quarantined } of tests) {
      if (quarantined && !showQuarantined) continue;
      count(status);
      if (flaky) count('FLAKY');
    }
  }
  return counts;
}

/** @returns the key of the first failed test that counts; null when there is none. */
export function firstFailureOf(nodes: readonly FileNode[]): string | null {
  for (const node of nodes) {
    const failed = node.tests.find((test) => test.status === 'FAIL' && !test.quarantined);
    if (failed) return keyOfRow(failed);
  }
  return null;
}

/** @returns the keys of the failed tests that count, in the order of the tree, and of the one that is looked at. */
export function failuresOf(nodes: readonly FileNode[], own: string): string[] {
  return nodes.flatMap(({ tests }) =>
    tests.flatMap((test) => {
      const key = keyOfRow(test);
      return test.status === 'FAIL' && (!test.quarantined || key === own) ? key : [];
    }),
  );
}

/** Up to here all tests of a failed run fit the window, and nothing is folded. */
const openAtFirst = 20;

/** @returns the files of a failed run that are folded at first, because nothing in them failed. */
export function passedFiles(nodes: readonly FileNode[]): ReadonlySet<string> {
  const hasFailed = ({ tests }: FileNode) => tests.some(({ status }) => status === 'FAIL');
  if (countTests(nodes) <= openAtFirst || !nodes.some(hasFailed)) return new Set();
  return new Set(nodes.filter((node) => !hasFailed(node)).map(({ file }) => file));
}
