import type {
  AgentId,
  EmployeeAgentView,
  StaffAccessView,
  StaffHeaderData,
  StaffTestRunDetailView,
  TestRunnerView,
} from '@assay/contract';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { makePage, type Routes, renderOn } from '../testSupport/pageOfTests.tsx';
import { enter } from '../testSupport/retype.ts';
import { type accountId, accountView, positionAt, staffHeader, testRunView, userView } from '../testSupport/views.ts';
import { AppRoutes } from './AppRoutes.tsx';

const done = { status: 201, body: { id: 'x', revision: '1', position: positionAt(2) } };
const reason = 'Ticket 4112: it hangs';
const harbour = 'harbour-id' as typeof accountId;
const access: StaffAccessView = {
  id: 'sa1' as StaffAccessView['id'],
  accountId: harbour,
  accountName: 'harbour',
  reason,
  startedAt: '2026-03-01T12:00:00.000Z',
  until: '2999-01-01T00:00:00.000Z',
};
const ofHarbour = { account: { id: harbour, name: 'harbour' }, testTimeoutSeconds: 60, timeoutMinutes: 10 };
const noLogs = { entries: [], nextOffset: null };
const closed = {
  status: 403,
  body: { code: 'staffAccess.required', message: 'Give a reason first', requestId: 'r' },
};
const runner: TestRunnerView = {
  id: 'run-agent-0' as TestRunnerView['id'],
  uuid: 'u',
  status: 'Running',
  testsRun: 19,
  testRunnerAgentId: 'agent' as AgentId,
  agentName: 'agent-02',
  currentTest: 'pays in three instalments',
  currentTestStartTime: '2026-03-01T12:00:00.000Z',
  createdAt: '2026-03-01T12:00:00.000Z',
  exitedAt: null,
  exitReason: null,
  replacedById: null,
};
const detail: StaffTestRunDetailView = {
  ...testRunView(1, { status: 'RUNNING', failCount: 1 }),
  ...ofHarbour,
  testRunners: [runner, { ...runner, id: 'run-agent-1' as TestRunnerView['id'], status: 'Exited', currentTest: null }],
  expired: { logs: null, details: null, attachments: null },
  firstFailures: [{ testId: 't1' as never, file: 'cart.spec.ts', name: 'splits a cart' }],
};
const testList = {
  output: '',
  outputSize: 0,
  error: null,
  filters: ['Include tag: @split'],
  listedAt: null,
  listingMs: null,
  testCount: null,
  foundCount: null,
  infos: [],
  unfilteredInfos: null,
};

function show(at: string, routes: Routes = {}) {
  const page = makePage({
    'GET /employee': { employee: true },
    'GET /employee/header-data': staffHeader,
    'GET /users/me': { ...userView('ADMIN'), staffAccess: [access] },
    'GET /employee/accounts/harbour-id': { id: harbour, name: 'harbour', tier: 2, legacyPlan: false, testRunCount: 1 },
    'GET /employee/accounts': {
      accounts: [{ id: harbour, name: 'harbour', tier: 2, legacyPlan: false, testRunCount: 1 }],
      total: 1,
    },
    'GET /employee/test-runs': {
      testRuns: [{ ...testRunView(1, { status: 'QUEUED' }), ...ofHarbour }],
      total: 1,
      totalIsLeast: false,
    },
    'GET /employee/test-runs/r1': detail,
    'GET /employee/test-runs/r1/logs': noLogs,
    'GET /employee/test-runs/r1/test-list-result': testList,
    ...routes,
  });
  const sent = (method: string) => page.sent.filter((request) => request.method === method);
  return { page, sent, ...renderOn(page, <AppRoutes />, at) };
}

describe("the staff's search of test runs", () => {
  it('is the default of the console, with its counts, and opens a run by keyboard', async () => {
    const { address, page } = show('/employee');
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
    const { page } = show('/employee/test-run-search?status=RUNNING&status=QUEUED&date=2026-03-01..2026-03-02', {
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
    const { page, sent } = show('/employee/test-run-search', {
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
    const { sent } = show('/employee/test-runs/r1', {
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
    const { sent } = show('/employee/test-runs/r1', {
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
    show(path, {
      'GET /employee/test-runs/r1/runners/run-agent-0/logs': noLogs,
      'GET /employee/agents': [],
      'GET /employee/agents/agent/logs': noLogs,
    });
    expect(await screen.findByText('No logs to load')).toBeVisible();
    expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent(title);
  });

  it('has a log with times and messages', async () => {
    const entries = [{ time: '2026-03-01T12:00:00.000Z', source: 'run', message: 'Setting up' }];
    show('/employee/test-runs/r1/logs', { 'GET /employee/test-runs/r1/logs': { entries, nextOffset: null } });
    const log = within(await screen.findByRole('table', { name: 'Run log' }));
    expect(log.getByRole('row', { name: /^\d\d:\d\d:\d\d run Setting up$/ })).toBeVisible();
  });

  it('has the result of listing its tests, and each test without files', async () => {
    const { unmount } = show('/employee/test-runs/r1/test-list-result');
    for (const name of ['Output', 'Error', 'Filters', /^Infos/, /^Unfiltered infos/]) {
      expect(await screen.findByRole('heading', { name })).toBeVisible();
    }
    expect(screen.getByText('Include tag: @split')).toBeVisible();
    unmount();
    show('/employee/test-runs/r1/tests/none');
    expect(await screen.findByText('This test does not exist')).toBeVisible();
  });

  it('opens read-only in the pages of its account, without its navigation', async () => {
    show('/harbour/test-runs/r1', {
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

describe('the agents of every account', () => {
  const agent = {
    id: 'agent-a' as AgentId,
    name: 'agent-02',
    os: 'LINUX',
    status: 'Running',
    capacity: 2,
    pool: null,
    cluster: 'eu-1',
    serverId: 'agent-02',
    accountId: null,
    departure: null,
    nonExitedRunners: 1,
    shortVersion: '0.9.4',
    outdated: false,
    capabilities: { chrome: null, nodejs: null, python: null, java: null, dotnet: null },
    idleReason: null,
    replacedById: null,
    createdAt: '2026-03-01T12:00:00.000Z',
    updatedAt: '2026-03-01T12:00:00.000Z',
    lastTestRunCompletedAt: null,
    availableDiskSpace: 61 * 1024 ** 3,
    data: { availableDiskSpace: 61 * 1024 ** 3, diskSize: 100 * 1024 ** 3, currentRunners: 1 },
    position: positionAt(1),
  } satisfies EmployeeAgentView;

  it('may be none', async () => {
    show('/employee/agents', { 'GET /employee/agents': [] });
    expect(await screen.findByText('No Agents Exist')).toBeVisible();
  });

  it('are filtered by cluster, in the address, with what is free of their disks', async () => {
    const full = { availableDiskSpace: 4 * 1024 ** 3, diskSize: 100 * 1024 ** 3, currentRunners: 0 };
    const other = { ...agent, id: 'agent-b' as AgentId, name: 'agent-03', cluster: null, data: full };
    const { address } = show('/employee/agents', { 'GET /employee/agents': [agent, other] });
    const rows = async () => (await screen.findAllByRole('row', { name: /agent-0/ })).map((row) => row.textContent);
    // What needs attention first, with the reason below.
    expect(await rows()).toEqual([expect.stringContaining('agent-03'), expect.stringContaining('agent-02')]);
    expect(screen.getByText('Only 4% of the disk is free')).toBeVisible();
    expect(screen.getByTitle('61.0 GB of 100 GB free')).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Cluster' }));
    await userEvent.click(await screen.findByRole('checkbox', { name: 'eu-1' }));
    await waitFor(() => expect(address()).toBe('/employee/agents?cluster=eu-1'));
    expect(await rows()).toEqual([expect.stringContaining('agent-02')]);
  });

  it('say why they are gone or take no more work', async () => {
    const since = '2026-03-01T12:00:00.000Z';
    const begun = { since, order: null, exitedAt: null, isLost: false, lastSeenAt: null };
    const stop = { kind: 'stop' as const, by: 'Grace Hopper', reason: 'Ticket 4077' };
    const departures: EmployeeAgentView['departure'][] = [
      { ...begun, exitedAt: since, isLost: true, lastSeenAt: '2026-03-01T11:59:15.000Z' },
      { ...begun, exitedAt: since, order: stop },
      { ...begun, exitedAt: since },
      { ...begun, order: { ...stop, kind: 'replace' } },
      begun,
    ];
    const agents = departures.map((departure, place) => ({
      ...agent,
      id: `agent-${place}` as AgentId,
      status: departure?.exitedAt ? ('Exited' as const) : ('Draining' as const),
      departure,
    }));
    show('/employee/agents', { 'GET /employee/agents': agents });
    const wanted = [
      /^lost 03\/01\/26 .*: no heartbeat for 45 s$/,
      /^stopped 03\/01\/26 .* by Grace Hopper, “Ticket 4077”$/,
      /^exited 03\/01\/26 .*: ended on its machine$/,
      /^being replaced since 03\/01\/26 .* by Grace Hopper, “Ticket 4077” · 1 runner left$/,
      /^draining since 03\/01\/26 .* · 1 runner left$/,
    ];
    for (const text of wanted) expect(await screen.findByText(text)).toBeVisible();
  });

  it('are stopped for a reason, and replaced unless they were', async () => {
    const replaced = { ...agent, id: 'agent-b' as AgentId, name: 'agent-03', replacedById: agent.id };
    const { sent } = show('/employee/agents', {
      'GET /employee/agents': [agent, { ...replaced, status: 'Deprecated' }],
      'DELETE /employee/agents/agent-a': () => ({ ...done, status: 200 }),
    });
    expect(await screen.findByRole('row', { name: /Running agent-02.*eu-1 · linux 0\.9\.4 1 of 2/ })).toBeVisible();
    expect(screen.getByRole('button', { name: 'Replace agent-02' })).toBeVisible();
    expect(screen.getByRole('button', { name: 'Stop agent-03' })).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Replace agent-03' })).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: 'Stop agent-02' }));
    const form = within(await screen.findByRole('form', { name: 'Stop agent-02' }));
    await enter(form.getByLabelText(/^Reason/), 'Ticket 4077');
    await userEvent.click(form.getByRole('button', { name: 'Stop agent-02' }));
    await waitFor(() =>
      expect(sent('DELETE')).toMatchObject([{ path: '/employee/agents/agent-a?reason=Ticket+4077' }]),
    );
  });
});
