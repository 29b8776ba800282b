import { version } from '@assay/contract';
import { jest } from '@jest/globals';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { lazy, Suspense } from 'react';
import { Route, Routes as Screens } from 'react-router';
import { serviceUnreachable } from '../connection/liveSlice.ts';
import { watchPageLoads } from '../testSupport/pageLoads.ts';
import { makePage, type Routes, renderOn } from '../testSupport/pageOfTests.tsx';
import { attemptView, testResultView } from '../testSupport/testResultView.ts';
import { environmentView, positionAt, resultRow, testRunView } from '../testSupport/views.ts';
import { Boundary } from '../ui/boundary/Boundary.tsx';
import { AppRoutes } from './AppRoutes.tsx';
import { palette } from './shell/palette.ts';

// React logs what a boundary has caught.
beforeEach(() => void jest.spyOn(console, 'error').mockImplementation(() => undefined));
afterEach(() => void jest.restoreAllMocks());

function open(at: string, routes: Routes, token?: null) {
  const noRuns = { testRuns: [], total: 0, position: positionAt(1) };
  const page = makePage({ 'GET /test-runs': noRuns, ...routes }, token === undefined ? {} : { token });
  return { ...page, ...renderOn(page, <AppRoutes />, at) };
}

const failing = async (title: string) => {
  const alert = await screen.findByText(title);
  return within(alert.closest('[role=alert]') as HTMLElement);
};

describe('an error while an area renders', () => {
  const openBroken = () =>
    open('/northwind/environments', { 'GET /environments': [{ ...environmentView(), name: null }] });

  it('leaves the navigation, which leads on', async () => {
    openBroken();
    await failing('Environments could not be displayed');
    await userEvent.click(screen.getByRole('link', { name: 'Agents' }));
    expect(await screen.findByRole('heading', { name: 'Agents' })).toBeVisible();
    expect(screen.queryByText(/could not be displayed/)).not.toBeInTheDocument();
  });

  it('is over with another try once its cause is gone', async () => {
    const page = openBroken();
    const alert = await failing('Environments could not be displayed');
    page.routes['GET /environments'] = [environmentView()];
    await userEvent.click(alert.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('staging', { selector: 'strong' })).toBeVisible();
  });

  it('is copied for a report: its id, message, components, address, version and time', async () => {
    const user = userEvent.setup();
    openBroken();
    const alert = await failing('Environments could not be displayed');
    await user.click(alert.getByRole('button', { name: 'Copy details' }));
    expect(await alert.findByRole('button', { name: 'Copied' })).toBeVisible();
    const details = await navigator.clipboard.readText();
    const id = alert.getByText(/^[0-9a-f]{12}$/).textContent;
    expect(details).toMatch(new RegExp(`^Report: ${id}\nMessage: Cannot read properties of null`));
    expect(details).toContain(`Address: ${window.location.origin}/northwind/environments`);
    expect(details).toContain(`Version: ${version}`);
    expect(details).toMatch(/Time: \d{4}-\d\d-\d\dT/);
    expect(details).toMatch(/Components:\n +at /);
  });
});

it('an error outside of the areas shows that the page failed', async () => {
  open('/login', { 'GET /auth-providers': [null] }, null);
  await failing('This page could not be displayed');
});

it('an error in a tab leaves the head and the other tabs', async () => {
  const run = testRunView(1, { status: 'FAIL' });
  open('/northwind/test-runs/r1/details', {
    'GET /test-runs/r1': { ...run, includeTags: null },
    'GET /test-runs/r1/results': { tests: [resultRow('adds')], total: 1, position: positionAt(1) },
  });
  await failing('Details could not be displayed');
  await userEvent.click(screen.getByRole('tab', { name: 'Test Results' }));
  expect(await screen.findByRole('tree', { name: 'Tests' })).toBeVisible();
  expect(screen.queryByText(/could not be displayed/)).not.toBeInTheDocument();
});

it('an error in a panel of a split view leaves what is typed in the other', async () => {
  const broken = resultRow('adds', { file: 'cup.spec.ts' });
  const sound = resultRow('subtracts', { file: 'cup.spec.ts' });
  open('/northwind/test-runs/r1', {
    'GET /test-runs/r1': testRunView(1, { status: 'PASS' }),
    'GET /test-runs/r1/results': { tests: [broken, sound], total: 2, position: positionAt(1) },
    [`GET /test-runs/r1/results/${broken.testId}`]: { ...testResultView(attemptView(1)), ...broken, tags: null },
    [`GET /test-runs/r1/results/${sound.testId}`]: { ...testResultView(attemptView(1)), ...sound },
  });
  const tree = await screen.findByRole('tree', { name: 'Tests' });
  await userEvent.type(screen.getByRole('searchbox'), 's');
  await userEvent.click(await within(tree).findByText('adds'));
  await failing('The test could not be displayed');
  expect(screen.getByRole('searchbox')).toHaveValue('s');
  await userEvent.click(await within(tree).findByText('subtracts'));
  expect(await screen.findByRole('article', { name: 'subtracts' })).toBeVisible();
});

it('an error in the command palette closes with it, and leaves the page', async () => {
  const page = open('/northwind/environments', { 'GET /search': { testRuns: [null], tests: [] } });
  const { unmount } = page;
  await screen.findByRole('heading', { name: 'Environments' });
  act(() => palette.open());
  await userEvent.type(await screen.findByPlaceholderText('Search or jump to…'), 'checkout');
  const dialog = within(await screen.findByRole('dialog', { name: 'Search' }));
  expect(dialog.getByText('Search could not be displayed')).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByText('Search could not be displayed')).not.toBeInTheDocument());
  expect(screen.getByRole('heading', { name: 'Environments' })).toBeVisible();
  unmount();
});

describe('a part of the client whose file is gone', () => {
  const messages = [
    'Failed to fetch dynamically imported module: http://localhost/assets/AgentsScreen-1.js',
    'error loading dynamically imported module: http://localhost/assets/AgentsScreen-1.js',
    'Importing a module script failed.',
    "'text/html' is not a valid JavaScript MIME type.",
    'Unable to preload CSS for /assets/AgentsScreen-1.css',
  ];
  const openWithout = (message: string) => {
    const Gone = lazy(() => Promise.reject(new TypeError(message)));
    const page = makePage();
    const screens = (
      <Boundary what="Agents">
        <Suspense fallback={null}>
          <Screens>
            <Route path="*" element={<Gone />} />
          </Screens>
        </Suspense>
      </Boundary>
    );
    return { ...page, ...renderOn(page, screens, '/northwind/agents') };
  };

  it.each(messages)('leads to the new version by a reload: %s', async (message) => {
    const loads = watchPageLoads();
    openWithout(message);
    const alert = await failing('Agents could not be loaded');
    expect(alert.getByText('A new version of Assay is available. Reload the page to use it.')).toBeVisible();
    await userEvent.click(alert.getByRole('button', { name: 'Reload' }));
    expect(loads.addresses).toEqual(['/northwind/agents']);
    loads.stop();
  });

  it('says that Assay is not reachable where that is why', async () => {
    const { store } = openWithout('Failed to fetch dynamically imported module: http://localhost/assets/A-1.js');
    const alert = await failing('Agents could not be loaded');
    act(() => void store.dispatch(serviceUnreachable({ at: new Date(2026, 10, 20).toISOString() })));
    expect(alert.getByText('Assay is not reachable. Reload the page once it is.')).toBeVisible();
  });
});
