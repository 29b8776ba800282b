import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Route, Routes } from 'react-router';
import { type Routes as Answers, makePage, renderOn } from '../../testSupport/pageOfTests.tsx';
import { retype } from '../../testSupport/retype.ts';
import {
  deployView,
  environmentView,
  positionAt,
  projectView,
  testRunView,
  testSuiteView,
} from '../../testSupport/views.ts';
import { ProjectScreen } from './ProjectScreen.tsx';
import { SuiteScreen } from './suites/SuiteScreen.tsx';

const pageOfRuns = (...testRuns: ReturnType<typeof testRunView>[]) => ({
  testRuns,
  total: testRuns.length,
  position: positionAt(9),
});
const answer = (id: string) => ({ id, revision: '0', position: positionAt(50) });

function open(routes: Answers = {}, at = '/northwind/projects/checkout') {
  const page = makePage({
    'GET /projects': [projectView({ hasDeploy: true })],
    'GET /environments': [environmentView()],
    'GET /test-suites': [testSuiteView()],
    'GET /test-runs': pageOfRuns(testRunView(3)),
    'GET /projects/p1/stats': {
      thisMonthUniqueTestsRun: 493,
      lastMonthUniqueTestsRun: 472,
      uniqueDiff: 21,
      uniqueDiffType: 'increase',
      uniqueDiffText: '21 more than in the 30 days before',
      deploysInLastThirtyDays: 86,
      lastDeployment: null,
    },
    'GET /projects/p1/deploys': { deploys: [deployView()], total: 1, position: positionAt(2) },
    'GET /projects/p1/branches': [{ name: 'master', commit: 'c'.repeat(40) }],
    'GET /projects/p1/commits': [
      { id: 'c'.repeat(40), user: 'Grace', date: '2026-11-01T10:00:00Z', message: 'Round totals' },
    ],
    'GET /projects/p1/tests': [],
    ...routes,
  });
  const routed = (
    <Routes>
      <Route path=":account/projects/:projectKey" element={<ProjectScreen />} />
      <Route path=":account/projects/:projectKey/:tab" element={<ProjectScreen />} />
      <Route path=":account/projects/:projectKey/test-suites/new" element={<SuiteScreen />} />
      <Route path=":account/projects/:projectKey/test-suites/:testSuiteId" element={<SuiteScreen />} />
      <Route path="*" element={null} />
    </Routes>
  );
  return { ...page, ...renderOn(page, routed, at) };
}

describe('a project', () => {
  it('opens on its recent runs, its suites, its deploys and the state of its repository', async () => {
    open();
    const runs = within(await screen.findByRole('list', { name: 'Recent runs' }));
    expect(runs.getByRole('link')).toHaveTextContent('#3');
    expect(within(screen.getByRole('list', { name: 'Test suites' })).getByText('Smoke')).toBeVisible();
    expect(await screen.findByText('Round totals')).toBeVisible();
    expect(within(screen.getByRole('list', { name: 'Latest deploys' })).getByText('not tested')).toBeVisible();
    expect(screen.getByText('493 tests run this month, +21')).toBeVisible();
    expect(screen.getByText('86 deploys in 30 days')).toBeVisible();
  });

  it('has a tab Quarantined Tests, which says that there are none', async () => {
    open({ 'GET /projects/p1/quarantined-tests': [] }, '/northwind/projects/checkout/quarantined-tests');
    expect(await screen.findByRole('tab', { name: 'Quarantined Tests', selected: true })).toBeVisible();
    expect(await screen.findByText('No tests are currently quarantined')).toBeVisible();
  });

  it('says since when its default branch fails', async () => {
    const failed = testRunView(3, { status: 'FAIL', passCount: 1, failCount: 1 });
    open({ 'GET /test-runs': pageOfRuns(failed, testRunView(2)) });
    expect(await screen.findByText(/master fails since/)).toHaveTextContent('#3');
    expect(screen.getByRole('link', { name: 'Show failures' })).toHaveAttribute('href', '/northwind/test-runs/r3');
  });

  it('says why its repository cannot be read', async () => {
    const message = 'The repository https://git.test/checkout.git cannot be read. Its host does not answer.';
    open({
      'GET /projects/p1/branches': () => ({ status: 409, body: { code: 'git.unreachable', message, requestId: 'r' } }),
    });
    expect(await screen.findByText(message)).toBeVisible();
  });

  it('without runs offers the first one, in the only environment', async () => {
    const { sent, address } = open({ 'GET /test-runs': pageOfRuns(), 'POST /test-runs': answer('r1') });
    await userEvent.click(await screen.findByRole('button', { name: 'Start first run' }));
    await waitFor(() => expect(address()).toBe('/northwind/test-runs/r1'));
    expect(sent.find(({ method }) => method === 'POST')?.body).toEqual({
      project: 'checkout',
      environment: 'staging',
      testSuiteId: null,
      branch: 'master',
      ref: null,
    });
  });
});

describe('running a suite', () => {
  it('asks for what the run needs in the exact words', async () => {
    const other = environmentView({ id: 'e2' as never, key: 'prod', name: 'prod' });
    const { sent } = open({
      'GET /environments': [environmentView(), other],
      'GET /test-runs': pageOfRuns(testRunView(1, { environmentId: 'gone' as never })),
    });
    await userEvent.click(await screen.findByRole('button', { name: 'Run Smoke' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Run Smoke' }));
    await userEvent.clear(await dialog.findByRole('combobox', { name: /^Branch/ }));
    await userEvent.click(dialog.getByRole('button', { name: 'Run Tests' }));
    expect(await dialog.findByText('You must select an environment')).toBeVisible();
    expect(dialog.getByText('You must select a branch')).toBeVisible();
    expect(sent.some(({ method }) => method === 'POST')).toBe(false);
  });

  it('can test what is deployed, in the environment of the last run', async () => {
    const { sent } = open({ 'POST /test-runs': answer('r9') }, '/northwind/projects/checkout?run=s1');
    const dialog = within(await screen.findByRole('dialog', { name: 'Run Smoke' }));
    await userEvent.click(await dialog.findByRole('radio', { name: 'Latest deploy' }));
    await userEvent.click(dialog.getByRole('button', { name: 'Run Tests' }));
    await waitFor(() => expect(sent.some(({ method }) => method === 'POST')).toBe(true));
    expect(sent.find(({ method }) => method === 'POST')?.body).toEqual({
      project: 'checkout',
      environment: 'staging',
      testSuiteId: 's1',
      latestDeploy: true,
    });
  });
});

describe("a project's test suites", () => {
  it('are added with what the form says', async () => {
    const routes = { 'POST /projects/p1/test-suites': answer('s2') };
    const { sent, address } = open(routes, '/northwind/projects/checkout/test-suites/new');
    await userEvent.click(await screen.findByRole('button', { name: 'Add test suite' }));
    expect(await screen.findByText("Can't be blank")).toBeVisible();
    await retype('Name *', 'Regression');
    await retype('Priority (1 to 10)', '11');
    await userEvent.click(screen.getByRole('button', { name: 'Add test suite' }));
    expect(await screen.findByText('Must be between 1 and 10')).toBeVisible();
    await retype('Priority (1 to 10)', '6');
    await userEvent.click(screen.getByRole('button', { name: 'Add test suite' }));
    await waitFor(() => expect(address()).toBe('/northwind/projects/checkout/test-suites'));
    expect(sent.find(({ method }) => method === 'POST')?.body).toMatchObject({
      name: 'Regression',
      type: 'Other',
      priority: 6,
      maxRunners: null,
      testTimeoutSeconds: 900,
      timeoutMinutes: 180,
    });
  });

  it('are changed with the revision that was seen', async () => {
    const routes = { 'PATCH /projects/p1/test-suites/s1': answer('s1') };
    const { sent } = open(routes, '/northwind/projects/checkout/test-suites/s1');
    await retype('Name *', 'Sanity');
    await userEvent.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(sent.some(({ method }) => method === 'PATCH')).toBe(true));
    const patch = sent.find(({ method }) => method === 'PATCH');
    expect(patch?.body).toMatchObject({ name: 'Sanity', includeTags: ['@smoke'], testTimeoutSeconds: 60 });
    expect(patch?.headers).toMatchObject({ 'If-Match': '2' });
  });

  it('are deleted once that is confirmed', async () => {
    const routes = { 'DELETE /projects/p1/test-suites/s1': answer('s1') };
    const { sent } = open(routes, '/northwind/projects/checkout/test-suites/s1');
    await userEvent.click(await screen.findByRole('button', { name: 'Delete test suite' }));
    expect(sent.some(({ method }) => method === 'DELETE')).toBe(false);
    await userEvent.click(await screen.findByRole('button', { name: 'Delete Smoke' }));
    await waitFor(() => expect(sent.some(({ method }) => method === 'DELETE')).toBe(true));
  });
});

describe("a project's deployments", () => {
  const at = '/northwind/projects/checkout/deployments';

  it('are listed, and recorded by hand', async () => {
    const { sent } = open({ 'POST /projects/p1/deploys': answer('d2') }, at);
    expect(await screen.findByRole('table', { name: 'Deployments' })).toHaveTextContent('staging');
    await userEvent.click(screen.getByRole('button', { name: 'New deploy' }));
    await userEvent.click(await screen.findByRole('button', { name: 'Add deploy' }));
    await waitFor(() => expect(sent.some(({ method }) => method === 'POST')).toBe(true));
    expect(sent.find(({ method }) => method === 'POST')?.body).toEqual({
      environment: 'staging',
      branch: 'master',
      commit: null,
      buildName: null,
    });
  });

  it('of one environment are chosen in the address', async () => {
    const { sent } = open({}, `${at}?environment=staging`);
    await screen.findByRole('table', { name: 'Deployments' });
    await waitFor(() => expect(sent.some(({ path }) => path.includes('environmentId=e1'))).toBe(true));
  });
});
