import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { serviceAnswered, serviceUnreachable, socketLost } from '../../connection/liveSlice.ts';
import { watchPageLoads } from '../../testSupport/pageLoads.ts';
import { makePage, type Routes, renderOn } from '../../testSupport/pageOfTests.tsx';
import { environmentView, positionAt, testRunView, userView } from '../../testSupport/views.ts';
import { AppRoutes } from '../AppRoutes.tsx';

function open(at: string, routes: Routes = {}) {
  const page = makePage({ 'GET /test-runs': { testRuns: [], total: 0, position: positionAt(1) }, ...routes });
  return { ...page, ...renderOn(page, <AppRoutes />, at) };
}
beforeEach(() => localStorage.clear());

describe('the left navigation', () => {
  const navigation = async () => within(await screen.findByRole('navigation', { name: 'Main' }));

  it('collapses to its icons, which is remembered, and expands again', async () => {
    const user = userEvent.setup();
    const { unmount } = open('/northwind/environments');
    expect((await navigation()).getByText('Test Runs')).toBeVisible();
    await user.click((await navigation()).getByRole('button', { name: 'Collapse navigation', expanded: true }));
    expect((await navigation()).queryByText('Test Runs')).not.toBeInTheDocument();
    unmount();
    open('/northwind/environments');
    await user.click(await screen.findByRole('button', { name: 'Expand navigation', expanded: false }));
    expect((await navigation()).getByText('Test Runs')).toBeVisible();
    expect((await navigation()).getByRole('link', { name: 'Test Runs' })).toHaveAttribute(
      'href',
      '/northwind/test-runs',
    );
  });

  it('names its entries while it is collapsed', async () => {
    open('/northwind/environments');
    await userEvent.click(await screen.findByRole('button', { name: 'Collapse navigation' }));
    expect((await navigation()).getByRole('link', { name: 'Test Runs' })).toBeVisible();
  });
});

describe('the menu of accounts', () => {
  const [own] = userView('ADMIN').roles;
  const other = { ...own, id: 'ro2', accountId: 'a2', accountName: 'north sea' };
  const loads = { current: watchPageLoads() };
  afterEach(() => loads.current.stop());

  it.each([
    { how: 'its dashboard', setupComplete: true, address: '/north%20sea/dashboard' },
    { how: 'its set-up, where that is not over', setupComplete: false, address: '/north%20sea' },
  ])('opens an account at $how, and it is the one of the next visit', async ({ setupComplete, address }) => {
    loads.current = watchPageLoads();
    const me = { ...userView('ADMIN'), roles: [own, { ...other, setupComplete }] };
    open('/northwind/environments', { 'GET /users/me': me });
    await userEvent.click(await screen.findByRole('button', { name: 'Account northwind, switch account' }));
    await userEvent.click(await screen.findByRole('menuitem', { name: 'north sea' }));
    expect(loads.current.addresses).toEqual([address]);
    expect(localStorage.getItem('assay.account')).toBe('north sea');
  });
});

describe('the sheet of shortcuts', () => {
  it('is shown by ?, but not to who types one', async () => {
    const user = userEvent.setup();
    open('/northwind/environments', { 'GET /environments': [environmentView()] });
    await user.type(await screen.findByRole('searchbox'), '?');
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
    await user.click(screen.getByRole('heading', { name: 'Environments' }));
    await user.keyboard('?');
    const sheet = within(await screen.findByRole('dialog', { name: 'Keyboard shortcuts' }));
    expect(sheet.getByText('Open the rerun menu').closest('div')).toHaveTextContent(/r$/);
  });
});

describe('an old address of a run', () => {
  it('leads to the run', async () => {
    const { address } = open('/northwind/test-run-results/r1', { 'GET /test-runs/r1': testRunView(1) });
    expect(await screen.findByRole('heading', { name: /Checkout/ })).toBeVisible();
    await waitFor(() => expect(address()).toBe('/northwind/test-runs/r1'));
    expect(screen.getByRole('tab', { name: 'Test Results', selected: true })).toBeVisible();
  });
});

describe('a page that cannot be kept fresh', () => {
  const health = (disk: 'ok' | 'full', blobs: 'ok' | 'away') => ({
    parts: { disk: { status: disk, freeBytes: 0 }, blobs: { status: blobs } },
  });
  const openAs = (role: 'ADMIN' | 'USER', body: object) =>
    open('/northwind/environments', { 'GET /health': body, 'GET /users/me': userView(role) });

  it.each([
    [/^Disk full: nothing new can be saved/, health('full', 'ok')],
    [/^Logs, screenshots and uploads are unavailable/, health('ok', 'away')],
  ])('tells administrators: %s', async (text, body) => {
    openAs('ADMIN', body);
    expect(await screen.findByText(text)).toBeVisible();
  });

  it('does not ask for what others cannot mend', async () => {
    const { sent } = openAs('USER', health('full', 'ok'));
    await screen.findByRole('heading', { name: 'Environments' });
    expect(screen.queryByText(/^Disk full/)).not.toBeInTheDocument();
    expect(sent.some(({ path }) => path === '/health')).toBe(false);
  });

  it('says how old it is until the service answers again', async () => {
    const { store } = open('/northwind/environments');
    await screen.findByRole('heading', { name: 'Environments' });
    const at = new Date(2026, 10, 20, 14, 2, 11).toISOString();
    act(() => {
      store.dispatch(socketLost());
      store.dispatch(serviceUnreachable({ at }));
    });
    expect(screen.getByText('as of 14:02:11, reconnecting')).toBeVisible();
    act(() => void store.dispatch(serviceAnswered()));
    expect(screen.queryByText(/reconnecting/)).not.toBeInTheDocument();
  });
});
