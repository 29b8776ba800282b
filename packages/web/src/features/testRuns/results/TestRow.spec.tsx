import type { TestResultRow } from '@assay/contract';
import { screen, within } from '@testing-library/react';
import { makePage, renderOn } from '../../../testSupport/pageOfTests.tsx';
import { positionAt, resultRow, testRunView } from '../../../testSupport/views.ts';
import { ResultsTab } from './ResultsTab.tsx';

async function show(...tests: TestResultRow[]) {
  const page = makePage({ 'GET /test-runs/r1/results': { tests, total: tests.length, position: positionAt(20) } });
  renderOn(page, <ResultsTab run={testRunView(1, { status: 'FAIL' })} />, '/northwind/test-runs/r1');
  return within(await screen.findByRole('tree', { name: 'Tests' }));
}
const before = (status: 'PASS' | 'FAIL', durationMs = 1_000) => ({ status, flaky: false, durationMs });
const passedBefore = [before('PASS'), before('PASS'), before('PASS')];

describe('a row of the results', () => {
  it('says that its test passed before, and fails now', async () => {
    const tree = await show(
      resultRow('broke', { status: 'FAIL', recent: passedBefore }),
      resultRow('stays broken', { status: 'FAIL', recent: [before('FAIL'), ...passedBefore] }),
    );
    expect(within(tree.getByRole('treeitem', { name: /^Failed broke/ })).getByText('newly failing')).toBeVisible();
    expect(tree.getAllByText('newly failing')).toHaveLength(1);
  });

  it('says that its test took far longer than it usually does, and how long that is', async () => {
    const tree = await show(
      resultRow('drags', { duration: 9_000, recent: passedBefore }),
      resultRow('is as ever', { duration: 1_100, recent: passedBefore }),
    );
    const slower = within(tree.getByRole('treeitem', { name: /^Passed drags/ })).getByText('slower');
    expect(slower).toHaveAttribute('title', 'Usually 1.0s');
    expect(tree.getAllByText('slower')).toHaveLength(1);
  });

  it('has no duration where its test was skipped', async () => {
    const tree = await show(
      resultRow('ran', { duration: 0 }),
      resultRow('was skipped', { status: 'IGNORED', duration: 0 }),
      resultRow('did not come', { status: 'NOT_RUN', duration: 0 }),
    );
    expect(tree.getByRole('treeitem', { name: /^Passed ran/ })).toHaveTextContent('0ms');
    for (const name of [/was skipped/, /did not come/])
      expect(tree.getByRole('treeitem', { name })).not.toHaveTextContent(/\dm?s/);
  });

  it('is no stop of the tab key: its tree is the only one', async () => {
    const tree = await show(resultRow('a'), resultRow('b', { status: 'FAIL' }), resultRow('c', { file: 'z.spec.ts' }));
    const rows = tree.getAllByRole('treeitem');
    expect(rows).toHaveLength(5);
    const whole = screen.getByRole('tree', { name: 'Tests' });
    const reached = [whole, ...whole.querySelectorAll<HTMLElement>('*')].filter(({ tabIndex }) => tabIndex >= 0);
    expect(reached).toEqual([whole]);
  });
});
