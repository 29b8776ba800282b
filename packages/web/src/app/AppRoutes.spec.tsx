import { workflowsFlag } from '@assay/contract';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { makePage, type Routes, renderOn } from '../testSupport/pageOfTests.tsx';
import { accountId, accountView, planViews, positionAt, testRunView, userView } from '../testSupport/views.ts';
import { AppRoutes } from './AppRoutes.tsx';

function open(at: string, routes: Routes = {}) {
  const page = makePage({ 'GET /test-runs': { testRuns: [], total: 0, position: positionAt(1) }, ...routes });
  return renderOn(page, <AppRoutes />, at);
}

describe('the paths of the client', () => {
  it('lead to the screen of a feature', async () => {
    open('/northwind/environments');
    expect(await screen.findByRole('heading', { name: 'Environments' })).toBeVisible();
  });

  it('lead from the root to the dashboard, and from there to the first steps of an account without runs', async () => {
    const { address } = open('/');
    expect(await screen.findByRole('heading', { name: 'Get started' })).toBeVisible();
    expect(address()).toBe('/northwind/get-started');
  });

  it('take pipelines for the tab, and not for an environment', async () => {
    open('/northwind/environments/pipelines');
    expect(await screen.findByRole('tab', { name: 'Pipeline Stages', selected: true })).toBeVisible();
  });

  it("lead from the user menu to one's own profile", async () => {
    const { address } = open('/northwind/environments');
    await userEvent.click(await screen.findByRole('button', { name: 'User menu' }));
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Profile' }));
    expect(await screen.findByRole('heading', { name: 'Profile' })).toBeVisible();
    expect(address()).toBe('/northwind/profile');
  });

  it('show a page for unknown paths', async () => {
    open('/northwind/nowhere');
    expect(await screen.findByText('Page not found')).toBeVisible();
  });

  it('show nothing under the name of an account in which one has no role, and lead to the own one', async () => {
    const { address } = open('/contoso/environments');
    expect(await screen.findByText('You have no role in "contoso"')).toBeVisible();
    expect(screen.queryByRole('heading', { name: 'Environments' })).not.toBeInTheDocument();
    await userEvent.click(screen.getByRole('link', { name: 'Open northwind' }));
    await waitFor(() => expect(address()).toBe('/northwind/test-runs'));
  });
});

describe('an account that is renamed', () => {
  const role = { id: 'ro1', accountId, roleType: 'ADMIN' as const, setupComplete: true };
  const other = {
    id: 'ro0',
    accountId: 'a0',
    accountName: 'contoso',
    formerNames: [],
    roleType: 'USER' as const,
    twoFactorRequired: false,
    staffUntil: null,
    setupComplete: true,
  };
  const userOf = (accountName: string, ...formerNames: string[]) => ({
    ...userView('ADMIN'),
    roles: [other, { ...role, accountName, formerNames }],
  });
  const after = userOf('north sea', 'northwind');

  it('keeps its page open, under its new name, in every browser', async () => {
    let user = userOf('northwind');
    const page = makePage({ 'GET /users/me': () => ({ body: user }) });
    const { address } = renderOn(page, <AppRoutes />, '/northwind/environments?find=x#top');
    const heading = await screen.findByRole('heading', { name: 'Environments' });
    user = after;
    act(() => page.tell('account', { kind: 'changed', ids: ['a1'], position: positionAt(2) }));
    await waitFor(() => expect(address()).toBe('/north%20sea/environments?find=x'));
    expect(heading).toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Account north sea, switch account' })).toBeVisible();
  });

  it('is found by addresses with the name before', async () => {
    const { address } = renderOn(makePage({ 'GET /users/me': after }), <AppRoutes />, '/northwind/environments');
    expect(await screen.findByRole('heading', { name: 'Environments' })).toBeVisible();
    await waitFor(() => expect(address()).toBe('/north%20sea/environments'));
  });
});

describe('the navigation', () => {
  it('lists the areas of the account in order', async () => {
    open('/northwind/environments');
    const navigation = await screen.findByRole('navigation', { name: 'Main' });
    const entries = within(navigation).getAllByRole('link');
    expect(entries.map((link) => link.textContent)).toEqual([
      'Dashboard',
      'Projects',
      'Test Plans',
      'Test Runs',
      'Test Triggers',
      'Environments',
      'Alerts',
      'Releases',
      'Agents',
      'Settings',
    ]);
  });

  it('says of an area which plans open it, where that of the account does not', async () => {
    const plan = { ...accountView, legacyPlan: false, currentPlan: 2, currentPlanFeatures: [], flags: [workflowsFlag] };
    const { address } = open('/northwind/environments', { 'GET /account': plan, 'GET /plans': planViews });
    // The account is known once the area that is switched on for it is there.
    await screen.findByRole('link', { name: 'Quality Workflows' });
    await userEvent.click(screen.getByRole('link', { name: 'Test Plans' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Test Plans' }));
    const table = within(await dialog.findByRole('table', { name: 'Plans' }));
    expect(table.getAllByRole('columnheader').map((head) => head.textContent)).toEqual([
      'Included',
      'Tier 1',
      'Tier 2 (yours)',
      'Tier 3',
      'Tier 4',
    ]);
    expect(table.getByRole('row', { name: 'Test Plans no no yes yes' })).toBeVisible();
    expect(address()).toBe('/northwind/environments');
  });

  it.each([
    ['test-plans', 'Test Plans', 2],
    ['test-plans/new', 'Test Plans', 2],
    ['test-plans/p1', 'Test Plans', 2],
    ['test-plans/p1/test-plan-runs', 'Test Plans', 2],
    ['triggers', 'Test Triggers', 1],
    ['triggers/new', 'Test Triggers', 1],
    ['triggers/t1', 'Test Triggers', 1],
    ['triggers/t1/audit-log', 'Test Triggers', 1],
    ['alerts', 'Alerts', 1],
    ['alerts/new', 'Alerts', 1],
    ['alerts/al1', 'Alerts', 1],
    ['workflows', 'Quality Workflows', 2],
    ['workflows/new', 'Quality Workflows', 2],
    ['workflows/w1', 'Quality Workflows', 2],
    ['test-runs/r1/timeline', 'Timeline', 1],
  ])(
    'shows which plans include a screen when its address /%s is opened, and asks nothing that is refused',
    async (at, label, currentPlan) => {
      const flags = [workflowsFlag];
      const plan = { ...accountView, legacyPlan: false, currentPlan, currentPlanFeatures: [], flags };
      const run = { 'GET /test-runs/r1': testRunView(1), 'GET /test-runs/r1/deploys': [] };
      const page = makePage({ 'GET /account': plan, 'GET /plans': planViews, ...run });
      const { address } = renderOn(page, <AppRoutes />, `/northwind/${at}`);
      const dialog = within(await screen.findByRole('dialog', { name: label }));
      const table = within(await dialog.findByRole('table', { name: 'Plans' }));
      const answers = planViews.map(({ tier }) => (tier > currentPlan ? 'yes' : 'no'));
      expect(table.getByRole('row', { name: [label, ...answers].join(' ') })).toBeVisible();
      expect(screen.queryByText(/could not be loaded/)).not.toBeInTheDocument();
      expect(page.sent.filter(({ path }) => /^\/(test-plans|trigger|alert|workflow)|runners/.test(path))).toEqual([]);
      expect(address()).toBe(`/northwind/${at}`);
      await userEvent.keyboard('{Escape}');
      await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
      await userEvent.click(screen.getByRole('button', { name: 'Show plans' }));
      expect(await screen.findByRole('dialog', { name: label })).toBeVisible();
    },
  );

  it('says of an area that is not switched on for the account whom to ask, as no plan brings it', async () => {
    const page = makePage();
    renderOn(page, <AppRoutes />, '/northwind/workflows');
    expect(await screen.findByText('Quality Workflows is not enabled')).toBeVisible();
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
    expect(page.sent.filter(({ path }) => path.startsWith('/workflow'))).toEqual([]);
  });

  it('has an area that is switched on for the account, behind the test plans', async () => {
    open('/northwind/environments', { 'GET /account': { ...accountView, flags: [workflowsFlag] } });
    const navigation = await screen.findByRole('navigation', { name: 'Main' });
    expect(await within(navigation).findByRole('link', { name: 'Quality Workflows' })).toBeVisible();
    const entries = within(navigation).getAllByRole('link');
    expect(entries.map((link) => link.textContent)[3]).toBe('Quality Workflows');
  });
});
