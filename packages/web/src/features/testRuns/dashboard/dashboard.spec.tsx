import type { EnvironmentRuns, PipelineStageView, RecentRunView, TestRunView } from '@assay/contract';
import { MantineProvider } from '@mantine/core';
import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Provider } from 'react-redux';
import { createBrowserRouter, Route, RouterProvider, Routes as Screens } from 'react-router';
import { makePage, type Routes, renderOn } from '../../../testSupport/pageOfTests.tsx';
import { environmentView, positionAt, projectView, testRunView } from '../../../testSupport/views.ts';
import { DashboardScreen } from './DashboardScreen.tsx';
import { noDashboardFilters, queryOfDashboard } from './dashboardFilters.ts';

const stage = (name: string, priority: number) => ({ id: `s-${name}`, name, priority }) as PipelineStageView;
const stages = [stage('Production', 20), stage('Acceptance', 10)];
const environment = (name: string, stageName: string | null) =>
  environmentView({
    id: `e-${name}` as EnvironmentRuns['environmentId'],
    name,
    pipelineStageId: stageName === null ? null : stage(stageName, 0).id,
  });
const run = (number: number, change: Partial<TestRunView> = {}): RecentRunView =>
  testRunView(number, { commit: 'abc1234567', gitRef: 'abc1234567', endTime: '2026-11-01T10:00:00Z', ...change });
// In hours: a slow machine may take a minute.
const failing = {
  run: run(418, { status: 'FAIL', testCount: 396, passCount: 387, failCount: 9 }),
  failingSince: {
    first: { id: run(415).id, number: 415, endTime: new Date(Date.now() - 5 * 3_600_000).toISOString() },
    lastPass: { id: run(412).id, number: 412 },
  },
} satisfies EnvironmentRuns['latest'][number];
const passed = (number: number) => ({ run: run(number), failingSince: null });
const runsOf = (
  name: string,
  latest: EnvironmentRuns['latest'],
  lastRunAt = latest[0]?.run.createdAt ?? null,
): EnvironmentRuns => ({
  environmentId: environment(name, null).id,
  latest,
  recent: latest.map(({ run }) => run),
  lastRunAt,
});

const routes: Routes = {
  'GET /test-runs': { testRuns: [testRunView(1)], total: 1, position: positionAt(1) },
  'GET /pipeline-stages': stages,
  'GET /environments': [
    environment('acceptance', 'Acceptance'),
    environment('eu', 'Production'),
    environment('us', 'Production'),
    environment('sandbox', null),
  ],
  'GET /projects': [projectView()],
  'GET /test-runs/recent-for-environments': {
    environments: [
      runsOf('acceptance', [passed(419)]),
      runsOf('us', [passed(413)]),
      runsOf('eu', [failing, passed(410)]),
      runsOf('sandbox', [], '2026-11-01T10:00:00Z'),
    ],
    position: positionAt(1),
  },
};

function show(change: Routes = {}, roleType: 'USER' | 'ADMIN' = 'ADMIN', at = '/northwind/dashboard') {
  const page = makePage({ ...routes, ...change }, { roleType });
  const screens = (
    <Screens>
      <Route path="/:account/dashboard" element={<DashboardScreen />} />
      <Route path="/:account/get-started" element={<p>Get started here</p>} />
    </Screens>
  );
  return { ...page, ...renderOn(page, screens, at) };
}
const column = async (name: string) => within(await screen.findByRole('region', { name }));
const cardsIn = (within_: Awaited<ReturnType<typeof column>>) =>
  within_.getAllByRole('heading', { level: 3 }).map((heading) => heading.textContent);

describe('the dashboard', () => {
  afterEach(() => localStorage.clear());

  it('has a column for each stage in the order of the pipeline, and one for environments without', async () => {
    show();
    await column('Acceptance');
    const titles = screen.getAllByRole('heading', { level: 2 }).map((heading) => heading.textContent);
    expect(titles).toEqual(['Acceptance', 'Production', 'No Stage']);
    expect(screen.getByText('4 environments · 1 failing')).toBeVisible();
  });

  it('is shown on a wall: what fails in words, filled, and since when; Escape leads back', async () => {
    const { address } = show({}, 'ADMIN', '/northwind/dashboard?view=wall');
    const wall = within(await screen.findByRole('dialog', { name: 'Dashboard on a wall' }));
    expect(wall.getByText('1 of 4 environments failing')).toBeVisible();
    expect(wall.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent)).toEqual([
      'Acceptance',
      'Production',
      'No Stage',
    ]);
    expect(wall.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      'acceptancePassingCheckout #419 · 2 passed',
      'euFailing for 5 hCheckout #418 · 9 of 396 failed',
      'usPassingCheckout #413 · 2 passed',
      'sandboxNo result',
    ]);
    await userEvent.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(address()).toBe('/northwind/dashboard');
  });

  it('reads the projects when somebody is about to choose one', async () => {
    const { sent } = show();
    await column('Acceptance');
    expect(sent.map(({ path }) => path)).not.toContain('/projects');
    await userEvent.click(screen.getByRole('button', { name: 'Project' }));
    expect(await screen.findByLabelText('Checkout')).toBeVisible();
    expect(sent.map(({ path }) => path)).toContain('/projects');
  });

  it('puts failing environments first, and says since when and after which pass', async () => {
    show();
    expect(cardsIn(await column('Production'))).toEqual(['eu', 'us']);
    const card = await column('eu');
    expect(card.getByText(/^Failing since Checkout #415/)).toHaveTextContent('5 h ago');
    const strip = await column('Failing in Production');
    expect(strip.getByText('eu is failing').closest('p')).toHaveTextContent('eu is failing for 5 h');
    expect(strip.getByText('9 of 396 failed')).toBeVisible();
    expect(strip.getByRole('link', { name: 'last pass #412' })).toHaveAttribute('href', '/northwind/test-runs/r412');
    expect(strip.getByRole('link', { name: 'Compare with #412' }).getAttribute('href')).toMatch(/=r412,r418$/);
    expect(strip.getByRole('link', { name: 'Open run Checkout #418' })).toHaveAttribute(
      'href',
      '/northwind/test-runs/r418',
    );
  });

  it('shows a moment of the past, with times as of then, and is not read again until somebody goes back to now', async () => {
    const at = '2026-11-01T12:00:00.000Z';
    const running = { run: run(420, { status: 'RUNNING', statusDisplay: 'Running', endTime: null, testCount: 0 }) };
    const { sent } = show(
      {
        'GET /test-runs/recent-for-environments': {
          environments: [
            runsOf('acceptance', [{ ...running, failingSince: null, countsUnknown: true }]),
            runsOf('eu', [{ run: failing.run, failingSince: null }]),
          ],
          position: positionAt(1),
        },
      },
      'ADMIN',
      `/northwind/dashboard?at=${at}`,
    );
    const asked = () => sent.filter(({ path }) => path.startsWith('/test-runs/recent-for-environments'));
    const line = await column('Moment of the past');
    expect(line.getByRole('status')).toHaveTextContent(/^As it stood on 11\/01\/26 \d+:00 [AP]M$/);
    const card = await column('acceptance');
    const link = card.getByRole('link', { name: /^Running .*#420$/ });
    expect(link).toHaveTextContent('Running');
    expect(link).toHaveAttribute('href', `/northwind/test-runs/r420/replay?moment=${at}`);
    expect(card.queryByRole('img', { name: 'nothing yet' })).not.toBeInTheDocument();
    expect((await column('eu')).getByText('2 h ago')).toBeVisible();
    // What is further back than is looked is not said to be nowhere.
    expect(screen.queryByText('never passed here')).not.toBeInTheDocument();
    expect(asked().at(-1)?.path).toContain(`at=${encodeURIComponent(at)}`);
    await userEvent.click(line.getByTitle('An hour on'));
    await waitFor(() => expect(asked().at(-1)?.path).toContain(encodeURIComponent('2026-11-01T13:00:00.000Z')));
    await userEvent.click(screen.getByRole('button', { name: 'Back to now' }));
    await waitFor(() => expect(asked().at(-1)?.path).not.toContain('at='));
    expect(screen.getByRole('button', { name: 'As of now' })).toBeVisible();
    expect(screen.queryByRole('region', { name: 'Moment of the past' })).not.toBeInTheDocument();
  });

  it('does not go to the future', async () => {
    show({}, 'ADMIN', '/northwind/dashboard?at=2099-01-01T00:00:00.000Z');
    await userEvent.click(await screen.findByRole('button', { name: 'As of now' }));
    const field = await screen.findByLabelText('Date and time');
    fireEvent.change(field, { target: { value: '01/01/99 10:00 AM' } });
    expect(screen.getByText('Must not be in the future')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Show' })).toBeDisabled();
  });

  it('alarms for the last stage only', async () => {
    const environments = [runsOf('acceptance', [failing]), runsOf('eu', [passed(410)])];
    show({ 'GET /test-runs/recent-for-environments': { environments, position: positionAt(1) } });
    expect((await column('acceptance')).getByRole('img', { name: 'Failed' })).toBeVisible();
    expect(screen.queryByRole('region', { name: /^Failing in/ })).not.toBeInTheDocument();
  });

  it('shows three runs of an environment, what fails first, and the others on request', async () => {
    const latest = [...[425, 424, 423, 422].map(passed), failing];
    show({
      'GET /test-runs/recent-for-environments': { environments: [runsOf('eu', latest)], position: positionAt(1) },
    });
    const card = await column('eu');
    const runs = card.getAllByRole('link', { name: /^\w+ Checkout #/ });
    const numbers = runs.map((link) => /#\d{3}/.exec(link.textContent ?? '')?.[0]);
    expect(numbers).toEqual(['#418', '#425', '#424']);
    await userEvent.click(card.getByRole('button', { name: 'Show 2 more runs' }));
    expect(card.getAllByRole('listitem')).toHaveLength(5);
  });

  it('shows who committed what a run tested', async () => {
    const commit = { id: 'abc1234567', user: 'Grace', date: '2026-11-01T10:00:00Z', message: 'Mend the cart' };
    show({ 'GET /projects/p1/commits/abc1234567': commit });
    const card = await column('us');
    await userEvent.click(card.getByRole('button', { name: 'Commit Info of Checkout #413' }));
    expect(await screen.findByText('Mend the cart')).toBeVisible();
  });

  it('keeps its filters in the address, and says when nothing matches', async () => {
    const { sent, address } = show({}, 'ADMIN', '/northwind/dashboard?branch=main');
    expect((await column('sandbox')).getByText(/^No runs match these filters\./)).toHaveTextContent('Last run');
    await userEvent.click(screen.getByRole('button', { name: 'Date' }));
    await userEvent.click(await screen.findByRole('radio', { name: 'Since yesterday' }));
    await waitFor(() => expect(address()).toBe('/northwind/dashboard?date=yesterday&branch=main'));
    const asked = () =>
      new URLSearchParams(sent.findLast(({ path }) => path.includes('recent-for'))?.path.split('?')[1]);
    await waitFor(() => expect(asked().get('date')).toMatch(/^\d{4}-.*Z,$/));
    expect(asked().get('branch')).toBe('main');
    await userEvent.click(screen.getByRole('button', { name: 'Clear Filters' }));
    expect(address()).toBe('/northwind/dashboard');
  });

  it('leads an account without runs to getting started', async () => {
    show({ 'GET /test-runs': { testRuns: [], total: 0, position: positionAt(1) } });
    expect(await screen.findByText('Get started here')).toBeVisible();
  });

  it('does not take back a click that comes with the answer that there are no runs', async () => {
    let tell: (answer: { body: object }) => void = () => undefined;
    const noRuns = { testRuns: [], total: 0, position: positionAt(1) };
    const page = makePage({
      ...routes,
      'GET /test-runs': () =>
        new Promise((resolve) => {
          tell = resolve;
        }),
    });
    window.history.replaceState(null, '', '/northwind/dashboard');
    const screens = (
      <Screens>
        <Route path="/:account/dashboard" element={<DashboardScreen />} />
        <Route path="/:account/dashboard/analytics/test-runs" element="Analytics are here" />
        <Route path="/:account/get-started" element="Get started" />
      </Screens>
    );
    render(
      <Provider store={page.store}>
        <MantineProvider env="test">
          <RouterProvider router={createBrowserRouter([{ path: '*', element: screens }])} />
        </MantineProvider>
      </Provider>,
    );
    const link = await screen.findByRole('link', { name: 'Analytics' });
    const known = new Promise<void>((resolve) => {
      page.store.subscribe(() => {
        const queries = Object.values(page.store.getState().service.queries);
        if (queries.every((query) => query?.status === 'fulfilled')) resolve();
      });
    });
    // The answer is shown at once, the screen of a link when there is time: both wait for the end of this.
    await act(async () => {
      fireEvent.click(link);
      tell({ body: noRuns });
      await known;
    });
    expect(await screen.findByText('Analytics are here')).toBeVisible();
    expect(window.location.pathname).toBe('/northwind/dashboard/analytics/test-runs');
    window.history.replaceState(null, '', '/');
  });

  it('hints administrators at pipelines until they have read it', async () => {
    const { unmount } = show();
    const hint = await column('Create a pipeline');
    expect(hint.getByRole('link')).toHaveAttribute('href', '/northwind/environments/pipelines/new');
    await userEvent.click(hint.getByRole('button', { name: 'Dismiss' }));
    expect(screen.queryByRole('region', { name: 'Create a pipeline' })).not.toBeInTheDocument();
    unmount();
    localStorage.clear();
    show({}, 'USER');
    await column('No Stage');
    expect(screen.queryByRole('region', { name: 'Create a pipeline' })).not.toBeInTheDocument();
  });

  it('says what could not be loaded, and tries that again', async () => {
    let isAway = true;
    const away = { status: 503, body: { code: 'store.away', message: 'The store is away.', requestId: 'req-7' } };
    const recent = routes['GET /test-runs/recent-for-environments'];
    show({ 'GET /test-runs/recent-for-environments': () => (isAway ? away : { body: recent }) });
    expect(await screen.findByText('The store is away.')).toBeVisible();
    isAway = false;
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    await column('Production');
  });
});

describe('the dates of the dashboard', () => {
  it.each([
    ['today', 0],
    ['yesterday', 1],
    ['two-days', 2],
  ])('begin at midnight: %s', (since, back) => {
    const midnight = new Date(2026, 10, 22 - back).toISOString();
    const now = new Date(2026, 10, 22, 14, 30).getTime();
    expect(queryOfDashboard({ ...noDashboardFilters, since }, now).date).toBe(`${midnight},`);
  });
});
