import type { ProblemId } from '@assay/contract';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { rootCauseView, runAnalysisView } from '../../../testSupport/analysisViews.ts';
import { itemsOf, openResults, pageOf, rows, tree } from '../../../testSupport/resultsOfRun.tsx';
import { positionAt, resultRow, testRunView } from '../../../testSupport/views.ts';

describe('the results of a run, by mouse and keyboard', () => {
  it('show quarantined tests, filter and search on demand, all kept in the URL', async () => {
    const user = userEvent.setup();
    const { address } = openResults();
    await tree();
    await user.click(screen.getByRole('button', { name: 'Show quarantined (1)' }));
    expect(await screen.findByRole('treeitem', { name: /^Passed is slow/ })).toBeInTheDocument();
    await user.type(screen.getByRole('searchbox', { name: 'Search tests' }), 'slow');
    await waitFor(() => expect(screen.queryByRole('treeitem', { name: /^Passed adds up/ })).not.toBeInTheDocument());
    expect(address()).toBe('/northwind/test-runs/r1?quarantined=shown&search=slow');
  });

  it('that failed with the same error are named together, and shown alone on a click', async () => {
    const user = userEvent.setup();
    const down = {
      status: 'FAIL' as const,
      error: 'connect ECONNREFUSED',
      testRunAnalysisRootCauseId: 'f1' as ProblemId,
    };
    const near = { ...down, testRunAnalysisRootCauseId: 'f2' as ProblemId };
    const causes = [rootCauseView({ problemIds: [down.testRunAnalysisRootCauseId, near.testRunAnalysisRootCauseId] })];
    const run = testRunView(1, { status: 'FAIL', failCount: 3 });
    const { address } = openResults(run, {
      'GET /test-runs/r1/results': pageOf([...rows, resultRow('pays', down), resultRow('ships', near)]),
      'GET /test-runs/r1/analysis': runAnalysisView({ testRunAnalysisRootCauses: causes }),
    });
    await tree();
    const cluster = await screen.findByRole('button', { name: '2 tests connect ECONNREFUSED <host>' });
    await user.click(cluster);
    await waitFor(async () => expect(itemsOf(await tree())).toHaveLength(3));
    expect(address()).toBe('/northwind/test-runs/r1?rootCauseId=f1%2Cf2');
    await user.click(screen.getByRole('button', { name: 'Show all tests' }));
    await waitFor(async () => expect(itemsOf(await tree()).length).toBeGreaterThan(3));
  });

  it('are shown alone by their cause where another one has the same error', async () => {
    const user = userEvent.setup();
    const failed = {
      status: 'FAIL' as const,
      error: 'x is undefined',
      testRunAnalysisRootCauseId: 'f1' as ProblemId,
    };
    const failures = ['pays', 'packs', 'ships', 'sends'].map((name) => resultRow(name, failed));
    const [pays, packs, ships, sends] = failures.map(({ id }) => id);
    const causes = [
      rootCauseView({ name: 'x is undefined in pay', testRunTestIds: [pays ?? '', packs ?? ''] }),
      rootCauseView({
        id: 'own' as ProblemId,
        problemIds: ['own', 'f1'] as ProblemId[],
        name: 'x is undefined in ship',
        testRunTestIds: [ships ?? '', sends ?? ''],
      }),
    ];
    const { address } = openResults(testRunView(1, { status: 'FAIL', failCount: 4 }), {
      'GET /test-runs/r1/results': pageOf([...rows, ...failures]),
      'GET /test-runs/r1/analysis': runAnalysisView({ testRunAnalysisRootCauses: causes }),
    });
    await tree();
    for (const [name, id, tests] of [
      ['2 tests x is undefined in ship', 'own', ['Failed sends', 'Failed ships']],
      ['2 tests x is undefined in pay', 'f1', ['Failed packs', 'Failed pays']],
    ] as const) {
      await user.click(await screen.findByRole('button', { name }));
      await waitFor(async () =>
        expect(
          itemsOf(await tree())
            .slice(1)
            .sort(),
        ).toEqual(tests),
      );
      expect(screen.getAllByRole('button', { pressed: true }).map(({ textContent }) => textContent)).toEqual([
        name.replace('tests ', 'tests'),
      ]);
      expect(address()).toBe(`/northwind/test-runs/r1?rootCauseId=${id}`);
    }
  });

  it('collapse and expand, by file and all at once', async () => {
    const user = userEvent.setup();
    openResults();
    const view = await tree();
    await user.click(view.getByRole('treeitem', { name: /^Passed login.spec.ts/ }));
    expect(view.queryByRole('treeitem', { name: /^Flaky signs in/ })).not.toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Collapse all' }));
    expect(itemsOf(view)).toEqual(['Failed cart.spec.ts', 'Passed login.spec.ts']);
    await user.click(screen.getByRole('button', { name: 'Expand all' }));
    expect(itemsOf(view)).toHaveLength(5);
  });

  it('fold files without failures in a failed run that is longer than the window', async () => {
    const many = Array.from({ length: 20 }, (_, at) => resultRow(`passes ${at}`, { file: 'long.spec.ts' }));
    openResults(undefined, { 'GET /test-runs/r1/results': pageOf([...rows, ...many]) });
    const view = await tree();
    expect(itemsOf(view)).toEqual([
      'Failed cart.spec.ts',
      'Failed takes the voucher',
      'Passed adds up',
      'Passed login.spec.ts',
      'Passed long.spec.ts',
    ]);
    await userEvent.click(view.getByRole('treeitem', { name: /^Passed login.spec.ts/ }));
    expect(itemsOf(view)).toContain('Flaky signs in');
  });

  it('show only the failed ones by one click, and all again by another', async () => {
    openResults();
    const view = await tree();
    await userEvent.click(screen.getByRole('button', { name: 'Only failed' }));
    await waitFor(() => expect(itemsOf(view)).toEqual(['Failed cart.spec.ts', 'Failed takes the voucher']));
    await userEvent.click(screen.getByRole('button', { name: 'Only failed', pressed: true }));
    await waitFor(() => expect(itemsOf(view)).toHaveLength(5));
  });

  it('rerun exactly the tests that were checked', async () => {
    const user = userEvent.setup();
    const { sent, address } = openResults(undefined, {
      'POST /test-runs/r1/rerun': { id: 'r8', revision: '0', position: positionAt(60) },
    });
    await tree();
    const [byMouse, byKeys] = [/^Passed adds up/, /^Flaky signs in/].map((name) =>
      screen.getByRole('treeitem', { name }),
    );
    await user.click(byMouse?.querySelector('[data-checked]') as Element);
    expect(byMouse).toBeChecked();
    expect(byMouse).toHaveAttribute('aria-selected', 'false');
    await user.click(byKeys as Element);
    act(() => screen.getByRole('tree', { name: 'Tests' }).focus());
    await user.keyboard('  ');
    expect(byKeys).not.toBeChecked();
    await user.keyboard(' ');
    expect(byKeys).toBeChecked();
    await user.click(screen.getByRole('button', { name: 'Rerun selected' }));
    await waitFor(() => expect(address()).toBe('/northwind/test-runs/r8'));
    expect(sent.find(({ method }) => method === 'POST')?.body).toEqual({ testIds: ['adds up', 'signs in'] });
  });

  it('are stepped through by keyboard', async () => {
    const user = userEvent.setup();
    const { address } = openResults();
    await tree();
    await user.keyboard('j');
    await waitFor(() => expect(address()).toContain('test=adds+up'));
    await user.keyboard('f');
    await waitFor(() => expect(address()).toContain('test=takes+the+voucher'));
    act(() => screen.getByRole('tree', { name: 'Tests' }).focus());
    await user.keyboard('{ArrowLeft}');
    expect(screen.queryByRole('treeitem', { name: /^Passed adds up/ })).not.toBeInTheDocument();
    await user.keyboard('{ArrowRight}');
    expect(screen.getByRole('treeitem', { name: /^Passed adds up/ })).toBeInTheDocument();
    await user.keyboard('{Enter}');
    expect(address()).toBe('/northwind/test-runs/r1/tests/takes%20the%20voucher');
  });

  it('take keys that come faster than the page is drawn', async () => {
    const { address } = openResults();
    await tree();
    const view = screen.getByRole('tree', { name: 'Tests' });
    // Nothing is drawn until all of them were pressed.
    act(() => {
      for (const key of ['ArrowDown', ' ', 'ArrowDown', ' ']) fireEvent.keyDown(view, { key });
    });
    const checked = screen.getAllByRole('treeitem').filter((item) => item.getAttribute('aria-checked') === 'true');
    expect(checked.map((item) => item.querySelector('[title]')?.textContent)).toEqual(['adds up', 'signs in']);
    act(() => {
      for (const key of ['k', 'k', 'Enter']) fireEvent.keyDown(document.body, { key });
    });
    await waitFor(() => expect(address()).toBe('/northwind/test-runs/r1/tests/takes%20the%20voucher'));
  });
});
