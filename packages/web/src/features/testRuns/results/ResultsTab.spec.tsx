import { limits, type ProblemId, type TestResultRow, type TestRunView } from '@assay/contract';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { rootCauseView, runAnalysisView } from '../../../testSupport/analysisViews.ts';
import { makePage, type Routes, renderOn } from '../../../testSupport/pageOfTests.tsx';
import { positionAt, resultRow, testRunView } from '../../../testSupport/views.ts';
import { ResultsTab } from './ResultsTab.tsx';

const rows = [
  resultRow('adds up', { file: 'cart.spec.ts' }),
  resultRow('takes the voucher', { file: 'cart.spec.ts', status: 'FAIL' }),
  resultRow('is slow', { file: 'cart.spec.ts', quarantined: true }),
  resultRow('signs in', { file: 'login.spec.ts', flaky: true, attempts: 2 }),
];
const pageOf = (tests: TestResultRow[], commit = 20) => ({ tests, total: tests.length, position: positionAt(commit) });

function open(
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

const tree = async () => within(await screen.findByRole('tree', { name: 'Tests' }));
const itemsOf = (view: Awaited<ReturnType<typeof tree>>) =>
  view
    .getAllByRole('treeitem')
    .map((item) =>
      [item.querySelector('[role=img]')?.getAttribute('aria-label'), item.querySelector('[title]')?.textContent].join(
        ' ',
      ),
    );

describe('the results of a run', () => {
  it('are listed by file with failures first, without the quarantined tests', async () => {
    open();
    expect(itemsOf(await tree())).toEqual([
      'Failed cart.spec.ts',
      'Failed takes the voucher',
      'Passed adds up',
      'Passed login.spec.ts',
      'Flaky signs in',
    ]);
    expect(screen.getByText('3 of 4 tests')).toBeVisible();
  });

  it('show quarantined tests where there are no others', async () => {
    const limps = resultRow('limps', { file: 'cart.spec.ts', status: 'FAIL', quarantined: true });
    open(testRunView(1), { 'GET /test-runs/r1/results': pageOf([limps]) });
    expect(await (await tree()).findByRole('treeitem', { name: /limps/ })).toBeVisible();
    const pill = screen.getByRole('button', { name: 'Show quarantined (1)' });
    expect(pill).toBeDisabled();
    expect(pill).toHaveAttribute('title', 'All tests of the run are quarantined');
  });

  it('open at the first failure of a finished run, but not while it is running', async () => {
    const { unmount } = open();
    expect(await (await tree()).findByRole('treeitem', { name: /^Failed takes the voucher/ })).toHaveAttribute(
      'aria-selected',
      'true',
    );
    unmount();
    open(testRunView(1, { status: 'RUNNING' }));
    await tree();
    expect(screen.getByText('Choose a test to see what happened in it.')).toBeVisible();
  });

  it('of a large run show some tests while all of them are read, and choose none before', async () => {
    let answer = (): void => undefined;
    const asked = new Promise<void>((resolve) => {
      answer = resolve;
    });
    const results = async ({ path }: { path: string }) => {
      if (path.includes(`limit=${limits.firstResults}`)) return { body: { ...pageOf(rows.slice(0, 1)), total: 4 } };
      await asked;
      return { body: pageOf(rows) };
    };
    const large = testRunView(1, { status: 'FAIL', testCount: limits.largeRun });
    open(large, { 'GET /test-runs/r1/results': results });
    expect(itemsOf(await tree())).toEqual(['Passed cart.spec.ts', 'Passed adds up']);
    expect(screen.getByText('1 of 2,000 tests loaded …')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Select shown' })).not.toBeInTheDocument();
    answer();
    expect(await (await tree()).findByRole('treeitem', { name: /^Failed takes the voucher/ })).toHaveAttribute(
      'aria-selected',
      'true',
    );
    expect(itemsOf(await tree())[1]).toBe('Failed takes the voucher');
    expect(screen.getByText('3 of 4 tests')).toBeVisible();
  });

  it('say nothing of tests that may be among those that are still read', async () => {
    const results = async ({ path }: { path: string }) =>
      path.includes(`limit=${limits.firstResults}`)
        ? { body: { ...pageOf(rows.slice(0, 1)), total: 4 } }
        : new Promise<never>(() => undefined);
    const large = testRunView(1, { status: 'FAIL', testCount: limits.largeRun });
    open(large, { 'GET /test-runs/r1/results': results }, '/northwind/test-runs/r1?search=voucher');
    expect(await screen.findByText('0 of 2,000 tests loaded …')).toBeVisible();
    expect(screen.queryByText('No Items Found')).not.toBeInTheDocument();
  });

  it('stay where they are while somebody reads a live run, until they are sorted again', async () => {
    const user = userEvent.setup();
    const running = [resultRow('adds up', { file: 'cart.spec.ts' }), resultRow('signs in', { file: 'login.spec.ts' })];
    let changed: TestResultRow[] = [];
    const page = open(
      testRunView(1, { status: 'RUNNING' }),
      {
        'GET /test-runs/r1/results': ({ path }: { path: string }) => ({
          body: path.includes('since=') ? pageOf(changed, 30) : pageOf(running),
        }),
      },
      '/northwind/test-runs/r1?test=adds%20up',
    );
    await tree();
    changed = [resultRow('signs in', { file: 'login.spec.ts', status: 'FAIL', position: positionAt(30) })];
    act(() => page.tell('testRunTests:r1', { kind: 'changed', ids: [], position: positionAt(30) }));
    await screen.findByRole('treeitem', { name: /^Failed signs in/ });
    const read = ['Passed cart.spec.ts', 'Passed adds up', 'Failed login.spec.ts', 'Failed signs in'];
    expect(itemsOf(await tree())).toEqual(read);
    await user.click(screen.getByRole('button', { name: 'Sort again' }));
    await waitFor(async () => expect(itemsOf(await tree())).toEqual([...read.slice(2), ...read.slice(0, 2)]));
    expect(screen.queryByRole('button', { name: 'Sort again' })).not.toBeInTheDocument();
  });

  it('show quarantined tests, filter and search on demand, all kept in the URL', async () => {
    const user = userEvent.setup();
    const { address } = open();
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
    const { address } = open(run, {
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
    const { address } = open(testRunView(1, { status: 'FAIL', failCount: 4 }), {
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

  it('have dimmed what their names and files repeat of the row above', async () => {
    const inClass = (name: string, file: string) => resultRow(name, { file: `com.northwind.shop.${file}` });
    const tests = [inClass('Vat › adds', 'Cart'), inClass('Vat › rounds', 'Cart'), inClass('Vat › pays', 'Till')];
    open(undefined, { 'GET /test-runs/r1/results': pageOf(tests) });
    const dimmedIn = (name: RegExp) =>
      screen.getByRole('treeitem', { name }).querySelector('[class*="repeated"]')?.textContent ?? null;
    await tree();
    expect(dimmedIn(/shop\.Cart/)).toBeNull();
    expect(dimmedIn(/Vat › adds/)).toBeNull();
    expect(dimmedIn(/Vat › rounds/)).toBe('Vat › ');
    expect(dimmedIn(/shop\. ?Till/)).toBe('com.northwind.shop.');
    expect(dimmedIn(/Vat › pays/)).toBeNull();
  });

  it('have bars of how each test went before, said in words to those who hear the page', async () => {
    const outcome = (status: string) => ({ status, flaky: false, durationMs: 1_000 });
    const recent = ['FAIL', 'PASS', 'FAIL'].map(outcome);
    open(undefined, { 'GET /test-runs/r1/results': pageOf([...rows, resultRow('pays', { recent })]) });
    await tree();
    const row = screen.getByRole('treeitem', { name: /^Passed pays/ });
    // The library does not read the name of a picture in a description, as browsers do.
    const described = document.getElementById(row.getAttribute('aria-describedby') ?? '');
    expect(described?.querySelector('[role=img]')).toHaveAttribute('aria-label', '2 of the last 3 failed');
    expect([...row.querySelectorAll('rect')].map(({ classList }) => classList.value)).toEqual(['fail', 'pass', 'fail']);
    expect(screen.getByRole('treeitem', { name: /^Passed adds up/ })).not.toHaveAttribute('aria-describedby');
  });

  it('collapse and expand, by file and all at once', async () => {
    const user = userEvent.setup();
    open();
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
    open(undefined, { 'GET /test-runs/r1/results': pageOf([...rows, ...many]) });
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
    open();
    const view = await tree();
    await userEvent.click(screen.getByRole('button', { name: 'Only failed' }));
    await waitFor(() => expect(itemsOf(view)).toEqual(['Failed cart.spec.ts', 'Failed takes the voucher']));
    await userEvent.click(screen.getByRole('button', { name: 'Only failed', pressed: true }));
    await waitFor(() => expect(itemsOf(view)).toHaveLength(5));
  });

  it('rerun exactly the tests that were checked', async () => {
    const user = userEvent.setup();
    const { sent, address } = open(undefined, {
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
    const { address } = open();
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
    const { address } = open();
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

  it('fetch only what changed on live changes', async () => {
    const failed = resultRow('adds up', { status: 'FAIL', position: positionAt(30) });
    const { sent, tell } = open(testRunView(1, { status: 'RUNNING' }), {
      'GET /test-runs/r1/results': ({ path }: { path: string }) => ({
        body: path.includes('since=') ? pageOf([failed], 31) : pageOf(rows),
      }),
    });
    await tree();
    act(() => tell('testRunTests:r1', { kind: 'changed', ids: [], position: positionAt(31) }));
    expect(await screen.findByRole('treeitem', { name: /^Failed adds up/ })).toBeInTheDocument();
    const reads = sent.filter(({ path }) => path.startsWith('/test-runs/r1/results?'));
    expect(reads.map(({ path }) => new URLSearchParams(path.split('?')[1]).get('since'))).toEqual([
      null,
      positionAt(20),
    ]);
  });

  it.each([
    { status: 'CANCELED' as const, query: '', title: 'No tests', why: 'This run ended before its tests were listed.' },
    { status: 'RUNNING' as const, query: '', title: 'No tests yet', why: 'They show up as they run.' },
    { status: 'SETUP' as const, query: '', title: 'No tests yet', why: 'They are listed once the run is set up.' },
    {
      status: 'FAIL' as const,
      query: '?search=nowhere',
      title: 'No Items Found',
      why: 'No test of this run matches the filters.',
    },
  ])('of a run that is $status say at "$query" that there are none, and why', async ({ status, query, title, why }) => {
    const routes = query === '' ? { 'GET /test-runs/r1/results': pageOf([]) } : {};
    open(testRunView(1, { status }), routes, `/northwind/test-runs/r1${query}`);
    expect(await screen.findByText(title)).toBeVisible();
    expect(screen.getByText(why)).toBeVisible();
  });

  it('show an error when they cannot be loaded', async () => {
    open(undefined, {
      'GET /test-runs/r1/results': () => ({ status: 500, body: { code: 'x', message: 'no', requestId: 'req-9' } }),
    });
    expect(await screen.findByRole('alert')).toHaveTextContent('Error loading tests');
    expect(screen.getByRole('alert')).toHaveTextContent('req-9');
  });
});
