import type { ProblemView, TestResultView } from '@assay/contract';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { makePage, type Routes, renderOn } from '../../../testSupport/pageOfTests.tsx';
import { failedTest, grace, people, problemView } from '../../../testSupport/problemView.ts';
import { enter } from '../../../testSupport/retype.ts';
import { positionAt, testRunView } from '../../../testSupport/views.ts';
import { ProblemSection } from './ProblemSection.tsx';

const test = failedTest;
const seen = (name: string, number: number) => ({
  testRunId: testRunView(number).id,
  number,
  environmentName: 'staging',
  branch: 'main',
  testKey: name,
  file: 'cart.spec.ts',
  name,
  at: '2026-11-01T10:00:00Z',
});
const run = testRunView(1, { status: 'FAIL', commit: 'c0ffee' });
const problem: ProblemView = {
  ...problemView,
  occurrences: [seen('adds', 2), seen('adds', 1), seen('pays', 1)],
};
const path = '/projects/p1/problems/f1';
const done = { id: 'p1.f1', revision: '1', position: positionAt(30) };

function show(change: Partial<ProblemView> = {}, of: TestResultView = test, routes: Routes = {}) {
  const page = makePage({ 'GET /user-roles': people, [`GET ${path}`]: { ...problem, ...change }, ...routes });
  return { ...page, ...renderOn(page, <ProblemSection test={of} run={run} />) };
}
const section = async () => within(await screen.findByRole('region', { name: 'Problem' }));
const bodiesOf = (sent: { method: string; path: string; body: unknown }[], wanted: string) =>
  sent.filter((request) => request.method === 'PUT' && request.path === wanted).map(({ body }) => body);

describe('the problem behind a failure', () => {
  it('is classified and given to somebody, as it was seen', async () => {
    const user = userEvent.setup();
    const { sent } = show({}, test, { [`PUT ${path}`]: done });
    await user.click(await screen.findByRole('button', { name: 'Not classified, what the problem is' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Environment' }));
    await waitFor(() => expect(bodiesOf(sent, path)).toEqual([{ reviewStatusId: 'ENVIRONMENT' }]));
    expect(new Headers(sent.find(({ method }) => method === 'PUT')?.headers).get('if-match')).toContain('0');
    await user.click(screen.getByRole('button', { name: 'Owner of the problem: No owner' }));
    await user.click(await screen.findByRole('menuitem', { name: /Grace Hopper/ }));
    await waitFor(() => expect(bodiesOf(sent, path)).toContainEqual({ ownerUserId: grace }));
  });

  it('takes over what was found out about one failure', async () => {
    const reviewed = { ...test, reviewerUserId: grace, reviewStatusId: 'PRODUCT_BUG' as const };
    const { sent, unmount } = show({}, reviewed, { [`PUT ${path}`]: done });
    await userEvent.click(await screen.findByRole('button', { name: 'Carry on to every such failure' }));
    await waitFor(() => expect(bodiesOf(sent, path)).toEqual([{ ownerUserId: grace, reviewStatusId: 'PRODUCT_BUG' }]));
    unmount();
    show({ ownerUserId: grace, reviewStatusId: 'PRODUCT_BUG' }, reviewed);
    await section();
    expect(screen.queryByRole('button', { name: /Carry on/ })).not.toBeInTheDocument();
  });

  it('says who decided about it, and what to know', async () => {
    const user = userEvent.setup();
    const { sent } = show(
      {
        note: 'The proxy is down',
        decidedAt: '2026-11-01T10:00:00Z',
        decidedBy: { id: grace, fullName: 'Grace Hopper', email: 'grace@example.com' },
      },
      test,
      { [`PUT ${path}`]: done },
    );
    const shown = await section();
    expect(shown.getByText(/Decided for this failure, not only for this run: Grace Hopper/)).toBeVisible();
    expect(shown.getByText('The proxy is down')).toBeVisible();
    await user.click(await shown.findByRole('button', { name: 'Change note' }));
    await enter(shown.getByRole('textbox', { name: 'Note' }), ', SHOP-812', user);
    await user.click(shown.getByRole('button', { name: 'Save note' }));
    await waitFor(() => expect(bodiesOf(sent, path)).toEqual([{ note: 'The proxy is down, SHOP-812' }]));
    expect(await shown.findByRole('button', { name: 'Change note' })).toBeVisible();
  });

  it('suggests somebody with the reason, and gives the failure to them by a click only', async () => {
    const { sent } = show({ suggestion: { userId: grace, reason: 'REVIEWED' } }, test, { 'PUT /review/user': done });
    expect(await screen.findByText(/Grace Hopper reviewed this failure last/)).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Assign Grace Hopper' }));
    await waitFor(() => expect(bodiesOf(sent, '/review/user')).toMatchObject([{ assigneeUserId: grace }]));
  });

  it('suggests who wrote the commit that the test has failed since, where nobody is known to know', async () => {
    const since = { testRunId: testRunView(1).id, number: 1, at: '2026-11-01T10:00:00Z', commit: 'abc' };
    const commit = { id: 'abc', user: 'Grace', userId: grace, date: '2026-11-01T10:00:00Z', message: 'Empty the disk' };
    const routes = { 'GET /projects/p1/commits/abc': commit, 'PUT /review/user': done };
    const { sent, unmount } = show({}, { ...test, failingSince: since }, routes);
    expect(await screen.findByText(/Grace Hopper wrote the commit that this test has failed since/)).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Assign Grace Hopper' }));
    await waitFor(() => expect(bodiesOf(sent, '/review/user')).toMatchObject([{ assigneeUserId: grace }]));
    unmount();
    show({ suggestion: { userId: grace, reason: 'FIXED' } }, { ...test, failingSince: since }, routes);
    expect(await screen.findByText(/Grace Hopper had this failure before/)).toBeVisible();
  });

  it('suggests who owns the file, before who wrote the commit', async () => {
    const since = { testRunId: testRunView(1).id, number: 1, at: '2026-11-01T10:00:00Z', commit: 'abc' };
    const owners = [
      { name: '@northwind/shop', userId: null, team: null },
      { name: 'grace@example.com', userId: grace, team: null },
    ];
    const routes = {
      'GET /projects/p1/code-owners': { path: 'CODEOWNERS', rules: [{ line: 12, section: null, owners }] },
      'PUT /review/user': done,
    };
    const { sent } = show({}, { ...test, failingSince: since }, routes);
    expect(await screen.findByText(/Grace Hopper owns this file \(CODEOWNERS, line 12\)/)).toBeVisible();
    expect(sent.some(({ path: asked }) => asked.includes('/commits/'))).toBe(false);
    await userEvent.click(screen.getByRole('button', { name: 'Assign Grace Hopper' }));
    await waitFor(() => expect(bodiesOf(sent, '/review/user')).toMatchObject([{ assigneeUserId: grace }]));
  });

  it('suggests a member of the team that owns the file', async () => {
    const team = { id: 't1', name: 'Web Shop', userIds: [grace] };
    const owners = [{ name: '@northwind/web-shop', userId: null, team }];
    show({}, test, {
      'GET /projects/p1/code-owners': { path: 'CODEOWNERS', rules: [{ line: 3, section: null, owners }] },
    });
    expect(await screen.findByText(/Grace Hopper owns this file \(CODEOWNERS, line 3\)/)).toBeVisible();
  });

  it('lists the same failure elsewhere, this run first', async () => {
    show();
    const links = (await section()).getAllByRole('link');
    expect(links.map((link) => link.getAttribute('href'))).toEqual([
      '/northwind/test-runs/r1/tests/pays',
      '/northwind/test-runs/r2/tests/adds',
    ]);
    expect(screen.getByText(/Failed 7 times in 3 runs/)).toBeVisible();
  });
});
