import type { SharedLinkId, SharedLinkView, SharedResultView, SharedRunView } from '@assay/contract';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Route, Routes } from 'react-router';
import { type Routes as Answers, makePage, renderOn } from '../../../testSupport/pageOfTests.tsx';
import { testRunView } from '../../../testSupport/views.ts';
import { RunMenu } from '../run/RunMenu.tsx';
import { SharedRunScreen } from './SharedRunScreen.tsx';

const run = testRunView(7, { status: 'FAIL', passCount: 1, failCount: 1, testCount: 2 });
const link = (id: string, change: Partial<SharedLinkView> = {}): SharedLinkView => ({
  id: id as SharedLinkId,
  testRunId: run.id,
  testRunNumber: 7,
  projectId: run.projectId,
  url: `https://assay.example.org/shared-run#${id}.0.abc`,
  createdAt: '2026-03-01T12:00:00.000Z',
  createdBy: { id: 'u1', fullName: 'Marta Ruiz', email: 'marta@example.com' },
  expiresAt: '2999-01-01T00:00:00.000Z',
  includesScreenshots: true,
  includesOutput: false,
  lastUsedAt: null,
  ...change,
});

describe('sharing a run by link', () => {
  async function openDialog(routes: Answers) {
    const page = makePage({ 'GET /test-runs/r7/results': { tests: [], total: 0, position: 'e1-1' }, ...routes });
    renderOn(page, <RunMenu run={run} />, '/northwind/test-runs/r7');
    await userEvent.click(await screen.findByRole('button', { name: 'More actions of the run' }));
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Share by link' }));
    return { ...page, dialog: within(await screen.findByRole('dialog', { name: 'Share #7 by link' })) };
  }

  it('creates a link for as long, and with as much, as is chosen', async () => {
    const links: SharedLinkView[] = [];
    const { dialog, sent } = await openDialog({
      'GET /shared-links': () => ({ body: links }),
      'POST /test-runs/r7/shared-links': () => {
        links.push(link('one'));
        return { status: 201, body: { id: 'one', url: link('one').url, expiresAt: link('one').expiresAt } };
      },
    });
    expect(await dialog.findByText('No links to this run.')).toBeVisible();
    await userEvent.click(dialog.getByRole('radio', { name: '1 day' }));
    await userEvent.click(dialog.getByRole('checkbox', { name: 'Include output' }));
    await userEvent.click(dialog.getByRole('button', { name: 'Create link' }));
    expect(await dialog.findByText(link('one').url)).toBeVisible();
    expect(sent.find(({ method }) => method === 'POST')?.body).toEqual({
      days: 1,
      includesScreenshots: true,
      includesOutput: true,
    });
    expect(await dialog.findByRole('row', { name: /by Marta Ruiz.*never/ })).toBeVisible();
  });

  it('says why a link cannot be created', async () => {
    const message = 'This test run has reached its limit of 20 links. Revoke one first.';
    const { dialog } = await openDialog({
      'GET /shared-links': [],
      'POST /test-runs/r7/shared-links': () => ({
        status: 409,
        body: { code: 'sharedLink.tooMany', message, requestId: 'r' },
      }),
    });
    await userEvent.click(await dialog.findByRole('button', { name: 'Create link' }));
    expect(await dialog.findByText(message)).toBeVisible();
  });

  it('revokes a link once that is confirmed', async () => {
    let links = [link('one', { createdBy: null, lastUsedAt: '2026-03-02T12:00:00.000Z' })];
    const { dialog, sent } = await openDialog({
      'GET /shared-links': () => ({ body: links }),
      'DELETE /shared-links/one': () => {
        links = [];
        return { status: 204, body: null };
      },
    });
    expect(await dialog.findByRole('row', { name: /by an API key/ })).toBeVisible();
    await userEvent.click(dialog.getByRole('button', { name: 'Revoke' }));
    await userEvent.click(await screen.findByRole('button', { name: 'Revoke this link' }));
    expect(await dialog.findByText('No links to this run.')).toBeVisible();
    expect(sent.some(({ method }) => method === 'DELETE')).toBe(true);
  });
});

const shared: SharedRunView = {
  ...testRunView(7, { status: 'FAIL', passCount: 1, failCount: 1, testCount: 2 }),
  accountName: 'Northwind',
  expiresAt: '2999-01-01T00:00:00.000Z',
  includesScreenshots: true,
  includesOutput: true,
  projectName: 'Checkout',
  framework: 'Playwright 1.50',
  firstFailures: [{ id: 't2', file: 'cart.spec.ts', name: 'splits a cart' }],
};
const row = { file: 'cart.spec.ts', duration: 1200, attempts: 1, flaky: false, quarantined: false, timedOut: false };
const passed = { ...row, id: 'r7.t1', name: 'adds', status: 'PASS' as const };
const failed = { ...row, id: 'r7.t2', name: 'splits a cart', status: 'FAIL' as const };
const result: SharedResultView = {
  ...failed,
  attemptsDetail: [
    {
      attempt: 1,
      status: 'FAIL',
      startTime: null,
      duration: 1200,
      timedOut: true,
      error: 'no connection',
      stackTrace: null,
      output: 'connecting …',
      screenShots: [{ kind: 'screenshot', name: 'cart.png', size: 1, mediaType: 'image/png', url: '/api/blobs/x' }],
    },
  ],
};

describe('a shared run', () => {
  function openShared(routes: Answers, hash = '#one.0.abc') {
    const page = makePage(routes, { token: null });
    const routed = (
      <Routes>
        <Route path="/shared-run" element={<SharedRunScreen />} />
      </Routes>
    );
    renderOn(page, routed, `/shared-run${hash}`);
    return page;
  }

  it('is shown without signing in, and asks nothing but what the link opens', async () => {
    const { sent } = openShared({
      'GET /shared-run': shared,
      'GET /shared-run/results': { tests: [passed, failed], total: 2 },
      'GET /shared-run/results/t2': result,
    });
    expect(await screen.findByRole('heading', { name: /Checkout.*#7/ })).toBeVisible();
    expect(screen.getByText(/Shared by Northwind/)).toBeVisible();
    expect(within(screen.getByRole('list', { name: 'Counts' })).getByText('1 failed')).toBeVisible();
    const all = within(await screen.findByRole('list', { name: 'All tests' }));
    expect(all.getAllByRole('button')).toHaveLength(2);
    const failures = within(screen.getByRole('list', { name: 'Failed tests' }));
    await userEvent.click(failures.getByRole('button', { name: /splits a cart/ }));
    expect(await failures.findByText('no connection')).toBeVisible();
    expect(failures.getByText('connecting …')).toBeVisible();
    expect(failures.getByText('Failed, timed out')).toBeVisible();
    expect(failures.getByRole('img', { name: 'cart.png' })).toHaveAttribute('src', '/api/blobs/x');
    for (const { path } of sent) expect(path).toMatch(/^\/shared-run[/?].*token=one\.0\.abc/);
  });

  it('goes through the pages of a long list', async () => {
    const { sent } = openShared({
      'GET /shared-run': { ...shared, firstFailures: [] },
      'GET /shared-run/results': { tests: [passed], total: 250 },
    });
    await userEvent.click(await screen.findByRole('button', { name: 'Next →' }));
    await waitFor(() => expect(sent.at(-1)?.path).toContain('offset=100'));
  });

  it.each([
    ['a link that expired or was revoked', '#gone.0.abc'],
    ['an address without a token', ''],
  ])('says that %s does not work', async (_, hash) => {
    openShared(
      {
        'GET /shared-run': () => ({ status: 404, body: { code: 'sharedLink.notFound', message: '', requestId: 'r' } }),
      },
      hash,
    );
    expect(await screen.findByRole('heading', { level: 1, name: 'This link does not work' })).toBeVisible();
  });

  it('says that it could not be loaded', async () => {
    openShared({ 'GET /shared-run': () => ({ status: 503, body: { code: 'store.away', message: 'Away.' } }) });
    expect(await screen.findByText('The test run could not be loaded')).toBeVisible();
  });
});
