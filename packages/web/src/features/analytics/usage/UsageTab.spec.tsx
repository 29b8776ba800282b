import type { MonthlyUsage, ProjectId } from '@assay/contract';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Route, Routes as Screens } from 'react-router';
import { makePage, type Routes, renderOn } from '../../../testSupport/pageOfTests.tsx';
import { projectView } from '../../../testSupport/views.ts';
import { AnalyticsScreen } from '../AnalyticsScreen.tsx';

const month = (number: number, change: Partial<MonthlyUsage> = {}): MonthlyUsage => ({
  year: 2026,
  month: number,
  start: new Date(2026, number - 1, 1).toISOString(),
  end: new Date(2026, number, 1).toISOString(),
  testRuns: 0,
  totalTests: 0,
  failedTests: 0,
  totalTestingTime: 0,
  projects: [],
  ...change,
});
const some = { testRuns: 2_000, totalTests: 90_000, failedTests: 0, totalTestingTime: 7_200_000 };
const few = { testRuns: 1, totalTests: 10, failedTests: 0, totalTestingTime: 5_000 };
const months = [
  month(9),
  month(10, { ...some, projects: [{ projectId: 'p1' as ProjectId, ...some }] }),
  month(11, { ...few, projects: [{ projectId: 'gone' as ProjectId, ...few }] }),
];

function show(answer: MonthlyUsage[] = months) {
  const routes: Routes = { 'GET /account/execution': answer, 'GET /projects': [projectView()] };
  const page = makePage(routes);
  const screens = (
    <Screens>
      <Route path="/:account/dashboard/analytics/:tab" element={<AnalyticsScreen />} />
      <Route path="/:account/test-runs" element={<p>The list of runs</p>} />
    </Screens>
  );
  return renderOn(page, screens, '/northwind/dashboard/analytics/usage');
}

describe('the usage', () => {
  it('is told by month, newest first, and by project of the month under the band', async () => {
    show();
    const table = within(await screen.findByRole('table', { name: 'Usage by month' }));
    const rows = table.getAllByRole('row').slice(1);
    expect(rows.map((row) => row.textContent)).toEqual([
      'November 2026 so far1105.0s',
      'October 20262,00090,0002h 00m',
      'September 2026–––',
    ]);
    const projects = within(screen.getByRole('table', { name: 'Usage by project' }));
    expect(projects.getByText('A deleted project')).toBeVisible();
    screen.getByRole('slider', { name: 'Tests by month' }).focus();
    await userEvent.keyboard('{ArrowLeft}');
    const link = await projects.findByRole('link', { name: 'Checkout' });
    expect(link).toHaveAttribute('href', '/northwind/test-runs?date=2026-10-01..2026-10-31&project=p1');
    await waitFor(() => expect(screen.getByText('2,000 runs, 90,000 tests, 2h 00m of testing')).toBeVisible());
  });

  it('says that nothing was run', async () => {
    show([month(10), month(11)]);
    expect(await screen.findByText('Nothing was run yet')).toBeVisible();
  });
});
