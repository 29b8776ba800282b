import type { HistoryItem } from '@assay/contract';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { makePage, type Routes, renderOn } from '../../../testSupport/pageOfTests.tsx';
import { HistoryTab } from './HistoryTab.tsx';

const item = (id: string, change: Partial<HistoryItem> = {}): HistoryItem => ({
  id,
  timeStamp: '2026-11-01T10:00:00Z',
  userName: 'Grace Hopper',
  userEmail: 'grace@example.com',
  updatedColumn: 'status',
  updatedValue: 'Passed',
  ...change,
});

const show = (history: Routes[string]) =>
  renderOn(makePage({ 'GET /test-runs/r1/history': history }), <HistoryTab testRunId="r1" />);

describe('the history of a run', () => {
  it('says who changed what, and what the service changed by itself', async () => {
    const own = { userName: null, userEmail: null, updatedColumn: 'reviewer', updatedValue: 'nobody' };
    show([item('h2'), item('h1', own)]);
    const table = await screen.findByRole('table', { name: 'History' });
    const titles = within(table).getAllByRole('columnheader');
    expect(titles.map(({ textContent }) => textContent)).toEqual([
      'Time',
      'User',
      'Email',
      'Updated field',
      'New value',
    ]);
    const cells = within(table)
      .getAllByRole('row')
      .slice(1)
      .map((row) =>
        within(row)
          .getAllByRole('cell')
          .slice(1)
          .map(({ textContent }) => textContent),
      );
    expect(cells).toEqual([
      ['Grace Hopper', 'grace@example.com', 'status', 'Passed'],
      ['Assay', '', 'reviewer', 'nobody'],
    ]);
  });

  it('says that nothing has changed', async () => {
    show([]);
    expect(await screen.findByText('Nothing about this run has changed yet.')).toBeVisible();
  });

  it('that cannot be loaded is tried again', async () => {
    let isAway = true;
    const away = { status: 503, body: { code: 'away', message: 'The store is away.', requestId: 'req-7' } };
    show(() => (isAway ? away : { body: [item('h1')] }));
    expect(await screen.findByRole('alert')).toHaveTextContent('The history could not be loaded');
    isAway = false;
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('table', { name: 'History' })).toBeVisible();
  });
});
