import type { TestRunView, UserId } from '@assay/contract';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { makePage, type Routes, renderOn } from '../../../testSupport/pageOfTests.tsx';
import { keysOfLooks, minute, passingTime } from '../../../testSupport/passingTime.ts';
import { pageOf } from '../../../testSupport/runList.tsx';
import { positionAt, testRunView, userView } from '../../../testSupport/views.ts';
import { TestRunListScreen } from './TestRunListScreen.tsx';

const time = passingTime();
beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
});

function open(runs: TestRunView[], { at, total, routes }: { at?: string; total?: number; routes?: Routes } = {}) {
  const page = makePage({ 'GET /test-runs': pageOf(runs, total), ...routes });
  return { ...page, ...renderOn(page, <TestRunListScreen />, at) };
}

/** Looks at the list until the look is kept, and leaves it. */
async function look(...args: Parameters<typeof open>): Promise<void> {
  const { unmount } = open(...args);
  await screen.findAllByRole('listitem');
  await waitFor(() => expect(keysOfLooks()).toHaveLength(1));
  unmount();
}

const marked = () =>
  within(screen.getByRole('list', { name: 'Test Runs' }))
    .getAllByRole('listitem')
    .filter(({ dataset }) => dataset.new === 'true')
    .map((row) => within(row).getAllByRole('link')[0]?.textContent);
const line = () => screen.queryByText(/new since you looked/);

const [first, second, third] = [testRunView(1), testRunView(2), testRunView(3)];

describe('what is new in the list of test runs', () => {
  it('is nothing at the first look, then what came since the last one, until it is marked as seen', async () => {
    await look([first]);
    time.passed = 60 * minute;
    open([third, second, first]);
    expect(await screen.findByText(/^2 new since you looked,/)).toHaveTextContent('2 new since you looked, 1 h ago');
    expect(marked()).toEqual(['Passed Checkout #3', 'Passed Checkout #2']);
    expect(screen.getByRole('link', { name: 'Passed Checkout #3' })).toHaveAccessibleDescription(
      /^New since you looked\./,
    );
    await userEvent.click(screen.getByRole('button', { name: 'Mark as seen' }));
    expect(line()).not.toBeInTheDocument();
    expect(marked()).toEqual([]);
  });

  it('stays new for who comes back from a run, and is no more after a while', async () => {
    await look([first]);
    time.passed = 60 * minute;
    await look([second, first]);
    time.passed += 5 * minute;
    const { unmount } = open([third, second, first]);
    expect(await screen.findByText(/^2 new since you looked,/)).toHaveTextContent('1 h ago');
    unmount();
    time.passed += 60 * minute;
    open([testRunView(4), third, second, first]);
    expect(await screen.findByText(/^1 new since you looked,/)).toBeVisible();
    expect(marked()).toEqual(['Passed Checkout #4']);
  });

  it.each(['status=PASS', 'page=2'])('is marked at ?%s too, which is no look at the list', async (part) => {
    await look([first]);
    time.passed = 60 * minute;
    const { unmount } = open([second, first], { at: `/northwind/test-runs?${part}`, total: 12 });
    await waitFor(() => expect(marked()).toEqual(['Passed Checkout #2']));
    expect(line()).not.toBeInTheDocument();
    unmount();
    time.passed += 60 * minute;
    open([second, first]);
    expect(await screen.findByText(/^1 new since you looked,/)).toHaveTextContent('2 h ago');
  });

  it('is what came while the tab was out of view', async () => {
    const { routes, tell } = open([first]);
    await screen.findAllByRole('listitem');
    await waitFor(() => expect(keysOfLooks()).toHaveLength(1));
    time.passed = 60 * minute;
    time.comesIntoView('hidden');
    time.passed = 120 * minute;
    routes['GET /test-runs'] = pageOf([second, first]);
    act(() => tell('testRuns', { kind: 'changed', ids: ['r2'], position: positionAt(101) }));
    await screen.findByRole('link', { name: 'Passed Checkout #2' });
    time.comesIntoView('visible');
    // It was looked at until the tab went out of view.
    expect(await screen.findByText(/^1 new since you looked,/)).toHaveTextContent('1 h ago');
    expect(marked()).toEqual(['Passed Checkout #2']);
  });

  it('is not what the person started by hand', async () => {
    await look([first]);
    time.passed = 60 * minute;
    const createdBy = { id: userView('ADMIN').id, fullName: 'Marta Ruiz', email: 'marta@northwind.test' };
    const byHand = testRunView(2, { createdBy });
    const byTrigger = testRunView(3, { createdBy, trigger: { id: 't1' as never, name: 'Nightly' } });
    open([byTrigger, byHand, first]);
    expect(await screen.findByText(/^1 new since you looked,/)).toBeVisible();
    expect(marked()).toEqual(['Passed Checkout #3']);
  });

  it('is said to be at least so many where all of the first page is new', async () => {
    await look([first]);
    time.passed = 60 * minute;
    open([third, second], { total: 30 });
    expect(await screen.findByText(/^At least 2 new since you looked,/)).toBeVisible();
  });

  it("is nobody else's on the same machine", async () => {
    await look([first]);
    time.passed = 60 * minute;
    const other = { ...userView('ADMIN'), id: 'u2' as UserId };
    open([second, first], { routes: { 'GET /users/me': other } });
    await screen.findAllByRole('listitem');
    await waitFor(() => expect(keysOfLooks()).toHaveLength(2));
    expect(marked()).toEqual([]);
    expect(line()).not.toBeInTheDocument();
  });
});
