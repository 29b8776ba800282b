import type { ResultPeriod, SlowerTest, TestInfo } from '@assay/contract';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Route, Routes as Screens } from 'react-router';
import { makePage, type Routes, renderOn } from '../../../testSupport/pageOfTests.tsx';
import { AnalyticsScreen } from '../AnalyticsScreen.tsx';

const none = {
  results: 0,
  passed: 0,
  failed: 0,
  ignored: 0,
  notRun: 0,
  quarantined: 0,
  flaky: 0,
  retries: 0,
  retryMs: 0,
  testMs: 0,
};
const day = (date: number, counts: Partial<ResultPeriod> = {}): ResultPeriod => ({
  start: new Date(2026, 10, date).toISOString(),
  end: new Date(2026, 10, date + 1).toISOString(),
  ...none,
  ...counts,
});
const some = { results: 50, passed: 45, failed: 3, ignored: 2, quarantined: 4, flaky: 6, testMs: 61_000 };
const info: TestInfo = {
  periods: [day(17), day(18, some)],
  all: { ...none, ...some, retries: 8, retryMs: 90_000 },
};

const slower = {
  projectId: 'p',
  testId: 'exports',
  environmentId: 'e',
  file: 'export.spec.ts',
  name: 'exports a year',
  beforeMs: 1_000,
  nowMs: 1_900,
  since: day(18).start,
  lastRunId: 'r',
} as SlowerTest;

function show(answer: TestInfo = info, tests: SlowerTest[] = [slower]) {
  const routes: Routes = {
    'GET /test-runs/test-info': answer,
    'GET /test-runs/slower-test-info': { tests, total: tests.length },
  };
  const page = makePage(routes);
  const screens = (
    <Screens>
      <Route path="/:account/dashboard/analytics/:tab" element={<AnalyticsScreen />} />
      <Route path="/:account/test-runs" element={<p>The list of runs</p>} />
    </Screens>
  );
  return renderOn(page, screens, '/northwind/dashboard/analytics/tests');
}

describe('the analytics of tests', () => {
  it('count results with what the pass rate is of, and flaky ones apart', async () => {
    show();
    const table = within(await screen.findByRole('table', { name: 'Results by day' }));
    const rows = table.getAllByRole('row').slice(1);
    expect(rows.map((row) => row.textContent)).toEqual([
      expect.stringMatching(/^Wed, Nov 18.*503452–6493\.8% of 481m 01s$/),
      'Tue, Nov 17–––––––––',
    ]);
    expect(screen.getByText('50 results, 93.8% of 48 passed, 4 quarantined left out')).toBeVisible();
    expect(await screen.findByText(/1m 30s went into 8 retries/)).toBeVisible();
  });

  it('lead to the runs of a period by the keyboard', async () => {
    show();
    const band = await screen.findByRole('slider', { name: 'Results of tests by day' });
    expect(band).toHaveAttribute('aria-valuetext', expect.stringContaining('93.8% of 48 passed'));
    band.focus();
    await userEvent.keyboard('{Enter}');
    expect(await screen.findByText('The list of runs')).toBeVisible();
  });

  it('name the tests that have become slower, each with its newest result', async () => {
    show();
    const table = within(await screen.findByRole('table', { name: 'Slower tests' }));
    expect(table.getByRole('link', { name: 'exports a year' })).toHaveAttribute(
      'href',
      expect.stringContaining('/northwind/test-runs/r/tests/'),
    );
    expect(table.getAllByRole('row')[1]).toHaveTextContent(/1\.0s.*1\.9s.*1\.9 ×/);
  });

  it('say that no test has become slower', async () => {
    show(info, []);
    expect(await screen.findByText('No test has become slower in this time.')).toBeVisible();
  });

  it('hide the table, and show it again', async () => {
    show();
    await userEvent.click(await screen.findByRole('button', { name: 'Hide table' }));
    expect(screen.queryByRole('table', { name: 'Results by day' })).not.toBeInTheDocument();
    await userEvent.click(screen.getByRole('button', { name: 'Show table' }));
    expect(screen.getByRole('table', { name: 'Results by day' })).toBeVisible();
  });
});
