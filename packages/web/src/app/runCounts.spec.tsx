import { screen, within } from '@testing-library/react';
import { RecentRuns } from '../features/projects/home/RecentRuns.tsx';
import { makePage, renderOn } from '../testSupport/pageOfTests.tsx';
import { environmentView, positionAt, projectView, resultRow, testRunView } from '../testSupport/views.ts';
import { AppRoutes } from './AppRoutes.tsx';

const counts = {
  testCount: 16,
  totalCount: 16,
  passCount: 15,
  failCount: 1,
  flakyCount: 1,
  endTime: '2026-11-01T10:00:00Z',
};
const run = testRunView(1, { status: 'FAIL', ...counts });
const stage = { id: 's1', name: 'Production', priority: 1 };
const environment = environmentView({ pipelineStageId: 's1' as never });
const environments = [
  { environmentId: environment.id, latest: [{ run, failingSince: null }], recent: [run], lastRunAt: null },
];

function open(at: string) {
  const page = makePage({
    'GET /test-runs': { testRuns: [run], total: 1, position: positionAt(1) },
    'GET /test-runs/r1': run,
    'GET /test-runs/r1/results': { tests: [resultRow('adds')], total: 1, position: positionAt(1) },
    'GET /test-runs/r1/deploys': [],
    'GET /pipeline-stages': [stage],
    'GET /environments': [environment],
    'GET /projects': [projectView()],
    'GET /test-runs/recent-for-environments': { environments, position: positionAt(1) },
  });
  renderOn(page, <AppRoutes />, at);
}

/** What an element says of the passed tests, in its text and in the names of its bars. */
function passedIn(element: HTMLElement): string[] {
  const names = [...element.querySelectorAll('[aria-label]')].map((one) => one.getAttribute('aria-label'));
  const said = [element.textContent, ...names].join(' | ');
  return [...new Set(said.match(/\d+ passed(?:, \d+ of them flaky)?/g))];
}

describe('a run with a flaky test counts it among the passed ones', () => {
  it('in the list of runs', async () => {
    open('/northwind/test-runs');
    const row = (await screen.findByText('93.8%')).closest('[data-row], li, tr') as HTMLElement;
    expect(passedIn(row)).toEqual(['15 passed, 1 of them flaky']);
    expect(row).toHaveTextContent('1 failed');
  });

  it('in its head', async () => {
    open('/northwind/test-runs/r1');
    const list = within(await screen.findByRole('list', { name: 'Counts' }));
    expect(list.getAllByRole('button').map(({ textContent }) => textContent)).toEqual([
      '1 failed',
      '15 passed',
      '1 of them flaky',
    ]);
    expect(screen.getByRole('group', { name: '1 failed, 15 passed, 1 of them flaky' })).toBeVisible();
  });

  it('in its details', async () => {
    open('/northwind/test-runs/r1/details');
    const facts = within(await screen.findByRole('region', { name: 'Tests' }));
    expect(facts.getByText('15, 1 of them flaky (93.8%)')).toBeVisible();
  });

  it('on the dashboard', async () => {
    open('/northwind/dashboard');
    const card = await screen.findByRole('region', { name: environment.name });
    await within(card).findByText('1 failed');
    expect(passedIn(card)).toEqual(['15 passed, 1 of them flaky']);
  });

  it('in the project', () => {
    const passed = testRunView(1, { ...counts, status: 'PASS', testCount: 15, failCount: 0 });
    renderOn(makePage(), <RecentRuns project={projectView()} runs={[passed]} total={1} />);
    expect(passedIn(screen.getByRole('list', { name: 'Recent runs' }))).toEqual(['15 passed, 1 of them flaky']);
  });
});
