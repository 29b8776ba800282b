import type { InsightView } from '@assay/contract';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Route, Routes as Screens } from 'react-router';
import { makePage, type Routes, renderOn } from '../../testSupport/pageOfTests.tsx';
import { positionAt } from '../../testSupport/views.ts';
import { InsightLine } from './InsightLine.tsx';
import { InsightsScreen } from './InsightsScreen.tsx';

const insight = (id: string, change: Partial<InsightView> = {}) =>
  ({
    id,
    title: `Insight ${id}`,
    content: `<p>Of <a href="test-runs/r1">run ${id}</a></p>`,
    type: 'NEW_FLAKY',
    amount: 3,
    createdAt: '2026-11-20T00:00:00.000Z',
    expiresAt: '2026-11-30T00:00:00.000Z',
    read: false,
    ...change,
  }) as InsightView;

function show(insights: InsightView[], at = '/northwind/dashboard/insights', change: Routes = {}) {
  const made = makePage({
    'GET /insight': insights,
    'PUT /insight/mark': { id: 'a', revision: '1', position: positionAt(2) },
    ...change,
  });
  const screens = (
    <>
      <InsightLine />
      <Screens>
        <Route path="/:account/dashboard/insights" element={<InsightsScreen />} />
        <Route path="*" element={<p>Another page</p>} />
      </Screens>
    </>
  );
  return { ...renderOn(made, screens, at), ...made };
}

describe('insights', () => {
  it('open on the unread ones, and show all on demand', async () => {
    const { address } = show([insight('a'), insight('b', { read: true })]);
    expect(await screen.findByRole('heading', { name: 'Insight a' })).toBeVisible();
    expect(screen.queryByText('Insight b')).toBeNull();
    await userEvent.click(screen.getByText('All'));
    expect(await screen.findByText('Insight b')).toBeVisible();
    expect(address()).toBe('/northwind/dashboard/insights?show=all');
  });

  it('are marked as read, and as not useful', async () => {
    const { sent } = show([insight('a')]);
    const bodies = () => sent.filter(({ method }) => method === 'PUT').map(({ body }) => body);
    const item = within(await screen.findByRole('listitem', { name: 'Insight a' }));
    await userEvent.click(item.getByRole('button', { name: 'Mark as read' }));
    await waitFor(() => expect(bodies()).toEqual([{ insightId: 'a', read: true }]));
    await waitFor(() => expect(item.getByRole('button', { name: 'Not useful' })).toBeEnabled());
    await userEvent.click(item.getByRole('button', { name: 'Not useful' }));
    await waitFor(() => expect(bodies()[1]).toEqual({ insightId: 'a', read: true, useful: false }));
  });

  it('lead to their evidence within the account', async () => {
    const { address } = show([insight('a')]);
    await userEvent.click(await screen.findByRole('link', { name: 'run a' }));
    expect(address()).toBe('/northwind/test-runs/r1');
  });

  it('are announced on other pages until the line is closed, and again when there are new ones', async () => {
    const { unmount } = show([insight('a'), insight('b', { read: true })], '/northwind/projects');
    expect(await screen.findByText('1 unread insight.')).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Close until there are new insights' }));
    expect(screen.queryByText('1 unread insight.')).not.toBeInTheDocument();
    unmount();
    const again = show([insight('a')], '/northwind/projects');
    await waitFor(() => expect(again.sent.some(({ path }) => path.startsWith('/insight'))).toBe(true));
    expect(screen.queryByText('1 unread insight.')).not.toBeInTheDocument();
    again.unmount();
    show([insight('a'), insight('c')], '/northwind/projects');
    expect(await screen.findByText('2 unread insights.')).toBeVisible();
    sessionStorage.clear();
  });

  it('are sanitized once more', async () => {
    const content =
      '<p>Text<img src="x" onerror="alert(1)"><script>alert(1)</script> <a href="javascript:alert(1)" onclick="alert(1)">one</a> <a href="https://example.com">two</a> <a href="//example.com">three</a> <a href="a/../../b">four</a></p>';
    show([insight('a', { content })]);
    const item = await screen.findByRole('listitem', { name: 'Insight a' });
    expect(item.querySelector('p + h2 + div')?.innerHTML).toBe(
      '<p>Text <a>one</a> <a>two</a> <a>three</a> <a>four</a></p>',
    );
  });

  it('show a moment of the past as a whole, where nothing is marked', async () => {
    const at = '2026-11-21T12:00:00.000Z';
    const { sent, address } = show(
      [insight('a'), insight('b', { read: true })],
      `/northwind/dashboard/insights?at=${at}`,
    );
    expect(await screen.findByRole('heading', { name: 'Insight b' })).toBeVisible();
    expect(screen.getByRole('heading', { name: 'Insight a' })).toBeVisible();
    expect(sent.some(({ path }) => path === `/insight?at=${encodeURIComponent(at)}`)).toBe(true);
    expect(screen.queryByRole('button', { name: 'Mark as read' })).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: 'Back to now' }));
    expect(await screen.findByRole('button', { name: 'Mark as read' })).toBeVisible();
    expect(address()).toBe('/northwind/dashboard/insights');
  });

  it('say that there are none', async () => {
    show([insight('b', { read: true })]);
    expect(await screen.findByText('No Insights Available At This Time')).toBeVisible();
  });

  it('are announced on other pages while some are unread', async () => {
    show([insight('a'), insight('b')], '/northwind/test-runs');
    expect(await screen.findByText('2 unread insights.')).toBeVisible();
    await userEvent.click(screen.getByRole('link', { name: 'Show insights' }));
    expect(await screen.findByRole('heading', { name: 'Insight a' })).toBeVisible();
    expect(screen.queryByText('2 unread insights.')).toBeNull();
  });
});
