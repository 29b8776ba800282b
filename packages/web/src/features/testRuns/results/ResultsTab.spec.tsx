import { limits, type TestResultRow } from '@assay/contract';
import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { itemsOf, openResults, pageOf, rows, tree } from '../../../testSupport/resultsOfRun.tsx';
import { positionAt, resultRow, testRunView } from '../../../testSupport/views.ts';

describe('the results of a run', () => {
  it('are listed by file with failures first, without the quarantined tests', async () => {
    openResults();
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
    openResults(testRunView(1), { 'GET /test-runs/r1/results': pageOf([limps]) });
    expect(await (await tree()).findByRole('treeitem', { name: /limps/ })).toBeVisible();
    const pill = screen.getByRole('button', { name: 'Show quarantined (1)' });
    expect(pill).toBeDisabled();
    expect(pill).toHaveAttribute('title', 'All tests of the run are quarantined');
  });

  it('open at the first failure of a finished run, but not while it is running', async () => {
    const { unmount } = openResults();
    expect(await (await tree()).findByRole('treeitem', { name: /^Failed takes the voucher/ })).toHaveAttribute(
      'aria-selected',
      'true',
    );
    unmount();
    openResults(testRunView(1, { status: 'RUNNING' }));
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
    openResults(large, { 'GET /test-runs/r1/results': results });
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
    openResults(large, { 'GET /test-runs/r1/results': results }, '/northwind/test-runs/r1?search=voucher');
    expect(await screen.findByText('0 of 2,000 tests loaded …')).toBeVisible();
    expect(screen.queryByText('No Items Found')).not.toBeInTheDocument();
  });

  it('stay where they are while somebody reads a live run, until they are sorted again', async () => {
    const user = userEvent.setup();
    const running = [resultRow('adds up', { file: 'cart.spec.ts' }), resultRow('signs in', { file: 'login.spec.ts' })];
    let changed: TestResultRow[] = [];
    const page = openResults(
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

  it('have dimmed what their names and files repeat of the row above', async () => {
    const inClass = (name: string, file: string) => resultRow(name, { file: `com.northwind.shop.${file}` });
    const tests = [inClass('Vat › adds', 'Cart'), inClass('Vat › rounds', 'Cart'), inClass('Vat › pays', 'Till')];
    openResults(undefined, { 'GET /test-runs/r1/results': pageOf(tests) });
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
    openResults(undefined, { 'GET /test-runs/r1/results': pageOf([...rows, resultRow('pays', { recent })]) });
    await tree();
    const row = screen.getByRole('treeitem', { name: /^Passed pays/ });
    // The library does not read the name of a picture in a description, as browsers do.
    const described = document.getElementById(row.getAttribute('aria-describedby') ?? '');
    expect(described?.querySelector('[role=img]')).toHaveAttribute('aria-label', '2 of the last 3 failed');
    expect([...row.querySelectorAll('rect')].map(({ classList }) => classList.value)).toEqual(['fail', 'pass', 'fail']);
    expect(screen.getByRole('treeitem', { name: /^Passed adds up/ })).not.toHaveAttribute('aria-describedby');
  });

  it('fetch only what changed on live changes', async () => {
    const failed = resultRow('adds up', { status: 'FAIL', position: positionAt(30) });
    const { sent, tell } = openResults(testRunView(1, { status: 'RUNNING' }), {
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
    openResults(testRunView(1, { status }), routes, `/northwind/test-runs/r1${query}`);
    expect(await screen.findByText(title)).toBeVisible();
    expect(screen.getByText(why)).toBeVisible();
  });

  it('show an error when they cannot be loaded', async () => {
    openResults(undefined, {
      'GET /test-runs/r1/results': () => ({ status: 500, body: { code: 'x', message: 'no', requestId: 'req-9' } }),
    });
    expect(await screen.findByRole('alert')).toHaveTextContent('Error loading tests');
    expect(screen.getByRole('alert')).toHaveTextContent('req-9');
  });
});
