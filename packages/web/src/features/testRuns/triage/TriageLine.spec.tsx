import type { TestResultView } from '@assay/contract';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { makePage, type Routes, renderOn } from '../../../testSupport/pageOfTests.tsx';
import { failedTest, grace, people, problemView } from '../../../testSupport/problemView.ts';
import { enter } from '../../../testSupport/retype.ts';
import { positionAt, testRunView } from '../../../testSupport/views.ts';
import { TriageLine } from './TriageLine.tsx';

const test = failedTest;
const problem = { ...problemView, note: 'The proxy is down' };
const done = { id: 'r1', revision: '1', position: positionAt(30) };

function show(of: TestResultView = test, routes: Routes = {}, run = testRunView(1, { status: 'FAIL' })) {
  const page = makePage({
    'GET /user-roles': people,
    'GET /projects/p1/problems/f1': problem,
    'GET /projects/p1/quarantined-tests': [],
    'GET /issue-trackers': [],
    'GET /projects/p1/tests/adds/issue-keys': [],
    ...routes,
  });
  return { ...page, ...renderOn(page, <TriageLine test={of} run={run} />, '/northwind/test-runs/r1') };
}
const line = async () => within(await screen.findByRole('region', { name: 'Triage' }));
const openMenu = async () => {
  await userEvent.click(await screen.findByRole('button', { name: /^Triage adds: To review/ }));
  return within(await screen.findByRole('menu'));
};

describe('the line above an error', () => {
  it('says what people know, with a single control that changes it', async () => {
    show();
    const shown = await line();
    expect(await shown.findByText('The proxy is down')).toBeVisible();
    expect(shown.getByText('No reviewer')).toBeVisible();
    expect(shown.getByRole('link', { name: 'Failed 7 times in 3 runs' })).toHaveAttribute(
      'href',
      '/northwind/test-runs/r1/tests/adds',
    );
    expect(shown.getAllByRole('button').map((button) => button.textContent)).toEqual(['To review']);
  });

  it('has the review and the problem in one menu', async () => {
    const { sent } = show(test, { 'PUT /review/status': done, 'PUT /projects/p1/problems/f1': done });
    const menu = await openMenu();
    await userEvent.hover(menu.getByRole('menuitem', { name: 'Status' }));
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Product bug' }));
    await waitFor(() =>
      expect(sent.find(({ method }) => method === 'PUT')).toMatchObject({
        path: '/review/status',
        body: { reviewStatusId: 'PRODUCT_BUG' },
      }),
    );
    const again = await openMenu();
    await userEvent.hover(again.getByRole('menuitem', { name: 'Owner' }));
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Grace Hopper' }));
    await waitFor(() =>
      expect(sent.filter(({ method }) => method === 'PUT').at(-1)).toMatchObject({
        path: '/projects/p1/problems/f1',
        body: { ownerUserId: grace },
      }),
    );
  });

  it('shows issue keys of the test, and adds one from the menu', async () => {
    const keys = [{ key: 'SHOP-7', addedBy: null, addedAt: '2026-11-01T10:00:00Z' }];
    const { sent } = show(test, {
      'GET /projects/p1/tests/adds/issue-keys': keys,
      'POST /projects/p1/tests/adds/issue-keys': done,
    });
    expect(await (await line()).findByText('SHOP-7')).toBeVisible();
    await userEvent.click((await openMenu()).getByRole('menuitem', { name: 'Add issue key…' }));
    await enter(await screen.findByLabelText('Issue key or address'), 'northwind/shop#9');
    await userEvent.click(screen.getByRole('button', { name: 'Add' }));
    await waitFor(() =>
      expect(sent.find(({ method }) => method === 'POST')?.body).toEqual({ key: 'northwind/shop#9' }),
    );
  });

  it('says until when a test is quarantined, and ends that', async () => {
    const quarantined = { id: 'adds', quarantineReason: 'fails at night', quarantinedUntil: null };
    const { sent } = show(test, {
      'GET /projects/p1/quarantined-tests': [quarantined],
      'PUT /projects/p1/tests/adds/dequarantine': done,
    });
    expect(await screen.findByText('quarantined from the next run')).toHaveAttribute('title', 'fails at night');
    const menu = await openMenu();
    await userEvent.click(menu.getByRole('menuitem', { name: 'Release from quarantine' }));
    await waitFor(() => expect(sent.some(({ path }) => path.endsWith('/dequarantine'))).toBe(true));
  });

  it('is not there for a canceled run, which is not reviewed', async () => {
    show(test, {}, testRunView(1, { status: 'CANCELED' }));
    await waitFor(() => expect(screen.queryByRole('region', { name: 'Triage' })).not.toBeInTheDocument());
  });
});
