import type { EnvironmentRuns, EnvironmentView, PipelineStageView, TestRunView } from '@assay/contract';
import { jest } from '@jest/globals';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { makePage, renderOn } from '../../../testSupport/pageOfTests.tsx';
import { keysOfLooks, minute, passingTime } from '../../../testSupport/passingTime.ts';
import { environmentView, positionAt, testRunView } from '../../../testSupport/views.ts';
import { DashboardScreen } from './DashboardScreen.tsx';

const time = passingTime();
beforeEach(() => localStorage.clear());

const stageOf = (name: string) => ({ id: `s-${name}`, name, priority: 1 }) as PipelineStageView;
const stages = [stageOf('Acceptance'), stageOf('Production')];
const environments: EnvironmentView[] = stages.map(({ id, name }) =>
  environmentView({ id: `e-${name}` as EnvironmentView['id'], name: `in ${name}`, pipelineStageId: id }),
);
/** A run that ended in so many minutes of an hour. */
const run = (number: number, at: number, status: TestRunView['status'] = 'FAIL') =>
  testRunView(number, { status, endTime: new Date(Date.UTC(2026, 10, 1, 10, at)).toISOString() });

/** The answer with the newest runs of Acceptance, and of Production. */
const dashboardOf = (...latest: TestRunView[][]) => ({
  environments: environments.map(
    ({ id }, index): EnvironmentRuns => ({
      environmentId: id,
      latest: (latest[index] ?? []).map((one) => ({ run: one, failingSince: null })),
      recent: [],
      lastRunAt: null,
    }),
  ),
  position: positionAt(100),
});
const asking = 'GET /test-runs/recent-for-environments';

function open(answer: ReturnType<typeof dashboardOf>, address = '/northwind/dashboard') {
  const page = makePage({
    'GET /test-runs': { testRuns: [testRunView(1)], total: 1, position: positionAt(1) },
    'GET /pipeline-stages': stages,
    'GET /environments': environments,
    'GET /projects': [],
    [asking]: answer,
  });
  return { ...page, ...renderOn(page, <DashboardScreen />, address) };
}

/** Looks at the dashboard until the look is kept, and leaves it. */
async function look(...args: Parameters<typeof open>): Promise<void> {
  const { unmount } = open(...args);
  await waitFor(() => expect(keysOfLooks()).toHaveLength(1));
  unmount();
}

const line = () => screen.queryByText(/failed since you looked/);
const rows = () => screen.findAllByRole('link', { name: /^\w+ Checkout #/ });
/** @returns the numbers of the runs that are told to be new */
const marked = async () =>
  (await rows())
    .filter((link) => within(link.closest('li') as HTMLElement).queryByText('New') !== null)
    .map((link) => /#\d+/.exec(link.textContent ?? '')?.[0]);

describe('what failed since the person looked at the dashboard', () => {
  it('is nothing at the first look, then each run that failed after the last one, until it is marked as seen', async () => {
    await look(dashboardOf([run(1, 10)], [run(2, 20, 'PASS')]));
    time.passed = 60 * minute;
    open(dashboardOf([run(1, 10), run(5, 35, 'PASS')], [run(3, 30), run(4, 40)]));
    expect(await screen.findByText(/failed since you looked/)).toHaveTextContent(
      '2 of these runs failed since you looked, 1 h ago',
    );
    expect(await marked()).toEqual(['#3', '#4']);
    expect(screen.getByRole('link', { name: 'Failed Checkout #3' })).toHaveAccessibleDescription(/^New /);
    await userEvent.click(screen.getByRole('button', { name: 'Mark as seen' }));
    expect(line()).not.toBeInTheDocument();
    expect(await marked()).toEqual([]);
  });

  it('is a run that was in progress at the last look', async () => {
    await look(dashboardOf([{ ...run(1, 0, 'RUNNING'), endTime: null }], [run(2, 20)]));
    time.passed = 60 * minute;
    open(dashboardOf([run(1, 30)], [run(2, 20)]));
    expect(await screen.findByText(/^1 of these runs failed since you looked,/)).toBeVisible();
    expect(await marked()).toEqual(['#1']);
  });

  it('is what came while the tab was out of view', async () => {
    const { routes, tell } = open(dashboardOf([run(1, 10)]));
    await waitFor(() => expect(keysOfLooks()).toHaveLength(1));
    time.passed = 60 * minute;
    time.comesIntoView('hidden');
    time.passed = 120 * minute;
    routes[asking] = dashboardOf([run(2, 30)]);
    act(() => tell('testRuns', { kind: 'changed', ids: ['r2'], position: positionAt(101) }));
    await screen.findByRole('link', { name: 'Failed Checkout #2' });
    time.comesIntoView('visible');
    expect(await screen.findByText(/failed since you looked/)).toHaveTextContent('1 h ago');
    expect(await marked()).toEqual(['#2']);
  });

  it('is marked under filters too, which are no look at the dashboard', async () => {
    await look(dashboardOf([run(1, 10)]));
    time.passed = 60 * minute;
    const { unmount } = open(dashboardOf([run(2, 30)]), '/northwind/dashboard?branch=main');
    await waitFor(async () => expect(await marked()).toEqual(['#2']));
    expect(line()).not.toBeInTheDocument();
    unmount();
    time.passed += 60 * minute;
    open(dashboardOf([run(2, 30)]));
    expect(await screen.findByText(/^1 of these runs failed since you looked,/)).toHaveTextContent('2 h ago');
  });

  it('is not told of a moment of the past, which is no look', async () => {
    await look(dashboardOf([run(1, 10)]));
    const [key] = keysOfLooks();
    const kept = localStorage.getItem(String(key));
    time.passed = 60 * minute;
    const { unmount } = open(dashboardOf([run(2, 30)]), '/northwind/dashboard?at=2026-11-01T10:45:00.000Z');
    expect(await rows()).toHaveLength(1);
    expect(await marked()).toEqual([]);
    expect(line()).not.toBeInTheDocument();
    unmount();
    expect(localStorage.getItem(String(key))).toBe(kept);
    open(dashboardOf([run(2, 30)]));
    expect(await screen.findByText(/^1 of these runs failed since you looked,/)).toHaveTextContent('1 h ago');
  });

  it('begins again where the browser keeps what is no look', async () => {
    await look(dashboardOf([run(1, 10)]));
    const key = String(keysOfLooks()[0]);
    localStorage.setItem(key, '{"before":{"at":null},"last":7}');
    open(dashboardOf([run(2, 30)]));
    await waitFor(() => expect(localStorage.getItem(key)).toMatch(/^{"before":null,"last":{"at":\d+,"newest":\d+}}$/));
    expect(await marked()).toEqual([]);
  });

  it('is counted where it is out of sight: below the three runs of a card, and in the stages of a phone', async () => {
    await look(dashboardOf([run(1, 10)]));
    time.passed = 60 * minute;
    const five = [2, 3, 4, 5, 6].map((number) => run(number, 30));
    const { unmount } = open(dashboardOf([run(1, 10)], five));
    await userEvent.click(await screen.findByRole('button', { name: 'Show 2 more runs, 2 new' }));
    expect(screen.getByRole('button', { name: 'Show fewer runs' })).toBeVisible();
    unmount();
    const wide = window.matchMedia;
    jest.spyOn(window, 'matchMedia').mockImplementation((query) => ({ ...wide(query), matches: true }));
    open(dashboardOf([run(7, 30)], five));
    expect(await screen.findByRole('tab', { name: /^Acceptance .*1 new$/ })).toBeVisible();
  });
});
