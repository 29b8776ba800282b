import type {
  FlakyTestInfo,
  FlakyTestOwners,
  ProjectId,
  TeamId,
  TestId,
  TestRunId,
  UnstableTest,
  UserId,
} from '@assay/contract';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Route, Routes as Screens } from 'react-router';
import { makePage, type Routes, renderOn } from '../../../testSupport/pageOfTests.tsx';
import { enter } from '../../../testSupport/retype.ts';
import { positionAt, projectView, userView } from '../../../testSupport/views.ts';
import { AnalyticsScreen } from '../AnalyticsScreen.tsx';

const daysFromNow = (days: number) => new Date(Date.now() + days * 24 * 3_600_000).toISOString();
const test = (name: string, change: Partial<UnstableTest> = {}): UnstableTest => ({
  projectId: 'p1' as ProjectId,
  testId: name as TestId,
  file: 'cart.spec.ts',
  name,
  state: 'flaky',
  evidence: 'A',
  seen: 9,
  of: 88,
  lowerBound: 0.26,
  firstAt: new Date(Date.now() - 46 * 24 * 3_600_000).toISOString(),
  // In hours: a slow machine may take a minute.
  lastAt: new Date(Date.now() - 5 * 3_600_000).toISOString(),
  runsBlocked: 14,
  retries: 62,
  retryMs: 6_480_000,
  quarantinedAt: null,
  quarantinedUntil: null,
  ownerUserId: null,
  lastRunId: 'r1' as TestRunId,
  trend: [1, 0, 3],
  ...change,
});
const period = (date: number, flaky: number) => ({
  start: new Date(2026, 10, date).toISOString(),
  end: new Date(2026, 10, date + 1).toISOString(),
  flaky,
});
const info: FlakyTestInfo = {
  periods: [period(16, 2), period(17, 0), period(18, 5)],
  flaky: 7,
  retries: 212,
  retryMs: 22_320_000,
  runsBlocked: 47,
  runs: 988,
  outages: 2,
  tests: [
    test('applies a voucher'),
    test('keeps a session', { evidence: 'B', seen: 19, of: 66, state: 'recovering' }),
    test('sends a receipt', { quarantinedAt: daysFromNow(-3), quarantinedUntil: daysFromNow(1.5) }),
    test('reads the old format', { state: 'broken', evidence: null, seen: 25, of: 30 }),
  ],
  total: 4,
};

function show(answer: unknown = info, change: Routes = {}) {
  const routes: Routes = {
    'GET /test-runs/flaky-test-info': answer as FlakyTestInfo,
    'GET /test-runs/flaky-test-owners': { tests: [], unreadProjectIds: [] },
    'GET /projects': [projectView()],
    ...change,
  };
  const page = makePage(routes);
  const screens = (
    <Screens>
      <Route path="/:account/dashboard/analytics/:tab" element={<AnalyticsScreen />} />
      <Route path="/:account/test-runs/:id/tests/:key" element={<p>The newest result</p>} />
      <Route path="/:account/test-runs" element={<p>The list of runs</p>} />
    </Screens>
  );
  return { ...page, ...renderOn(page, screens, '/northwind/dashboard/analytics/flaky-tests') };
}
const openState = async (name: string) =>
  userEvent.click(await screen.findByRole('button', { name: `State of ${name}` }));
const rowsOf = async (name: string) =>
  within(await screen.findByRole('table', { name }))
    .getAllByRole('row')
    .slice(1);

describe('the analytics of flaky tests', () => {
  it('say how sure each is, what it costs and how it stands', async () => {
    show();
    const [first, second, third] = await rowsOf('Flaky tests');
    await waitFor(() => expect(first).toHaveTextContent('Checkout · cart.spec.ts'));
    expect(first).toHaveTextContent('A 9 × on the same commit');
    expect(first).toHaveTextContent('≥ 26% of 88');
    expect(first).toHaveTextContent('1h 48m14 blocked · 62 retries');
    expect(first).toHaveTextContent('5 h agofor 46 days');
    await waitFor(() => expect(first).toHaveTextContent('No ownerFlaky'));
    expect(second).toHaveTextContent('B 19 flips on the default branch');
    expect(second).toHaveTextContent('Recovering');
    expect(third).toHaveTextContent('Quarantined 2 days left');
  });

  it('have the numbers of the chart in a table, each leading to its runs', async () => {
    show();
    const rows = await rowsOf('Flaky results by day');
    expect(rows.map((row) => row.textContent)).toEqual(['Wed, Nov 185', 'Tue, Nov 17–', 'Mon, Nov 162']);
    const link = within(rows[0] as HTMLElement).getByRole('link');
    expect(link).toHaveAttribute('href', '/northwind/test-runs?date=2026-11-18..2026-11-18');
    await userEvent.click(screen.getByRole('button', { name: 'Hide table' }));
    expect(screen.queryByRole('table', { name: 'Flaky results by day' })).toBeNull();
  });

  it('list broken tests apart', async () => {
    show();
    const broken = await rowsOf('Broken tests');
    expect(broken.map((row) => row.textContent)).toEqual([expect.stringContaining('25 failures')]);
    expect(screen.getByText('1 broken, listed separately')).toBeVisible();
    expect(screen.getByText('1 quarantined')).toBeVisible();
  });

  it('say what all of them cost, and which runs are left out', async () => {
    show();
    const cost = within(await screen.findByRole('region', { name: 'Flaky results per day' }));
    expect(cost.getByText('6h 12m')).toBeVisible();
    expect(cost.getByText('of 988')).toBeVisible();
    expect(cost.getByText('2 runs left out: nearly everything failed')).toBeVisible();
    const band = cost.getByRole('slider', { name: 'Flaky results by day' });
    expect(band).toHaveAttribute('aria-valuetext', expect.stringContaining('5 flaky'));
  });

  it('lead to the newest result of a test', async () => {
    show();
    await userEvent.click(await screen.findByRole('link', { name: 'applies a voucher' }));
    expect(await screen.findByText('The newest result')).toBeVisible();
  });

  it('are quarantined where they are listed, with a reason, an end and whose they are', async () => {
    const { sent } = show(
      { ...info, tests: info.tests.map((one) => ({ ...one, testId: one.name.replaceAll(' ', '-') as TestId })) },
      {
        'PUT /projects/p1/tests/applies-a-voucher/quarantine': { id: 'p1', revision: '1', position: positionAt(40) },
      },
    );
    await openState('applies a voucher: Flaky');
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Quarantine…' }));
    await enter(await screen.findByLabelText('Reason'), 'Waits for the bank');
    await userEvent.click(screen.getByRole('button', { name: 'Quarantine test' }));
    await waitFor(() =>
      expect(sent.find(({ method }) => method === 'PUT')?.body).toMatchObject({
        reason: 'Waits for the bank',
        until: expect.any(String),
        ownerUserId: null,
      }),
    );
    // The row does not open meanwhile.
    expect(screen.getByRole('table', { name: 'Flaky tests' })).toBeVisible();
  });

  it('are given more time and released from the menu of their state, which leads to the newest result too', async () => {
    const id = 'sends-a-receipt' as TestId;
    const quarantined = test('sends a receipt', {
      testId: id,
      quarantinedAt: daysFromNow(-3),
      quarantinedUntil: daysFromNow(1.5),
    });
    const done = { id: 'p1', revision: '1', position: positionAt(40) };
    const { sent } = show(
      { ...info, tests: [quarantined], total: 1 },
      { [`PUT /projects/p1/tests/${id}/quarantine`]: done, [`PUT /projects/p1/tests/${id}/dequarantine`]: done },
    );
    await openState('sends a receipt: Quarantined 2 days left');
    expect(await screen.findByRole('menuitem', { name: 'Open newest result' })).toHaveAttribute(
      'href',
      `/northwind/test-runs/r1/tests/${id}`,
    );
    await userEvent.click(screen.getByRole('menuitem', { name: 'Extend by 7 days' }));
    await waitFor(() =>
      expect(sent.find(({ method }) => method === 'PUT')?.body).toEqual({ until: expect.any(String) }),
    );
    await openState('sends a receipt: Quarantined 2 days left');
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Dequarantine' }));
    await waitFor(() => expect(sent.some(({ path }) => path.endsWith('/dequarantine'))).toBe(true));
  });

  it('are only those of an owner, if one is picked', async () => {
    const owned = test('pays', { ownerUserId: 'u1' as UserId });
    show({ ...info, tests: [test('applies a voucher'), owned], total: 2 });
    expect(await rowsOf('Flaky tests')).toHaveLength(2);
    await userEvent.click(screen.getByRole('button', { name: 'Owner' }));
    await userEvent.click(await screen.findByRole('checkbox', { name: 'No owner' }));
    expect(await rowsOf('Flaky tests')).toEqual([
      expect.objectContaining({ textContent: expect.stringContaining('voucher') }),
    ]);
    expect(screen.getByText('1 flaky')).toBeVisible();
  });

  it('have the owners that CODEOWNERS names, also by team, and those of the user first', async () => {
    const owned = (name: string, owner: FlakyTestOwners['tests'][number]['owners'][number]) => ({
      projectId: 'p1' as ProjectId,
      testId: name as TestId,
      owners: [owner, { name: '@all', userId: null, team: null }],
    });
    const me = 'u1' as UserId;
    const team = { id: 't1' as TeamId, name: 'Web Shop', userIds: [me] };
    const codeOwners: FlakyTestOwners = {
      tests: [
        owned('pays', { name: '@northwind/web-shop', userId: null, team }),
        owned('ships', { name: '@grace', userId: 'u2' as UserId, team: null }),
        owned('chosen', { name: '@northwind/web-shop', userId: null, team }),
      ],
      unreadProjectIds: ['p2' as ProjectId],
    };
    const away = test('away', { projectId: 'p2' as ProjectId });
    const tests = [test('pays'), test('ships'), test('chosen', { ownerUserId: 'u2' as UserId }), test('free'), away];
    const { sent } = show(
      { ...info, tests, total: 5 },
      {
        'GET /test-runs/flaky-test-owners': codeOwners,
        'GET /user-roles': [{ user: { id: 'u2', fullName: 'Grace Hopper', email: '' } }],
        'GET /users/me': userView('ADMIN'),
      },
    );
    const rows = await rowsOf('Flaky tests');
    await waitFor(() => expect(rows[0]).toHaveTextContent('Web Shop +1CODEOWNERS'));
    await waitFor(() => expect(rows[1]).toHaveTextContent('Grace Hopper +1CODEOWNERS'));
    expect(rows[2]).toHaveTextContent('Grace HopperFlaky');
    expect(rows[3]).toHaveTextContent('No ownerFlaky');
    expect(rows[4]).toHaveTextContent('UnknownFlaky');
    expect(sent.filter(({ path }) => path.includes('flaky-test-owners'))).toHaveLength(1);
    await userEvent.click(screen.getByRole('button', { name: 'Owner' }));
    const [first] = await screen.findAllByRole('checkbox');
    expect(first).toBe(screen.getByRole('checkbox', { name: 'Me' }));
    await userEvent.click(screen.getByRole('checkbox', { name: 'Me' }));
    expect((await rowsOf('Flaky tests')).map((row) => row.textContent)).toEqual([expect.stringContaining('pays')]);
  });

  it('lead to what quarantine would have done, in one of their projects', async () => {
    const { unmount } = show();
    const link = await screen.findByRole('link', { name: 'Preview quarantine' });
    expect(link).toHaveAttribute('href', '/northwind/projects/checkout/quarantine-preview');
    unmount();
    const other = projectView({ id: 'p2' as ProjectId, key: 'mobile', name: 'Mobile' });
    const tests = [test('pays'), test('ships', { projectId: other.id })];
    show({ ...info, tests, total: 2 }, { 'GET /projects': [projectView(), other] });
    await userEvent.click(await screen.findByRole('button', { name: 'Preview quarantine' }));
    const item = await screen.findByRole('menuitem', { name: 'Mobile' });
    expect(item).toHaveAttribute('href', '/northwind/projects/mobile/quarantine-preview');
  });

  it('come in pages', async () => {
    const tests = Array.from({ length: 30 }, (_, index) => test(`test ${index + 1}`));
    show({ ...info, tests, total: 30 });
    expect(await rowsOf('Flaky tests')).toHaveLength(25);
    await userEvent.click(screen.getByRole('button', { name: 'Next →' }));
    const rows = await rowsOf('Flaky tests');
    expect(rows.map((row) => row.textContent)).toHaveLength(5);
    expect(rows[0]).toHaveTextContent('26test 26');
  });

  it('say that nothing is flaky, and that there are no runs', async () => {
    const { unmount } = show({ ...info, tests: [], total: 0 });
    expect(await screen.findByText('No flaky or broken tests')).toBeVisible();
    unmount();
    show({ ...info, runs: 0 });
    expect(await screen.findByText('No test runs found')).toBeVisible();
  });
});
