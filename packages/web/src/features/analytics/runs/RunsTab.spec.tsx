import type { TestRunInfo, TestRunPeriod } from '@assay/contract';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Route, Routes as Screens, useLocation } from 'react-router';
import { makePage, type Routes, renderOn } from '../../../testSupport/pageOfTests.tsx';
import { catchSavedFiles } from '../../../testSupport/savedFiles.ts';
import { projectView } from '../../../testSupport/views.ts';
import { AnalyticsScreen } from '../AnalyticsScreen.tsx';
import { ComparisonFrame } from '../analyticsRoutes.tsx';
import { noStatsFilters, queryOfStats, runListQuery, spanOf } from '../statsFilters.ts';

const noon = new Date(2026, 10, 18, 12).getTime();
const none = {
  runs: 0,
  passed: 0,
  failed: 0,
  setupFailed: 0,
  inconclusive: 0,
  canceled: 0,
  unfinished: 0,
  p50Ms: null,
  p95Ms: null,
};
const day = (date: number, counts: Partial<TestRunPeriod> = {}): TestRunPeriod => ({
  start: new Date(2026, 10, date).toISOString(),
  end: new Date(2026, 10, date + 1).toISOString(),
  ...none,
  ...counts,
});
const counts = { runs: 39, passed: 31, failed: 7, canceled: 1, p50Ms: 390_000, p95Ms: 971_000 };
const info: TestRunInfo = {
  periods: [day(16, { runs: 10, passed: 10, p50Ms: 60_000, p95Ms: 60_000 }), day(17), day(18, counts)],
  all: { ...none, ...counts, runs: 49, passed: 41, unfinished: 2 },
};

function Place() {
  const { pathname, search } = useLocation();
  return <output aria-label="place">{`${pathname}${search}`}</output>;
}

function show(change: Routes = {}, at = '/northwind/dashboard/analytics/test-runs') {
  const routes: Routes = { 'GET /test-runs/test-run-info': info, 'GET /projects': [projectView()], ...change };
  const page = makePage(routes);
  const screens = (
    <>
      <Place />
      <Screens>
        <Route path="/:account/dashboard/analytics" element={<AnalyticsScreen />} />
        <Route path="/:account/dashboard/analytics/:tab" element={<AnalyticsScreen />} />
        <Route
          path="/:account/dashboard/analytics/test-run-comparison"
          element={<ComparisonFrame documentTitle="Comparison">Around the comparison</ComparisonFrame>}
        />
        <Route path="/:account/test-runs" element={<p>The list of runs</p>} />
      </Screens>
    </>
  );
  return { ...page, ...renderOn(page, screens, at) };
}
const place = () => new URL(screen.getByLabelText('place').textContent ?? '', 'http://assay');
const slider = () => screen.findByRole('slider', { name: 'Runs and durations by day' });

describe('the analytics of test runs', () => {
  it('have the comparison of two runs among their tabs', async () => {
    show();
    await userEvent.click(await screen.findByRole('tab', { name: 'Test Run Comparison' }));
    expect(await screen.findByText('Around the comparison')).toBeVisible();
    expect(screen.getByRole('tab', { name: 'Test Run Comparison', selected: true })).toBeVisible();
  });

  it('open on test runs, whatever else the address says', async () => {
    show({}, '/northwind/dashboard/analytics/nothing?timeframe=Today');
    await screen.findByRole('tab', { name: 'Test Runs', selected: true });
    expect(place().pathname).toBe('/northwind/dashboard/analytics/test-runs');
    expect(place().searchParams.get('timeframe')).toBe('Today');
  });

  it('say in the table what the charts show, newest first, with what the pass rate is of', async () => {
    show();
    const table = within(await screen.findByRole('table', { name: 'Runs by day' }));
    const rows = table.getAllByRole('row').slice(1);
    expect(rows.map((row) => row.textContent)).toEqual([
      expect.stringMatching(/^Wed, Nov 18.*39731––181\.6% of 386m 30s16m 11s$/),
      'Tue, Nov 17–––––––––',
      'Mon, Nov 1610–10–––100% of 101m 00s1m 00s',
    ]);
    expect(screen.getByText('49 runs, 85.4% of 48 passed, 2 not finished yet')).toBeVisible();
  });

  it('read out the period under the band, which the keyboard moves, and lead to its runs', async () => {
    show({}, '/northwind/dashboard/analytics/test-runs?branch=main');
    const band = await slider();
    expect(band).toHaveAttribute('aria-valuetext', expect.stringContaining('39 runs, 81.6% of 38 passed'));
    band.focus();
    await userEvent.keyboard('{Home}');
    expect(band).toHaveAttribute('aria-valuetext', 'Mon, Nov 16: 10 runs, 100% of 10 passed');
    expect(screen.getByRole('link', { name: 'Open 10 runs' })).toBeVisible();
    await userEvent.keyboard('{Enter}');
    await screen.findByText('The list of runs');
    expect(place().searchParams.getAll('date')).toEqual(['2026-11-16..2026-11-16']);
    expect(place().searchParams.getAll('branch')).toEqual(['main']);
  });

  it('ask for what the filters in the address say, and keep what is picked there', async () => {
    const { sent } = show({}, '/northwind/dashboard/analytics/test-runs?timeframe=Yesterday&project=p1');
    const asked = () => sent.findLast(({ path }) => path.startsWith('/test-runs/test-run-info'))?.path ?? '';
    await waitFor(() => expect(asked()).toContain('frequency=Hourly'));
    expect(asked()).toContain('projectId=p1');
    await userEvent.click(await screen.findByRole('button', { name: 'Frequency: Hourly' }));
    await userEvent.click(await screen.findByRole('radio', { name: 'Daily' }));
    await waitFor(() => expect(asked()).toContain('frequency=Daily'));
    expect(place().searchParams.get('frequency')).toBe('Daily');
  });

  it('count as of a moment of the past: the days before it, and what was known then', async () => {
    const { sent } = show({}, '/northwind/dashboard/analytics/test-runs?at=2026-11-18T09:30:00.000Z&branch=main');
    const asked = () =>
      new URL(sent.findLast(({ path }) => path.startsWith('/test-runs/test-run-info'))?.path ?? '', 'http://a')
        .searchParams;
    expect(await screen.findByText(/^As it stood on/)).toBeVisible();
    expect(asked().get('at')).toBe('2026-11-18T09:30:00.000Z');
    expect(asked().get('end')).toBe(new Date(2026, 10, 19).toISOString());
    // In the head of the chart, and in its table.
    expect(await screen.findAllByText('Wed, Nov 18 so far')).toHaveLength(2);
    await userEvent.click(screen.getByRole('button', { name: 'Clear Filters' }));
    await waitFor(() => expect(asked().get('branch')).toBeNull());
    expect(place().searchParams.get('at')).toBe('2026-11-18T09:30:00.000Z');
    await userEvent.click(screen.getByTitle('A day back'));
    await waitFor(() => expect(asked().get('at')).toBe('2026-11-17T09:30:00.000Z'));
    await userEvent.click(screen.getByRole('button', { name: 'Back to now' }));
    await waitFor(() => expect(asked().get('at')).toBeNull());
  });

  it('offer months only where there are two of them', async () => {
    show({}, '/northwind/dashboard/analytics/test-runs?timeframe=Last60Days');
    await userEvent.click(await screen.findByRole('button', { name: 'Frequency: Daily' }));
    const offered = await screen.findAllByRole('radio');
    expect(offered.map((radio) => radio.getAttribute('value'))).toEqual(['Daily', 'Weekly', 'Monthly']);
  });

  it('are saved as a file of comma-separated values', async () => {
    const saved = catchSavedFiles();
    show();
    await slider();
    await userEvent.click(screen.getByRole('button', { name: 'CSV' }));
    const { lines = [] } = (await saved.last()) ?? {};
    expect(lines[0]).toBe(
      'Start,End,Runs,Failed,Passed,Setup failed,Inconclusive,Canceled,Not finished,"p50, ms","p95, ms"',
    );
    expect(lines[3]).toContain(',39,7,31,0,0,1,0,390000,971000');
    saved.restore();
  });

  it('say that there are no runs, and offer to look further back', async () => {
    show({ 'GET /test-runs/test-run-info': { periods: [day(18)], all: none } });
    expect(await screen.findByText('No test runs found')).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Last 90 days' }));
    await waitFor(() => expect(place().searchParams.get('timeframe')).toBe('Last90Days'));
  });

  it('say that they could not be loaded', async () => {
    const failed = { status: 500, body: { code: 'internal', message: 'No.', requestId: 'r1' } };
    show({ 'GET /test-runs/test-run-info': () => failed });
    expect(await screen.findByText('The statistics could not be loaded')).toBeVisible();
  });
});

describe('a timeframe', () => {
  const midnight = ([year, month, date]: readonly [number, number, number]) => new Date(year, month, date).getTime();
  const spanFor = (timeframe: string) => spanOf({ ...noStatsFilters, timeframe }, noon);

  it.each([
    ['Today', [2026, 10, 18], [2026, 10, 19]],
    ['Yesterday', [2026, 10, 17], [2026, 10, 18]],
    ['Last7Days', [2026, 10, 12], [2026, 10, 19]],
    ['', [2026, 9, 20], [2026, 10, 19]],
    ['2026-11-01..2026-11-03', [2026, 10, 1], [2026, 10, 4]],
  ] as const)('%s is of whole days of the reader', (timeframe, start, end) => {
    expect(spanFor(timeframe)).toMatchObject({
      start: midnight(start),
      end: midnight(end),
    });
  });

  it('leads to the runs of the same days, and asks in the zone of the reader', () => {
    const filters = { ...noStatsFilters, stage: ['s1'] };
    const span = spanFor('Last7Days');
    expect(runListQuery(filters, span, ['FAIL'])).toBe('date=2026-11-12..2026-11-18&stage=s1&status=FAIL');
    expect(queryOfStats(filters, span)).toMatchObject({
      timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
      pipelineStageId: 's1',
    });
  });
});
