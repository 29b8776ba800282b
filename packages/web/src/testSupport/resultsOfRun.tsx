import type { TestResultRow, TestRunView } from '@assay/contract';
import { screen, within } from '@testing-library/react';
import { ResultsTab } from '../features/testRuns/results/ResultsTab.tsx';
import { makePage, type Routes, renderOn } from './pageOfTests.tsx';
import { positionAt, resultRow, testRunView } from './views.ts';

/** The tests of the run, unless a test answers otherwise. */
export const rows = [
  resultRow('adds up', { file: 'cart.spec.ts' }),
  resultRow('takes the voucher', { file: 'cart.spec.ts', status: 'FAIL' }),
  resultRow('is slow', { file: 'cart.spec.ts', quarantined: true }),
  resultRow('signs in', { file: 'login.spec.ts', flaky: true, attempts: 2 }),
];
/** @returns a page of the results as the service answers */
export const pageOf = (tests: TestResultRow[], commit = 20) => ({
  tests,
  total: tests.length,
  position: positionAt(commit),
});

/** Opens the results of a run. @returns the page, what it sent, and its address */
export function openResults(
  run: TestRunView = testRunView(1, { status: 'FAIL' }),
  routes: Routes = {},
  at = '/northwind/test-runs/r1',
) {
  const page = makePage({
    'GET /test-runs/r1/results': ({ path }: { path: string }) => ({
      body: path.includes('since=') ? pageOf([], 20) : pageOf(rows),
    }),
    ...routes,
  });
  return { ...page, ...renderOn(page, <ResultsTab run={run} />, at) };
}

/** @returns the tree of tests, once it is shown */
export const tree = async () => within(await screen.findByRole('tree', { name: 'Tests' }));
/** @returns the status and name of each row of the tree */
export const itemsOf = (view: Awaited<ReturnType<typeof tree>>) =>
  view
    .getAllByRole('treeitem')
    .map((item) =>
      [item.querySelector('[role=img]')?.getAttribute('aria-label'), item.querySelector('[title]')?.textContent].join(
        ' ',
      ),
    );
