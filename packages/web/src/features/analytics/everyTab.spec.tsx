import type {
  FlakyTestInfo,
  FlakyTestOwners,
  MonthlyUsage,
  ProjectId,
  SlowerTestInfo,
  TestDistributionAnalysis,
  TestInfo,
  TestRunInfo,
  UnstableTest,
} from '@assay/contract';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Route, Routes as Screens } from 'react-router';
import { makePage, renderOn } from '../../testSupport/pageOfTests.tsx';
import { catchSavedFiles } from '../../testSupport/savedFiles.ts';
import { projectView } from '../../testSupport/views.ts';
import { AnalyticsScreen } from './AnalyticsScreen.tsx';

const moment = '2026-11-18T09:30:00.000Z';
const [start, end] = [new Date(2026, 10, 18), new Date(2026, 10, 19)].map((day) => day.toISOString()) as [
  string,
  string,
];
const runs = {
  runs: 3,
  passed: 2,
  failed: 1,
  setupFailed: 0,
  inconclusive: 0,
  canceled: 0,
  unfinished: 0,
  p50Ms: 1_000,
  p95Ms: 2_000,
};
const results = {
  results: 50,
  passed: 45,
  failed: 3,
  ignored: 2,
  notRun: 0,
  quarantined: 4,
  flaky: 6,
  retries: 8,
  retryMs: 90_000,
  testMs: 61_000,
};
const unstable = {
  projectId: 'p1',
  testId: 't1',
  file: 'cart.spec.ts',
  name: '=pays, at once',
  state: 'flaky',
  evidence: 'A',
  seen: 9,
  of: 88,
  lowerBound: 0.056_789,
  firstAt: '2026-11-01T08:00:00.000Z',
  lastAt: '2026-11-17T08:00:00.000Z',
  runsBlocked: 14,
  retries: 62,
  retryMs: 6_480_000,
  quarantinedAt: null,
  quarantinedUntil: null,
  ownerUserId: 'u1',
  lastRunId: 'r1',
  trend: [9],
} as UnstableTest;
const flaky: FlakyTestInfo = {
  periods: [{ start, end, flaky: 7 }],
  flaky: 7,
  retries: 212,
  retryMs: 22_320_000,
  runsBlocked: 47,
  runs: 988,
  outages: 0,
  tests: [unstable],
  total: 1,
};
const used = { testRuns: 3, totalTests: 50, failedTests: 0, totalTestingTime: 61_000 };
const usage: MonthlyUsage[] = [
  {
    year: 2026,
    month: 11,
    start: new Date(2026, 10, 1).toISOString(),
    end: new Date(2026, 11, 1).toISOString(),
    ...used,
    projects: [{ projectId: 'gone' as ProjectId, ...used }],
  },
];
const counts = { unitTestCount: 1_200, integrationTestCount: 300, e2eTestCount: 100, unmatchedTestCount: 2 };
const distribution: TestDistributionAnalysis = {
  start: '2026-08-26T00:00:00.000Z',
  end: '2026-11-25T00:00:00.000Z',
  ...counts,
  lastQuarter: { start: '2026-05-27T00:00:00.000Z', end: '2026-08-26T00:00:00.000Z', ...counts, unitTestCount: 900 },
  rules: [],
};

/** What each tab asks the service for, as of a moment or not. */
const calls = {
  'test-runs': ['/test-runs/test-run-info'],
  tests: ['/test-runs/test-info', '/test-runs/slower-test-info'],
  'flaky-tests': ['/test-runs/flaky-test-info'],
  usage: ['/account/execution'],
};

function show(tab: string, query = '') {
  const page = makePage({
    'GET /projects': [projectView()],
    'GET /test-runs/test-run-info': { periods: [{ start, end, ...runs }], all: runs } satisfies TestRunInfo,
    'GET /test-runs/test-info': { periods: [{ start, end, ...results }], all: results } satisfies TestInfo,
    'GET /test-runs/slower-test-info': { tests: [], total: 0 } satisfies SlowerTestInfo,
    'GET /test-runs/flaky-test-info': flaky,
    'GET /test-runs/flaky-test-owners': { tests: [], unreadProjectIds: [] } satisfies FlakyTestOwners,
    'GET /user-roles': [{ user: { id: 'u1', fullName: 'Ada Lovelace', email: '' } }],
    'GET /account/execution': usage,
    'GET /test-distribution-analysis-rule': [],
    'POST /test-distribution-analysis': distribution,
    'GET /test-distribution-analysis/tests': { tests: [], total: 0 },
  });
  const screens = (
    <Screens>
      <Route path="/:account/dashboard/analytics/:tab" element={<AnalyticsScreen />} />
    </Screens>
  );
  return { ...page, ...renderOn(page, screens, `/northwind/dashboard/analytics/${tab}${query}`) };
}

describe('every tab of analytics', () => {
  const tabs = Object.entries(calls).map(([tab, paths]) => ({ tab, paths }));
  it.each(tabs)('counts as of a moment of the past, until somebody goes back to now: $tab', async ({ tab, paths }) => {
    const { sent, address } = show(tab, `?at=${moment}`);
    const asked = () =>
      paths.map((path) => {
        const last = sent.findLast((request) => request.path.startsWith(`${path}?`));
        return last && new URL(last.path, 'http://a').searchParams.get('at');
      });
    expect(await screen.findByRole('region', { name: 'Moment of the past' })).toHaveTextContent('11/18/26');
    await waitFor(() => expect(asked()).toEqual(paths.map(() => moment)));
    await userEvent.click(screen.getByRole('button', { name: 'Back to now' }));
    await waitFor(() => expect(asked()).toEqual(paths.map(() => null)));
    expect(screen.queryByText(/^As it stood on/)).not.toBeInTheDocument();
    expect(address()).toBe(`/northwind/dashboard/analytics/${tab}`);
  });

  it.each([
    {
      tab: 'tests',
      name: 'tests-2026-11-17..2026-11-18.csv',
      lines: [
        'Start,End,Results,Failed,Passed,Ignored,Not run,Flaky,Quarantined,Retries,"Retries, ms","Test time, ms"',
        `${start},${end},50,3,45,2,0,6,4,8,90000,61000`,
      ],
    },
    {
      tab: 'flaky-tests',
      name: 'flaky-tests-2026-11-17..2026-11-18.csv',
      lines: [
        'Test,File,Project,State,Evidence,Seen,Of,Lower bound,Runs blocked,Retries,"Retries, ms",First,Last,Owner,Quarantined',
        `"'=pays, at once",cart.spec.ts,p1,flaky,A,9,88,0.0568,14,62,6480000,${unstable.firstAt},${unstable.lastAt},Ada Lovelace,`,
      ],
    },
    {
      tab: 'usage',
      name: 'usage.csv',
      lines: ['Year,Month,Project,Test runs,Tests,"Testing time, ms"', '2026,11,A deleted project,3,50,61000'],
    },
    {
      tab: 'test-distribution',
      name: 'test-distribution.csv',
      lines: [
        'Start,End,End-to-end,Integration,Unit,No rule',
        '2026-08-26T00:00:00.000Z,2026-11-25T00:00:00.000Z,100,300,1200,2',
        '2026-05-27T00:00:00.000Z,2026-08-26T00:00:00.000Z,100,300,900,2',
      ],
    },
  ])('is saved as a file of comma-separated values: $tab', async ({ tab, ...file }) => {
    const saved = catchSavedFiles();
    show(tab, '?timeframe=2026-11-17..2026-11-18');
    const csv = await screen.findByRole('button', { name: 'CSV' });
    await waitFor(() => expect(csv).toBeEnabled());
    await userEvent.click(csv);
    expect(await saved.last()).toEqual(file);
    saved.restore();
  });

  const days = /^\d{4}-\d{2}-\d{2}\.\.\d{4}-\d{2}-\d{2}$/;
  it.each([
    { tab: 'test-runs', param: 'timeframe', fixed: days },
    { tab: 'tests', param: 'timeframe', fixed: days },
    { tab: 'flaky-tests', param: 'timeframe', fixed: days },
    { tab: 'usage', param: 'at', fixed: /^\d{4}-\d{2}-\d{2}T.*Z$/ },
    { tab: 'test-distribution', param: 'from', fixed: /^\d{4}-\d{2}-\d{2}$/ },
  ])('is copied as a link that shows the same on any day: $tab', async ({ tab, param, fixed }) => {
    const user = userEvent.setup();
    const { address } = show(tab, '?project=p1');
    await user.click(await screen.findByRole('button', { name: 'Copy link' }));
    await waitFor(async () => expect(await navigator.clipboard.readText()).not.toBe(''));
    const link = new URL(await navigator.clipboard.readText());
    expect(link.pathname).toBe(`/northwind/dashboard/analytics/${tab}`);
    expect(link.searchParams.get(param)).toMatch(fixed);
    expect(link.searchParams.get('project')).toBe('p1');
    // Only the link has it: here, the days go on.
    expect(address()).not.toContain(param);
  });

  it('is opened with the filters that the address has, also before they are shown', async () => {
    const { address } = show('flaky-tests');
    const tab = await screen.findByRole('tab', { name: 'Tests' });
    // The router changes the address first, and renders it when there is time.
    window.history.replaceState(window.history.state, '', '?project=p1');
    await userEvent.click(tab);
    await waitFor(() => expect(address()).toBe('/northwind/dashboard/analytics/tests?project=p1'));
  });

  it('has sums that lead to the runs among which they were counted', async () => {
    const query = '?timeframe=2026-11-17..2026-11-18&branch=main';
    const all = '/northwind/test-runs?date=2026-11-17..2026-11-18&branch=main';
    const { unmount } = show('flaky-tests', query);
    const hrefOf = async (name: string) => (await screen.findByRole('link', { name })).getAttribute('href');
    expect(await hrefOf('Time lost: 6h 12m in retries. Open the runs')).toBe(all);
    expect(await hrefOf('Runs blocked: 47 of 988. Open the runs')).toBe(`${all}&status=FAIL`);
    expect(await hrefOf('Retries: 212. Open the runs')).toBe(all);
    expect(await hrefOf('Flaky results: 7. Open the runs')).toBe(all);
    unmount();
    const tests = show('tests', query);
    expect(await hrefOf('50 results, 93.8% of 48 passed, 4 quarantined left out')).toBe(all);
    tests.unmount();
    show('test-runs', query);
    expect(await hrefOf('3 runs, 66.7% of 3 passed')).toBe(all);
  });
});
