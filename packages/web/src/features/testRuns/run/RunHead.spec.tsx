import { type DeployId, nothingCouldPassText, type ProjectId, type TestSuiteId } from '@assay/contract';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { answered, makePage, type Routes, renderOn } from '../../../testSupport/pageOfTests.tsx';
import { accountView, positionAt, testRunView, userView } from '../../../testSupport/views.ts';
import { RunHead } from './RunHead.tsx';

const answer = { id: 'r1', revision: '2', position: positionAt(70) };

function open(run = testRunView(1), routes: Routes = {}) {
  const me = userView('USER');
  const page = makePage({ 'GET /users/me': me, 'GET /test-runs/r1': run, 'PATCH /test-runs/r1': answer, ...routes });
  return { ...page, ...renderOn(page, <RunHead run={run} />, '/northwind/test-runs/r1') };
}

describe('the head of a run', () => {
  it('cancels only after confirmation, naming the run', async () => {
    const { sent } = open(testRunView(1, { status: 'RUNNING' }), {
      'GET /test-runs/r1': testRunView(1, { status: 'CANCELED' }),
    });
    await userEvent.click(await screen.findByRole('button', { name: 'Cancel' }));
    const dialog = await screen.findByRole('dialog', { name: 'Cancel Checkout #1?' });
    expect(sent.some(({ method }) => method === 'PATCH')).toBe(false);
    await userEvent.click(within(dialog).getByRole('button', { name: 'Cancel test run' }));
    await waitFor(() => expect(sent.find(({ method }) => method === 'PATCH')?.body).toEqual({ status: 'CANCELED' }));
  });

  it('offers the statuses that a person may set, except the current one', async () => {
    open(testRunView(1, { status: 'FAIL' }));
    await userEvent.click(await screen.findByRole('button', { name: 'Set status' }));
    const offered = (await screen.findAllByRole('menuitem')).map((item) => item.textContent);
    expect(offered).toEqual(['Passed', 'Canceled']);
  });

  it('offers no command to staff who may only read the runs of the account', async () => {
    const { accountId } = userView('USER').roles[0] ?? {};
    const access = { id: 'sa1', accountId, accountName: 'northwind', reason: 'Ticket 7' };
    const times = { startedAt: '2026-03-01T12:00:00.000Z', until: '2999-01-01T00:00:00.000Z' };
    const me = { ...userView('USER'), roles: [], staffAccess: [{ ...access, ...times }] };
    open(testRunView(1, { status: 'RUNNING' }), { 'GET /users/me': me, 'GET /account': accountView });
    expect(await screen.findByRole('button', { name: 'Add to Test Comparison' })).toBeVisible();
    for (const name of ['Cancel', 'Set status', 'Follow']) expect(screen.queryByRole('button', { name })).toBeNull();
  });

  it('tells how the run stands in the title of the window', () => {
    const { unmount } = open(testRunView(1, { status: 'FAIL' }));
    expect(document.title).toBe('Failed · Checkout #1 · Assay');
    unmount();
    const counts = { testCount: 4, passCount: 1, failCount: 1, ignoredCount: 0, notRunCount: 0 };
    open(testRunView(1, { status: 'RUNNING', ...counts }));
    expect(document.title).toBe('50% · Checkout #1 · Assay');
  });

  it("names the run's suite, if any", () => {
    const { unmount } = open(testRunView(1, { testSuiteId: 's1' as TestSuiteId, testSuiteName: 'Smoke' }));
    expect(screen.getByText('suite Smoke')).toBeInTheDocument();
    unmount();
    open();
    expect(screen.queryByText(/^suite/)).toBeNull();
  });

  it('says why a run is inconclusive', () => {
    open(testRunView(1, { nothingCouldPass: true }));
    expect(screen.getByText('Inconclusive').closest('li')?.nextSibling).toHaveTextContent(nothingCouldPassText);
  });

  it('shows when the tested version was deployed', () => {
    const deploy = { projectId: 'p1' as ProjectId, branch: 'main', commit: 'abc', buildName: null };
    open(testRunView(1, { deployId: 'd1' as DeployId, deploy: { ...deploy, createdAt: '2026-11-01T10:00:00Z' } }));
    expect(screen.getByText('deployed', { exact: false })).toHaveTextContent(/^deployed .*11\/01\/26/);
  });

  it('shows the effect of its own command', async () => {
    const { sent } = open(testRunView(1, { status: 'FAIL' }), { 'GET /test-runs/r1': testRunView(1) });
    await userEvent.click(await screen.findByRole('button', { name: 'Set status' }));
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Passed' }));
    await userEvent.click(await screen.findByRole('button', { name: 'Set to passed' }));
    const readBack = { method: 'GET', path: '/test-runs/r1', headers: { 'Min-Position': positionAt(70) } };
    await waitFor(() => expect(sent.at(-1)).toMatchObject(readBack));
  });

  it('offers no rerun on a plan without it', async () => {
    const page = open(testRunView(1), { 'GET /account': { ...accountView, legacyPlan: false, currentPlan: 1 } });
    await answered(page);
    expect(screen.queryByRole('button', { name: 'Rerun' })).not.toBeInTheDocument();
  });

  it('shows what happened, with program output behind a button', async () => {
    open(testRunView(1, { status: 'FAIL', statusInfo: 'The tests could not be listed.\nENOENT reporter' }));
    expect(screen.getByRole('note')).toHaveTextContent('The tests could not be listed.');
    expect(screen.queryByText('ENOENT reporter')).not.toBeInTheDocument();
    await userEvent.click(screen.getByRole('button', { name: 'Show details' }));
    expect(screen.getByText('ENOENT reporter')).toBeVisible();
  });

  it('shows when the repository cannot be read', async () => {
    open(testRunView(1, { commit: 'abcdef0123456789' }));
    await userEvent.click(screen.getByRole('button', { name: 'Commit Info' }));
    expect(await screen.findByText('Failed to load commit info, please click Close and try again!')).toBeVisible();
  });

  it.each([{ commit: 'abcdef0123456789' }, { gitRef: 'abcdef0123456789' }])(
    'shows eight characters of %j',
    (change) => {
      open(testRunView(1, change));
      expect(screen.getByText(/^abcdef/)).toHaveTextContent(/^abcdef01$/);
    },
  );

  it('opens the menu of reruns by r', async () => {
    open(testRunView(1, { status: 'FAIL', passCount: 1, failCount: 1 }));
    await screen.findByRole('button', { name: 'Rerun' });
    await userEvent.keyboard('r');
    const offered = (await screen.findAllByRole('menuitem')).map((item) => item.textContent);
    expect(offered).toEqual(['Rerun Test Run', 'Rerun Failed Tests']);
  });
});
