import type { EnvironmentRuns, InsightView, PipelineStageView, TestRunView } from '@assay/contract';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { makePage, type Routes, renderOn } from '../../../testSupport/pageOfTests.tsx';
import { environmentView, positionAt, projectView, testRunView } from '../../../testSupport/views.ts';
import { DashboardScreen } from './DashboardScreen.tsx';

const production = { id: 's1', name: 'Production', priority: 1 } as PipelineStageView;
const environment = (name: string) =>
  environmentView({ id: name as EnvironmentRuns['environmentId'], name, pipelineStageId: production.id });
const runsOf = (name: string, ...latest: TestRunView[]): EnvironmentRuns => ({
  environmentId: environment(name).id,
  latest: latest.map((run) => ({ run, failingSince: null })),
  recent: latest,
  lastRunAt: null,
});
const failed = (number: number) => testRunView(number, { status: 'FAIL', endTime: '2026-11-01T10:00:00Z' });

function open(environments: EnvironmentRuns[], change: Routes = {}, address = '/northwind/dashboard') {
  const page = makePage({
    'GET /test-runs': { testRuns: [testRunView(1)], total: 1, position: positionAt(1) },
    'GET /pipeline-stages': [production],
    'GET /environments': environments.map(({ environmentId }) => environment(environmentId)),
    'GET /projects': [projectView()],
    'GET /test-runs/recent-for-environments': { environments, position: positionAt(1) },
    ...change,
  });
  return { ...page, ...renderOn(page, <DashboardScreen />, address) };
}

describe('the dashboard', () => {
  it('draws of each run how many of its tests passed and failed', async () => {
    const some = testRunView(418, {
      status: 'FAIL',
      testCount: 396,
      passCount: 380,
      failCount: 9,
      flakyCount: 5,
      ignoredCount: 2,
      endTime: '2026-11-01T10:00:00Z',
    });
    open([runsOf('eu', some)]);
    const card = within(await screen.findByRole('region', { name: 'eu' }));
    const bar = await card.findByRole('img', { name: /passed/ });
    const parts = [...bar.children].map((part) => (part as HTMLElement).style.flexGrow);
    expect(bar).toHaveAccessibleName('9 failed, 380 passed, 5 of them flaky, 2 ignored');
    expect(parts).toEqual(['9', '375', '5', '2', '5']);
  });

  it('is filtered by a build of the one project that is picked, in the address', async () => {
    const builds = { builds: [{ id: 'b7', name: 'shop 1.7' }], total: 1, position: positionAt(1) };
    const { sent, address } = open(
      [runsOf('eu', testRunView(1))],
      { 'GET /projects/p1/builds': builds, 'GET /projects/p1/branches': [] },
      '/northwind/dashboard?project=p1',
    );
    const asked = () =>
      new URLSearchParams(sent.findLast(({ path }) => path.includes('recent-for'))?.path.split('?')[1]);
    await screen.findByRole('region', { name: 'eu' });
    await userEvent.click(screen.getByRole('button', { name: 'Build' }));
    await userEvent.click(await screen.findByRole('checkbox', { name: 'shop 1.7' }));
    await waitFor(() => expect(asked().get('build')).toBe('b7'));
    expect(asked().get('projectId')).toBe('p1');
    expect(address()).toBe('/northwind/dashboard?project=p1&build=b7');
    expect(await screen.findByRole('button', { name: 'Build: shop 1.7' })).toBeVisible();
  });

  it('names three failures of the last stage, and says how many more there are', async () => {
    const names = ['eu', 'us', 'asia', 'africa', 'oceania'];
    open(names.map((name, index) => runsOf(name, failed(index + 1))));
    const strip = within(await screen.findByRole('region', { name: 'Failing in Production' }));
    expect(strip.getAllByRole('listitem')).toHaveLength(3);
    expect(strip.getByText('2 more')).toBeVisible();
  });

  it('says beside the way to insights how many are unread', async () => {
    const insight = (id: string, read: boolean) => ({ id, read }) as InsightView;
    const insights = [insight('a', false), insight('b', true), insight('c', false)];
    const { unmount } = open([runsOf('eu', testRunView(1))], { 'GET /insight': insights });
    const link = await screen.findByRole('link', { name: 'Insights 2 unread' });
    expect(link).toHaveAttribute('href', '/northwind/dashboard/insights');
    unmount();
    open([runsOf('eu', testRunView(1))], { 'GET /insight': [insight('b', true)] });
    expect(await screen.findByRole('link', { name: 'Insights' })).toBeVisible();
  });
});
