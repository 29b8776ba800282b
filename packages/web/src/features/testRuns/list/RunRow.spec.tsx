import { limits, type TestRunView } from '@assay/contract';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { makePage, type Routes, renderOn } from '../../../testSupport/pageOfTests.tsx';
import { accountView, positionAt, testRunView } from '../../../testSupport/views.ts';
import { TestRunListScreen } from './TestRunListScreen.tsx';

function open(run: TestRunView, routes: Routes = {}) {
  const page = makePage({
    'GET /test-runs': { testRuns: [run], total: 1, position: positionAt(100) },
    [`GET /test-runs/${run.id}`]: run,
    ...routes,
  });
  return { ...page, ...renderOn(page, <TestRunListScreen />) };
}
const row = () => screen.findByRole('listitem');

describe('a run in the list', () => {
  it('is canceled from its row, after a question that names it', async () => {
    const user = userEvent.setup();
    const { sent } = open(testRunView(1, { status: 'RUNNING' }), {
      'GET /test-runs/r1': testRunView(1, { status: 'CANCELED' }),
      'PATCH /test-runs/r1': { id: 'r1', revision: '2', position: positionAt(101) },
    });
    await user.click(await screen.findByRole('button', { name: 'Cancel Checkout #1' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Cancel Checkout #1?' }));
    expect(sent.some(({ method }) => method === 'PATCH')).toBe(false);
    await user.click(dialog.getByRole('button', { name: 'Cancel test run' }));
    await waitFor(() => expect(sent.find(({ method }) => method === 'PATCH')?.body).toEqual({ status: 'CANCELED' }));
  });

  it('that is over has nothing to cancel', async () => {
    open(testRunView(1));
    expect(await screen.findByRole('button', { name: 'Rerun' })).toBeVisible();
    expect(screen.queryByRole('button', { name: /^Cancel/ })).not.toBeInTheDocument();
  });

  it('is not rerun on a plan without own runners', async () => {
    const failed = testRunView(1, { status: 'FAIL', passCount: 1, failCount: 1 });
    open(failed, { 'GET /account': { ...accountView, legacyPlan: false, currentPlan: 1 } });
    // The plan is known once what belongs to it is offered.
    await screen.findByRole('button', { name: 'Upload Test Run' });
    expect(await row()).toHaveTextContent('1 failed');
    expect(screen.queryByRole('button', { name: 'Rerun' })).not.toBeInTheDocument();
  });

  it.each([
    { tags: ['@a', '@b'], shown: ['@a', '@b', 'not @c'], rest: null },
    { tags: ['@a', '@b', '@d'], shown: ['@a', '@b', '@d'], rest: { text: '+2', title: 'not @c, cart' } },
  ])('with the tags $tags shows three of them, and counts the others', async ({ tags, shown, rest }) => {
    open(testRunView(1, { includeTags: tags, excludedTags: ['@c'], testFilters: rest === null ? [] : ['cart'] }));
    for (const tag of shown) expect(within(await row()).getByTitle(tag)).toHaveTextContent(tag);
    const others = within(await row()).queryByText(/^\+\d/);
    expect(others && { text: others.textContent, title: others.title }).toEqual(rest);
    expect(screen.queryByTitle('not @c') !== null).toBe(rest === null);
  });

  it('shows ten characters of its commit', async () => {
    expect(limits.commitLength).toBe(10);
    open(testRunView(1, { gitRef: 'abcdef0123456789abcdef' }));
    expect(await screen.findByText(/^abcdef/)).toHaveTextContent(/^abcdef0123$/);
  });
});

describe('the keys of the list', () => {
  it('lead to its search by /', async () => {
    open(testRunView(1));
    await row();
    await userEvent.keyboard('/');
    expect(screen.getByRole('searchbox', { name: 'Search test runs' })).toHaveFocus();
  });

  it('open the rerun menu of the focused run by r, its reviewers by a, and pick it by c', async () => {
    const user = userEvent.setup();
    open(testRunView(1, { status: 'FAIL', passCount: 1, failCount: 1 }));
    await row();
    await user.keyboard('jr');
    expect(await screen.findByRole('menuitem', { name: 'Rerun Failed Tests' })).toBeVisible();
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('menu')).not.toBeInTheDocument());
    await user.keyboard('a');
    expect(await screen.findByRole('menu', { name: /^Reviewer of Checkout #1/ })).toBeVisible();
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('menu')).not.toBeInTheDocument());
    await user.keyboard('c');
    expect(await screen.findByText('1 run picked')).toBeVisible();
    await user.keyboard('c');
    await waitFor(() => expect(screen.queryByText('1 run picked')).not.toBeInTheDocument());
  });

  it('press nothing while no run is focused', async () => {
    open(testRunView(1));
    await row();
    await userEvent.keyboard('c');
    expect(screen.queryByText('1 run picked')).not.toBeInTheDocument();
  });
});
