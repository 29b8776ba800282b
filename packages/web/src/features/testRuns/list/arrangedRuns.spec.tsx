import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { enter } from '../../../testSupport/retype.ts';
import { openList, pageOf, rowNames } from '../../../testSupport/runList.tsx';
import { testRunView } from '../../../testSupport/views.ts';

describe('the search, order and display of the list of test runs', () => {
  afterEach(() => localStorage.clear());

  it('searches for words once they are typed, and keeps them in the address', async () => {
    const { address, sent } = openList({ 'GET /test-runs': pageOf([testRunView(1)]) });
    await enter(await screen.findByRole('searchbox', { name: 'Search test runs' }), 'main #1', userEvent.setup());
    await waitFor(() => expect(sent.at(-1)?.path).toContain('search=main+%231'));
    expect(address()).toBe('/northwind/test-runs?search=main+%231');
    await userEvent.click(screen.getByRole('button', { name: 'Clear Filters' }));
    await waitFor(() => expect(screen.getByRole('searchbox')).toHaveValue(''));
  });

  it('sorts by the head of a column, the other way round at the second click, and is not cleared with the filters', async () => {
    const user = userEvent.setup();
    const runs = [testRunView(2, { status: 'RUNNING' }), testRunView(3), testRunView(1)];
    const { address, sent } = openList({ 'GET /test-runs': pageOf(runs) }, '/northwind/test-runs?status=FAIL&page=2');
    expect(await screen.findByRole('button', { name: 'Run: newest first' })).toHaveAttribute('aria-pressed', 'true');
    await user.click(screen.getByRole('button', { name: 'Duration: sort by longest first' }));
    await waitFor(() => expect(address()).toBe('/northwind/test-runs?status=FAIL&sort=-calculatedDuration'));
    await user.click(await screen.findByRole('button', { name: 'Duration: longest first' }));
    await waitFor(() => expect(sent.at(-1)?.path).toContain('sort=calculatedDuration'));
    await user.click(screen.getByRole('button', { name: 'Clear Filters' }));
    await waitFor(() => expect(address()).toBe('/northwind/test-runs?sort=calculatedDuration'));
    // Runs in progress come first in the order by time only.
    await waitFor(() =>
      expect(rowNames()).toEqual(['Running Checkout #2', 'Passed Checkout #3', 'Passed Checkout #1']),
    );
  });

  it('has pages of another size and dense rows, which this browser remembers', async () => {
    const user = userEvent.setup();
    const routes = { 'GET /test-runs': pageOf([testRunView(1)], 60) };
    const { address, sent, unmount } = openList(routes, '/northwind/test-runs?page=3');
    await user.click(await screen.findByRole('radio', { name: '25' }));
    await user.click(screen.getByRole('radio', { name: 'Compact' }));
    await waitFor(() => expect(sent.at(-1)?.path).toBe('/test-runs?offset=0&limit=25'));
    expect(address()).toBe('/northwind/test-runs');
    unmount();
    const again = openList(routes);
    expect(await screen.findByRole('radio', { name: 'Compact' })).toBeChecked();
    expect(again.sent.map(({ path }) => path)).toContain('/test-runs?offset=0&limit=25');
  });

  it('counts the runs of each choice of a filter, of those that the other filters leave', async () => {
    const { sent } = openList(
      {
        'GET /test-runs': pageOf([testRunView(1)]),
        'GET /test-runs/counts': [
          { value: 'main', count: 1204 },
          { value: 'release', count: 3 },
        ],
      },
      '/northwind/test-runs?status=FAIL&branch=main',
    );
    await userEvent.click(await screen.findByRole('button', { name: 'Branch: main' }));
    expect((await screen.findByRole('checkbox', { name: 'release' })).closest('label')).toHaveTextContent('release3');
    expect(screen.getByRole('checkbox', { name: 'main' }).closest('label')).toHaveTextContent('main1,204');
    const counted = sent.find(({ path }) => path.startsWith('/test-runs/counts'))?.path.split('?')[1];
    expect(Object.fromEntries(new URLSearchParams(counted))).toEqual({ by: 'branch', status: 'FAIL' });
  });
});
