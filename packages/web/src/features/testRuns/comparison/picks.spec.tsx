import { Notifications } from '@mantine/notifications';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { makePage, type Routes, renderOn, type Sent } from '../../../testSupport/pageOfTests.tsx';
import { positionAt, testRunView } from '../../../testSupport/views.ts';
import { PickButton, PickIcon } from './PickButton.tsx';
import { PicksBar } from './PicksBar.tsx';
import { pickedWith } from './usePickedRuns.ts';

const [first, second, third] = [testRunView(1), testRunView(2), testRunView(3, { status: 'RUNNING' })];
const runs = [first, second, third];

function open(routes: Routes = {}) {
  const page = makePage({
    'GET /test-runs': ({ path }: Sent) => {
      const ids = new URLSearchParams(path.split('?')[1]).get('ids')?.split(',') ?? [];
      const testRuns = runs.filter(({ id }) => ids.includes(id));
      return { body: { testRuns, total: testRuns.length, position: positionAt(100) } };
    },
    ...routes,
  });
  const rendered = renderOn(
    page,
    <>
      <PickIcon testRunId={first.id} of="Checkout #1" />
      <PickButton testRunId={second.id} />
      <PickIcon testRunId={third.id} of="Checkout #3" />
      <PicksBar />
      <Notifications />
    </>,
  );
  return { ...page, ...rendered };
}

const pick = (name: string) => userEvent.click(screen.getByRole('button', { name }));
const pickFirst = () => pick('Add to Test Comparison: Checkout #1');
const pickSecond = () => pick('Add to Test Comparison');
const pickThird = () => pick('Add to Test Comparison: Checkout #3');

describe('picking runs', () => {
  afterEach(() => sessionStorage.clear());

  it('opens the comparison of two, in the order in which they were picked', async () => {
    open();
    expect(screen.queryByRole('region', { name: 'Test Comparison' })).not.toBeInTheDocument();
    await pickFirst();
    expect(await screen.findByText('Pick another one to compare it with')).toBeVisible();
    await pickSecond();
    expect(screen.getByRole('link', { name: 'Compare' })).toHaveAttribute(
      'href',
      `/northwind/dashboard/analytics/test-run-comparison?test_run_ids=${first.id},${second.id}`,
    );
    await userEvent.click(screen.getByRole('button', { name: 'Swap the runs' }));
    expect(screen.getByRole('link', { name: 'Compare' }).getAttribute('href')).toContain(`${second.id},${first.id}`);
  });

  it('stays while somebody goes elsewhere, until it is cleared', async () => {
    const { unmount } = open();
    await pickSecond();
    unmount();
    open();
    expect(await screen.findByText('1 run picked')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Remove from Test Comparison' })).toHaveAttribute('aria-pressed', 'true');
    await userEvent.click(screen.getByRole('button', { name: 'Clear' }));
    expect(screen.queryByText('1 run picked')).not.toBeInTheDocument();
  });

  it.each([
    [200, 'A run that is gone'],
    [503, 'A run that could not be loaded'],
  ])('says of a run without an answer (%d): %s', async (status, said) => {
    const body = status === 200 ? { testRuns: [], total: 0, position: positionAt(100) } : { code: 'c', message: 'm' };
    open({ 'GET /test-runs': () => ({ status, body }) });
    await pickSecond();
    expect(await screen.findByText(said)).toBeVisible();
    expect(screen.getByRole('button', { name: `Remove ${said}` })).toBeVisible();
  });

  it('reruns the ended ones of several runs, after a question', async () => {
    const answer = ({ path }: Sent) => ({ body: { id: path, revision: '0', position: positionAt(101) } });
    const { sent } = open({ 'POST /test-runs/r1/rerun': answer, 'POST /test-runs/r2/rerun': answer });
    for (const pickOne of [pickFirst, pickSecond, pickThird]) await pickOne();
    expect(await screen.findByText('3 runs picked')).toBeVisible();
    expect(screen.queryByRole('link', { name: 'Compare' })).not.toBeInTheDocument();
    await userEvent.click(await screen.findByRole('button', { name: 'Rerun 2' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Rerun 2 test runs?' }));
    expect(sent.some(({ method }) => method === 'POST')).toBe(false);
    await userEvent.click(dialog.getByRole('button', { name: 'Rerun 2' }));
    expect(await screen.findByText('2 runs started')).toBeVisible();
    expect(sent.filter(({ method }) => method === 'POST').map(({ path, body }) => [path, body])).toEqual([
      ['/test-runs/r1/rerun', { rerunTestRun: true }],
      ['/test-runs/r2/rerun', { rerunTestRun: true }],
    ]);
  });

  it('cancels those in progress, and says what failed', async () => {
    const refused = { code: 'c', message: 'It has ended.', requestId: 'r' };
    const { sent } = open({ 'PATCH /test-runs/r3': () => ({ status: 409, body: refused }) });
    for (const pickOne of [pickFirst, pickThird]) await pickOne();
    await userEvent.click(await screen.findByRole('button', { name: 'Cancel 1' }));
    await userEvent.click(await screen.findByRole('button', { name: 'Cancel 1 test run' }));
    expect(await screen.findByText(/It has ended\./)).toBeVisible();
    expect(sent.filter(({ method }) => method === 'PATCH').map(({ path }) => path)).toEqual(['/test-runs/r3']);
  });

  it('gives them a reviewer, each unless it has changed', async () => {
    const { sent } = open({
      'GET /user-roles': [
        { id: 'role-grace', user: { id: 'grace', fullName: 'Grace Hopper', email: 'g@example.com' } },
      ],
      'PUT /review/user': { id: 'r', revision: '1', position: positionAt(102) },
    });
    for (const pickOne of [pickFirst, pickSecond]) await pickOne();
    await userEvent.click(await screen.findByRole('button', { name: 'Reviewer of 2 runs: Assign reviewer' }));
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Grace Hopper' }));
    await waitFor(() =>
      expect(sent.filter(({ method }) => method === 'PUT').map(({ body }) => body)).toMatchObject([
        { reviewType: 'TEST_RUN', testRunId: 'r1', assigneeUserId: 'grace' },
        { reviewType: 'TEST_RUN', testRunId: 'r2', assigneeUserId: 'grace' },
      ]),
    );
  });

  it('keeps as many as a page has at most, each once', () => {
    expect(pickedWith(['a', 'b'], ['c', 'a'])).toEqual(['a', 'b', 'c']);
    const many = Array.from({ length: 51 }, (_, at) => `r${at}`);
    expect(pickedWith([], many)).toEqual(many.slice(1));
  });
});
