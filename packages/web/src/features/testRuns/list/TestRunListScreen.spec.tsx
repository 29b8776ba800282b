import { readFile } from 'node:fs/promises';
import { type DeployId, type ProjectId, retries, type TestSuiteId } from '@assay/contract';
import { jest } from '@jest/globals';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { Sent } from '../../../testSupport/pageOfTests.tsx';
import { enter } from '../../../testSupport/retype.ts';
import { openList, pageOf, rowNames } from '../../../testSupport/runList.tsx';
import { positionAt, projectView, testRunView } from '../../../testSupport/views.ts';
import { statusStrokes } from '../../../ui/statusStrokes.ts';

describe('the list of test runs', () => {
  afterEach(() => localStorage.clear());

  it('shows a skeleton until the runs are loaded', async () => {
    let answer: (body: unknown) => void = () => undefined;
    const waiting = new Promise<unknown>((resolve) => {
      answer = resolve;
    });
    openList({ 'GET /test-runs': async () => ({ body: await waiting }) });
    expect(screen.getByRole('status', { name: 'Loading' })).toBeInTheDocument();
    answer(pageOf([testRunView(1)]));
    expect(await screen.findByRole('link', { name: 'Passed Checkout #1' })).toBeInTheDocument();
    expect(screen.queryByRole('status', { name: 'Loading' })).not.toBeInTheDocument();
  });

  it("says 'No test runs found' when there are none", async () => {
    openList({ 'GET /test-runs': pageOf([]) });
    expect(await screen.findByText('No test runs found')).toBeVisible();
    expect(screen.getByRole('link', { name: 'Get started' })).toHaveAttribute('href', '/northwind/get-started');
  });

  it('shows a failure with the id to report it by, and retries', async () => {
    let calls = 0;
    openList({
      'GET /test-runs': () => {
        calls += 1;
        return calls === 1
          ? { status: 503, body: { code: 'away', message: 'The store is away.', requestId: 'req-7' } }
          : { body: pageOf([testRunView(1)]) };
      },
    });
    const alert = await screen.findByRole('alert');
    expect(alert).toHaveTextContent('The store is away.');
    expect(alert).toHaveTextContent('req-7');
    await userEvent.click(within(alert).getByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('link', { name: 'Passed Checkout #1' })).toBeInTheDocument();
  });

  it.each([
    { failure: 'the service is away', status: 503, asks: 3 },
    { failure: 'its filters are refused', status: 400, asks: 1 },
  ])('asks $asks times in four seconds when $failure', async ({ status, asks }) => {
    jest.useFakeTimers();
    try {
      let calls = 0;
      openList({
        'GET /test-runs': () => {
          calls += 1;
          return { status, body: { code: 'away', message: 'It failed.', requestId: 'req-7' } };
        },
      });
      const pass = (ms: number) => act(() => jest.advanceTimersByTimeAsync(ms));
      await pass(200);
      expect(screen.getByRole('alert')).toBeInTheDocument();
      expect(calls).toBe(1);
      for (const _retry of [1, 2]) await pass(retries.listSeconds * 1000 + 100);
      expect(calls).toBe(asks);
    } finally {
      jest.useRealTimers();
    }
  });

  it('shows the suite of a run, and the deploy that it tests', async () => {
    const deploy = { projectId: 'p1' as ProjectId, branch: 'main', commit: null, buildName: null };
    const ofSuite = testRunView(2, { testSuiteId: 's1' as TestSuiteId, testSuiteName: 'Smoke tests' });
    const deployed = { ...deploy, createdAt: '2026-11-01T10:00:00Z' };
    openList({
      'GET /test-runs': pageOf([{ ...ofSuite, deployId: 'd1' as DeployId, deploy: deployed }, testRunView(1)]),
    });
    const [first, second] = await screen.findAllByRole('listitem');
    expect(first).toHaveTextContent(/Checkout #2 · Smoke tests/);
    expect(within(first as HTMLElement).getByText('deployed')).toHaveAttribute(
      'title',
      expect.stringContaining('11/01/26'),
    );
    expect(second).not.toHaveTextContent(/ · |deployed/);
  });

  it('shows the stage of a run below its environment, or that it has none', async () => {
    openList({ 'GET /test-runs': pageOf([testRunView(2, { pipelineStageName: 'Acceptance' }), testRunView(1)]) });
    expect(await screen.findByTitle('Acceptance')).toHaveTextContent(/^Acceptance$/);
    expect(screen.getByTitle('No Stage')).toHaveTextContent(/^No Stage$/);
  });

  it('opens a run by a click on its texts, but not by one that selects some of them', async () => {
    const user = userEvent.setup();
    const { address } = openList({ 'GET /test-runs': pageOf([testRunView(1, { branch: 'main' })]) });
    const branch = await screen.findByText('main');
    const start = address();
    for (const text of [branch, screen.getByText('Checkout')]) {
      window.getSelection()?.selectAllChildren(text);
      fireEvent.click(text, { detail: 1 });
      expect(address()).toBe(start);
    }
    window.getSelection()?.removeAllRanges();
    await user.click(branch);
    await waitFor(() => expect(address()).toBe('/northwind/test-runs/r1'));
  });

  it('opens a run by the keyboard, whatever is selected', async () => {
    const user = userEvent.setup();
    const { address } = openList({ 'GET /test-runs': pageOf([testRunView(1, { branch: 'main' })]) });
    window.getSelection()?.selectAllChildren(await screen.findByText('main'));
    screen.getByRole('link', { name: 'Passed Checkout #1' }).focus();
    await user.keyboard('{Enter}');
    await waitFor(() => expect(address()).toBe('/northwind/test-runs/r1'));
  });

  it('shows a run in which only skipped or quarantined tests ran as neither passed nor failed', async () => {
    const nothing = {
      nothingCouldPass: true,
      passCount: 0,
      testCount: 3,
      totalCount: 4,
      ignoredCount: 3,
      quarantineTotalCount: 1,
    };
    openList({ 'GET /test-runs': pageOf([testRunView(2, nothing), testRunView(1)]) });
    const [first, second] = await screen.findAllByRole('listitem');
    expect(first).toHaveTextContent(/^Inconclusive.*3 ignored, 1 quarantined/);
    expect(first?.querySelector('svg path')).toHaveAttribute('d', statusStrokes.ignored);
    expect(second).not.toHaveTextContent('Inconclusive');
  });

  it('lists runs in progress first within their day', async () => {
    openList({ 'GET /test-runs': pageOf([testRunView(3), testRunView(2, { status: 'RUNNING' }), testRunView(1)]) });
    await screen.findByRole('list', { name: 'Test Runs' });
    expect(rowNames()).toEqual(['Running Checkout #2', 'Passed Checkout #3', 'Passed Checkout #1']);
  });

  it('reads its filters and page from the URL, and shows the page', async () => {
    const { sent } = openList(
      { 'GET /test-runs': pageOf([testRunView(1)], 1294) },
      '/northwind/test-runs?status=FAIL&page=3',
    );
    expect(await screen.findByText('21–21 of 1,294')).toBeVisible();
    const asked = new URLSearchParams(sent.find(({ path }) => path.startsWith('/test-runs'))?.path.split('?')[1]);
    expect(Object.fromEntries(asked)).toEqual({ offset: '20', limit: '10', status: 'FAIL' });
  });

  it('says that there are more than were counted', async () => {
    const page = { ...pageOf([testRunView(1)], 10_000), totalIsLeast: true };
    openList({ 'GET /test-runs': page }, '/northwind/test-runs?status=FAIL');
    expect(await screen.findByText('1–1 of 10,000+')).toBeVisible();
  });

  it('keeps a picked filter in the URL and clears it again', async () => {
    const user = userEvent.setup();
    const { address } = openList({ 'GET /test-runs': pageOf([]), 'GET /projects': [projectView()] });
    await user.click(await screen.findByRole('button', { name: 'Project' }));
    await user.click(await screen.findByRole('checkbox', { name: 'Checkout' }));
    await waitFor(() => expect(address()).toBe('/northwind/test-runs?project=p1'));
    await user.keyboard('{Escape}');
    await user.click(screen.getAllByRole('button', { name: 'Clear Filters' })[0] as HTMLElement);
    await waitFor(() => expect(address()).toBe('/northwind/test-runs'));
  });

  it('remembers a set of filters by name, and forgets it again', async () => {
    const user = userEvent.setup();
    const { address } = openList({ 'GET /test-runs': pageOf([]) }, '/northwind/test-runs?status=FAIL&reviewer=me');
    await user.click(await screen.findByRole('button', { name: 'Saved filters' }));
    await enter(await screen.findByRole('textbox', { name: 'Name of these filters' }), 'My failures', user);
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await user.click(screen.getAllByRole('button', { name: 'Clear Filters' })[0] as HTMLElement);
    await waitFor(() => expect(address()).toBe('/northwind/test-runs'));
    await user.click(screen.getByRole('button', { name: 'Saved filters' }));
    await user.click(await screen.findByRole('menuitem', { name: 'My failures' }));
    await waitFor(() => expect(address()).toBe('/northwind/test-runs?status=FAIL&reviewer=me'));
    await user.click(screen.getByRole('button', { name: 'Saved filters' }));
    await user.click(await screen.findByRole('button', { name: 'Forget My failures' }));
    await waitFor(() => expect(screen.queryByRole('menuitem', { name: 'My failures' })).not.toBeInTheDocument());
  });

  it.each(['{Escape}', 'a click elsewhere'])('closes a filter by %s', async (way) => {
    const user = userEvent.setup();
    openList({ 'GET /test-runs': pageOf([testRunView(1)]), 'GET /projects': [projectView()] });
    for (const [filter, content] of [
      ['Project', 'Checkout'],
      ['Date', 'Any date'],
    ] as const) {
      await user.click(await screen.findByRole('button', { name: filter }));
      await screen.findByLabelText(content);
      await (way === '{Escape}' ? user.keyboard(way) : user.click(screen.getByRole('heading', { name: 'Test Runs' })));
      await waitFor(() => expect(screen.queryByLabelText(content)).not.toBeInTheDocument());
    }
  });

  it('leads from a page past the end to the last one', async () => {
    const { address } = openList(
      {
        'GET /test-runs': ({ path }: Sent) => ({
          body: path.includes('offset=20') ? pageOf([testRunView(1)], 21) : pageOf([], 21),
        }),
      },
      '/northwind/test-runs?page=99',
    );
    expect(await screen.findByText('The last page is 3.')).toBeVisible();
    expect(screen.queryByText('No test runs found')).not.toBeInTheDocument();
    await userEvent.click(screen.getByRole('button', { name: 'Go to the last page' }));
    expect(await screen.findByText('21–21 of 21')).toBeVisible();
    expect(address()).toBe('/northwind/test-runs?page=3');
  });

  it('counts only the tests that ran as run in a canceled run', async () => {
    const counts = { testCount: 13, passCount: 3, failCount: 1, ignoredCount: 0, notRunCount: 9 };
    openList({ 'GET /test-runs': pageOf([testRunView(1, { status: 'CANCELED', ...counts })]) });
    expect(await screen.findByRole('listitem')).toHaveTextContent('4 of 13 ran');
  });

  it('cuts the middle of a long branch where it is narrow, and tells it whole', async () => {
    const styles = document.createElement('style');
    styles.textContent = await readFile(new URL('../../../ui/CutInMiddle.module.css', import.meta.url), 'utf8');
    document.head.append(styles);
    const branch = 'feature/checkout-by-voucher';
    openList({ 'GET /test-runs': pageOf([testRunView(1, { branch })]) });
    const [start, end] = (await screen.findByTitle(branch)).children;
    if (!start || !end) throw new Error('the branch is in one piece');
    expect(getComputedStyle(start).textOverflow).toBe('ellipsis');
    expect(end).toHaveTextContent('-voucher');
    styles.remove();
  });

  it('names the link of a row by what ran and its status, and describes it by the rest', async () => {
    const branch = 'feature/checkout-by-voucher';
    const suite = { testSuiteId: 's1' as TestSuiteId, testSuiteName: 'Smoke tests' };
    openList({ 'GET /test-runs': pageOf([testRunView(1, { branch, ...suite })]) });
    const link = await screen.findByRole('link', { name: 'Passed Checkout #1 · Smoke tests' });
    expect(link).toHaveAccessibleDescription(/^feature\/checkout-by ?-voucher.* passed/);
  });

  it('follows live changes', async () => {
    const runs = [testRunView(1, { status: 'RUNNING' })];
    const { tell, routes } = openList({ 'GET /test-runs': pageOf(runs) });
    await screen.findByRole('link', { name: 'Running Checkout #1' });
    routes['GET /test-runs'] = pageOf([testRunView(1)]);
    act(() => tell('testRuns', { kind: 'changed', ids: ['r1'], position: positionAt(101) }));
    expect(await screen.findByRole('link', { name: 'Passed Checkout #1' })).toBeInTheDocument();
  });

  it('holds back new runs while a later page is read', async () => {
    const { tell, routes } = openList(
      { 'GET /test-runs': pageOf([testRunView(1)], 11) },
      '/northwind/test-runs?page=2',
    );
    await screen.findByRole('link', { name: 'Passed Checkout #1' });
    routes['GET /test-runs'] = pageOf([testRunView(2), testRunView(1)], 12);
    act(() => tell('testRuns', { kind: 'changed', ids: ['r2'], position: positionAt(101) }));
    await userEvent.click(await screen.findByRole('button', { name: '1 new run' }));
    expect(rowNames()).toEqual(['Passed Checkout #2', 'Passed Checkout #1']);
  });

  it('offers a rerun menu only if something failed', async () => {
    const failed = testRunView(2, { status: 'FAIL', passCount: 1, failCount: 1 });
    const { sent, address } = openList({
      'GET /test-runs': pageOf([failed, testRunView(1)]),
      'POST /test-runs/r2/rerun': { id: 'r9', revision: '0', position: positionAt(120) },
    });
    const user = userEvent.setup();
    await screen.findByRole('list', { name: 'Test Runs' });
    const [first, second] = await screen.findAllByRole('button', { name: 'Rerun' });
    expect(second).not.toHaveAttribute('aria-haspopup');
    await user.click(first as HTMLElement);
    await user.click(await screen.findByRole('menuitem', { name: 'Rerun Failed Tests' }));
    await waitFor(() => expect(address()).toBe('/northwind/test-runs/r9'));
    expect(sent.find(({ method }) => method === 'POST')?.body).toEqual({ rerunFailedTests: true });
  });
});
