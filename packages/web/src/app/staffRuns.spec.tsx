import type { StaffAccessView, StaffHeaderData } from '@assay/contract';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { enter } from '../testSupport/retype.ts';
import { access, detail, done, harbour, noLogs, reason, showStaff } from '../testSupport/staffConsole.tsx';
import { accountView, positionAt, staffHeader, testRunView, userView } from '../testSupport/views.ts';

const closed = {
  status: 403,
  body: { code: 'staffAccess.required', message: 'Give a reason first', requestId: 'r' },
};

describe("the staff's search of test runs", () => {
  it('is the default of the console, with its counts, and opens a run by keyboard', async () => {
    const { address, page } = showStaff('/employee');
    await waitFor(() => expect(address()).toBe('/employee/test-run-search'));
    const row = await screen.findByRole('row', { name: /Queued harbour Checkout #1/ });
    expect(row).toBeVisible();
    const runs = screen.getByRole('region', { name: 'Test runs' });
    expect(within(runs).getByText('Running').nextSibling).toHaveTextContent('1');
    expect(within(runs).getByText('Today').nextSibling).toHaveTextContent('4 of 12 usual');
    expect(page.sent.some(({ path }) => path === '/employee/test-runs?page=1&limit=40')).toBe(true);
    await userEvent.keyboard('j{Enter}');
    await waitFor(() => expect(address()).toBe('/employee/test-runs/r1'));
  });

  it('filters by several statuses and a date, and says when nothing fits', async () => {
    const { page } = showStaff('/employee/test-run-search?status=RUNNING&status=QUEUED&date=2026-03-01..2026-03-02', {
      'GET /employee/test-runs': { testRuns: [], total: 0, totalIsLeast: false },
    });
    expect(await screen.findByText('No Test Runs Found')).toBeVisible();
    const asked = page.sent.find(({ path }) => path.startsWith('/employee/test-runs?'))?.path ?? '';
    expect(decodeURIComponent(asked)).toMatch(/status=RUNNING,QUEUED&date=2026-0\d-\d\dT.*,2026-03-0\dT/);
  });

  it('shows the runs of one account only once there is a reason, which goes with them', async () => {
    let held: StaffAccessView[] = [];
    const account: NonNullable<StaffHeaderData['account']> = {
      id: harbour,
      name: 'harbour',
      tier: 2,
      legacyPlan: false,
      people: 6,
      administrators: 2,
      testRunCount: 312,
      runners: 24,
      maximumRunners: 30,
      thisMonth: {
        year: 2026,
        month: 3,
        testRuns: 1204,
        totalTests: 361_204,
        failedTests: 8_669,
        totalTestingTime: 60_000,
      },
      lastMonth: {
        year: 2026,
        month: 2,
        testRuns: 1091,
        totalTests: 330_945,
        failedTests: 6_288,
        totalTestingTime: 60_000,
      },
    };
    const { page, sent } = showStaff('/employee/test-run-search', {
      'GET /users/me': () => ({ body: { ...userView('ADMIN'), staffAccess: held } }),
      'GET /employee/header-data': ({ path }: { path: string }) => ({
        body: { ...staffHeader, account: path.includes('accountId') ? account : null },
      }),
      'POST /employee/access': () => {
        held = [access];
        return done;
      },
    });
    await userEvent.click(await screen.findByRole('button', { name: 'Account' }));
    await userEvent.click(await screen.findByRole('button', { name: 'harbour' }));
    const form = within(await screen.findByRole('form', { name: 'Read-only access' }));
    expect(screen.queryByRole('table', { name: 'Test runs' })).toBeNull();
    await userEvent.click(form.getByRole('button', { name: 'Read test runs' }));
    expect(await form.findByText("Can't be blank")).toBeVisible();
    expect(page.sent.some(({ path }) => path.includes('accountId'))).toBe(false);
    await enter(form.getByLabelText(/^Reason/), reason);
    await userEvent.type(form.getByLabelText(/^Reason/), '{Control>}{Enter}{/Control}');
    await waitFor(() => expect(sent('POST')).toMatchObject([{ body: { accountId: harbour, reason } }]));
    expect(await screen.findByText(/harbour’s administrators see this access/)).toHaveTextContent(reason);
    expect(await screen.findByRole('row', { name: 'Tests 361,204 330,945' })).toBeVisible();
    expect(screen.getByRole('row', { name: 'Failed 2.4% 1.9%' })).toBeVisible();
    expect(await screen.findByRole('row', { name: /Queued Checkout #1/ })).toBeVisible();
  });
});

describe('a test run of another account', () => {
  it('is closed to staff without a reason', async () => {
    let isOpen = false;
    const { sent } = showStaff('/employee/test-runs/r1', {
      'GET /users/me': { ...userView('ADMIN'), staffAccess: [] },
      'GET /employee/test-runs/r1': () => (isOpen ? { body: detail } : closed),
      'POST /employee/access': () => {
        isOpen = true;
        return done;
      },
    });
    const form = within(await screen.findByRole('form', { name: 'Read-only access' }));
    await enter(form.getByLabelText(/^Reason/), reason);
    await userEvent.click(form.getByRole('button', { name: 'Read test runs' }));
    expect(await screen.findByRole('table', { name: 'Runners' })).toBeVisible();
    expect(sent('POST')).toMatchObject([{ body: { testRunId: 'r1', reason } }]);
  });

  it('says who sees the access, and has its runners stopped or replaced for a reason only', async () => {
    const { sent } = showStaff('/employee/test-runs/r1', {
      'POST /employee/test-runs/r1/runners/run-agent-0/replace': () => ({ ...done, status: 200 }),
      'DELETE /employee/access/sa1': () => ({ ...done, status: 200 }),
    });
    const runners = within(await screen.findByRole('table', { name: 'Runners' }));
    expect(screen.getByRole('complementary', { name: 'Read-only access' })).toHaveTextContent(
      /harbour’s administrators see this access.*it hangs.*ends in/,
    );
    // One that has exited has its log alone.
    expect(runners.getAllByRole('link', { name: /^Logs of/ })).toHaveLength(2);
    expect(runners.getAllByRole('button')).toHaveLength(2);
    await userEvent.click(runners.getByRole('button', { name: 'Replace Runner 1' }));
    const form = within(await screen.findByRole('form', { name: 'Replace Runner 1' }));
    await userEvent.click(form.getByRole('button', { name: 'Replace Runner 1' }));
    expect(await form.findByText("Can't be blank")).toBeVisible();
    expect(sent('POST')).toEqual([]);
    await enter(form.getByLabelText(/^Reason/), reason);
    await userEvent.click(form.getByRole('button', { name: 'Replace Runner 1' }));
    await waitFor(() => expect(sent('POST')).toMatchObject([{ body: { reason } }]));
    await userEvent.click(screen.getByRole('button', { name: 'End now' }));
    await waitFor(() => expect(sent('DELETE')).toHaveLength(1));
  });

  it.each([
    ['/employee/test-runs/r1/logs', 'Logs'],
    ['/employee/test-runs/r1/runners/run-agent-0', 'Log of Runner 1'],
    ['/employee/agents/agent/logs', 'Log of an agent'],
  ])('has a log that may be empty: %s', async (path, title) => {
    showStaff(path, {
      'GET /employee/test-runs/r1/runners/run-agent-0/logs': noLogs,
      'GET /employee/agents': [],
      'GET /employee/agents/agent/logs': noLogs,
    });
    expect(await screen.findByText('No logs to load')).toBeVisible();
    expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent(title);
  });

  it('has a log with times and messages', async () => {
    const entries = [{ time: '2026-03-01T12:00:00.000Z', source: 'run', message: 'Setting up' }];
    showStaff('/employee/test-runs/r1/logs', { 'GET /employee/test-runs/r1/logs': { entries, nextOffset: null } });
    const log = within(await screen.findByRole('table', { name: 'Run log' }));
    expect(log.getByRole('row', { name: /^\d\d:\d\d:\d\d run Setting up$/ })).toBeVisible();
  });

  it('has the result of listing its tests, and each test without files', async () => {
    const { unmount } = showStaff('/employee/test-runs/r1/test-list-result');
    for (const name of ['Output', 'Error', 'Filters', /^Infos/, /^Unfiltered infos/]) {
      expect(await screen.findByRole('heading', { name })).toBeVisible();
    }
    expect(screen.getByText('Include tag: @split')).toBeVisible();
    unmount();
    showStaff('/employee/test-runs/r1/tests/none');
    expect(await screen.findByText('This test does not exist')).toBeVisible();
  });

  it('opens read-only in the pages of its account, without its navigation', async () => {
    showStaff('/harbour/test-runs/r1', {
      'GET /account': accountView,
      'GET /test-runs/r1': { ...testRunView(1, { status: 'FAIL' }), testRunners: [], expired: detail.expired },
      'GET /test-runs/r1/results': { tests: [], total: 0, position: positionAt(1) },
    });
    expect(await screen.findByRole('complementary', { name: 'Read-only access' })).toHaveTextContent('Back to Staff');
    expect(await screen.findByRole('tab', { name: 'History' })).toBeVisible();
    expect(screen.queryByRole('tab', { name: /Messages/ })).toBeNull();
    expect(screen.queryByRole('navigation', { name: 'Main' })).toBeNull();
    expect(screen.queryByRole('button', { name: 'Set status' })).toBeNull();
  });
});
