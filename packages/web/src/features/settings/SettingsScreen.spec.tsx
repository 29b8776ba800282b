import type { TeamId, TeamView, UserId, UserRoleId, UserRoleView } from '@assay/contract';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Route, Routes } from 'react-router';
import { makePage, type Routes as PageRoutes, renderOn } from '../../testSupport/pageOfTests.tsx';
import { enter } from '../../testSupport/retype.ts';
import { accountId, accountView, planViews, positionAt } from '../../testSupport/views.ts';
import { SettingsScreen } from './SettingsScreen.tsx';

const marta = { id: 'u1' as UserId, firstName: 'Marta', lastName: 'Ruiz', fullName: 'Marta Ruiz', email: 'm@n.test' };
const noor = { id: 'u2' as UserId, firstName: 'Noor', lastName: 'Ali', fullName: 'Noor Ali', email: 'n@n.test' };
const roles: UserRoleView[] = [marta, noor].map((user, index) => ({
  id: `ro${index}` as UserRoleId,
  accountId,
  roleType: 'ADMIN',
  user,
  lastSeenAt: null,
  twoFactor: null,
  fromSso: false,
  staffUntil: null,
}));
const checkout: TeamView = {
  id: 't1' as TeamId,
  name: 'Checkout',
  description: 'Owns the cart',
  email: null,
  slackChannel: '#checkout',
  users: [{ userId: marta.id, fullName: marta.fullName, email: marta.email }],
  createdAt: '2026-03-01T12:00:00.000Z',
  position: positionAt(1),
  revision: '3',
};

function show(routes: PageRoutes, options: { roleType?: 'USER' | 'ADMIN'; at?: string } = {}) {
  const page = makePage(
    { 'GET /team': [checkout], 'GET /user-roles': roles, 'GET /account/invitations': [], ...routes },
    options,
  );
  const settings = (
    <Routes>
      <Route path="/:account/settings" element={<SettingsScreen />} />
      <Route path="/:account/settings/:tab" element={<SettingsScreen />} />
    </Routes>
  );
  return { page, ...renderOn(page, settings, options.at ?? '/northwind/settings') };
}
const changes = (page: ReturnType<typeof makePage>) => page.sent.filter(({ method }) => method !== 'GET');

describe('the settings', () => {
  it('show everybody the tabs that are theirs, the first of them at first', async () => {
    const { address } = show({}, { roleType: 'USER' });
    expect(await screen.findByRole('tab', { name: 'Users', selected: true })).toBeVisible();
    expect(screen.getByRole('tab', { name: 'Teams' })).toBeVisible();
    expect(screen.queryByRole('tab', { name: 'Integrations' })).toBeNull();
    expect(address()).toBe('/northwind/settings/users');
  });

  it('redirect from a tab without permission to one with it', async () => {
    const { address } = show({}, { roleType: 'USER', at: '/northwind/settings/integrations' });
    await waitFor(() => expect(address()).toBe('/northwind/settings/users'));
  });
});

describe('the account', () => {
  const at = '/northwind/settings/account';

  it('is renamed by an administrator, with the version that was seen', async () => {
    const { page } = show(
      { 'POST /account/change-name': { id: 'a1', revision: '4', position: positionAt(2) } },
      { at },
    );
    const name = await screen.findByRole('textbox', { name: 'Account name' });
    await userEvent.clear(name);
    await userEvent.click(screen.getByRole('button', { name: 'Rename' }));
    expect(await screen.findByText('Name is required')).toBeVisible();
    await enter(name, 'login');
    expect(await screen.findByText(/Cannot be part of an address/)).toBeVisible();
    await enter(name, ' & Söhne ');
    await userEvent.click(screen.getByRole('button', { name: 'Rename' }));
    expect(await screen.findByText('Renamed')).toBeVisible();
    expect(changes(page)).toMatchObject([
      { path: '/account/change-name?name=login+%26+S%C3%B6hne', headers: { 'If-Match': '3' } },
    ]);
  });

  it('keeps what was typed when another administrator was quicker', async () => {
    const stale = { status: 412, body: { code: 'revision.stale', message: 'stale', requestId: 'r' } };
    show({ 'POST /account/change-name': () => stale }, { at });
    await enter(await screen.findByRole('textbox', { name: 'Account name' }), ' two');
    await userEvent.click(screen.getByRole('button', { name: 'Rename' }));
    expect(await screen.findByText('Somebody else changed this account since you opened it.')).toBeVisible();
    expect(screen.getByRole('textbox', { name: 'Account name' })).toHaveValue('northwind two');
  });

  it('opts out of AI features, and says what is sent otherwise', async () => {
    const { page } = show({ 'PUT /account/ai-opt-out': { id: 'a1', revision: '4', position: positionAt(2) } }, { at });
    const optOut = await screen.findByRole('switch', { name: /^Opt out of AI features/ });
    expect(optOut).not.toBeChecked();
    expect(screen.getByText(/masked, are sent to the model that your operator configured/)).toBeVisible();
    await userEvent.click(optOut);
    await waitFor(() => expect(changes(page).map(({ body }) => body)).toEqual([{ aiOptOut: true }]));
  });

  it('asks everybody for two-factor sign-in, once the administrator has it on', async () => {
    const answer = { id: 'a1', revision: '4', position: positionAt(2) };
    const whose = { twoFactor: [false, false] };
    const { page } = show(
      {
        'PUT /account/two-factor': answer,
        'GET /user-roles': () => ({
          body: roles.map((role, index) => ({ ...role, twoFactor: whose.twoFactor[index] ?? null })),
        }),
      },
      { at },
    );
    const ask = await screen.findByRole('switch', { name: /^Only people with two-factor sign-in get in/ });
    expect(await screen.findByText(/It is off for 2 of 2 people/)).toBeVisible();
    expect(ask).toBeDisabled();
    expect(screen.getByRole('link', { name: 'Turn it on for yourself first' })).toHaveAttribute(
      'href',
      '/northwind/profile',
    );
    whose.twoFactor = [true, false];
    act(() => page.tell('userRoles', { kind: 'resync' }));
    expect(await screen.findByText(/It is off for 1 of 2 people/)).toBeVisible();
    await userEvent.click(ask);
    await waitFor(() => expect(changes(page).map(({ body }) => body)).toEqual([{ required: true }]));
  });

  it('shows what its plan includes', async () => {
    const plan = { ...accountView, legacyPlan: false, currentPlan: 1, currentPlanFeatures: [], numberOfRunners: 10 };
    show({ 'GET /account': plan, 'GET /plans': planViews }, { at });
    const facts = await screen.findByRole('region', { name: 'Plan' });
    expect(facts).toHaveTextContent('Tier1');
    expect(facts).toHaveTextContent('Runs on own runnersNo');
    expect(facts).toHaveTextContent('Upload Test RunYes');
    const plans = within(await screen.findByRole('table', { name: 'Plans' }));
    expect(plans.getByRole('row', { name: 'Alerts no yes yes yes' })).toBeVisible();
  });

  it('is not shown to users', async () => {
    const { address } = show({}, { roleType: 'USER', at });
    await waitFor(() => expect(address()).toBe('/northwind/settings/users'));
  });
});

describe('teams', () => {
  it('say that there are none, and only administrators may add one', async () => {
    show({ 'GET /team': [] }, { roleType: 'USER', at: '/northwind/settings/teams' });
    expect(await screen.findByText('No Teams Found')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Add team' })).toBeNull();
  });

  it('are added with a name, and opened afterwards', async () => {
    const teams: TeamView[] = [];
    const { page, address } = show(
      {
        'GET /team': () => ({ body: teams }),
        'POST /team': () => {
          teams.push(checkout);
          return { status: 201, body: { id: 't1', revision: '0', position: positionAt(1) } };
        },
      },
      { at: '/northwind/settings/teams' },
    );
    await userEvent.click(await screen.findByRole('button', { name: 'Add team' }));
    const dialog = await screen.findByRole('dialog', { name: 'Team info' });
    await userEvent.click(await within(dialog).findByRole('button', { name: 'Add team' }));
    expect(await within(dialog).findByText('Name is required')).toBeVisible();
    await enter(within(dialog).getByLabelText(/Name/), ' Checkout ');
    await enter(within(dialog).getByLabelText(/Email/), 'nobody');
    await userEvent.click(within(dialog).getByRole('button', { name: 'Add team' }));
    expect(await within(dialog).findByText('Invalid email address')).toBeVisible();
    await userEvent.clear(within(dialog).getByLabelText(/Email/));
    await userEvent.click(within(dialog).getByRole('button', { name: 'Add team' }));
    expect(await screen.findByRole('button', { name: /Checkout/, expanded: true })).toBeVisible();
    expect(changes(page).map(({ body }) => body)).toEqual([
      { name: 'Checkout', description: null, email: null, slackChannel: null },
    ]);
    expect(address()).toBe('/northwind/settings/teams?team=t1');
  });

  it('add and remove people of the account', async () => {
    const { page } = show(
      {
        'POST /team/t1/user/u2': { id: 't1', revision: '4', position: positionAt(2) },
        'DELETE /team/t1/user/u1': { id: 't1', revision: '5', position: positionAt(3) },
      },
      { at: '/northwind/settings/teams?team=t1' },
    );
    await userEvent.click(await screen.findByRole('combobox', { name: 'Add somebody to Checkout' }));
    await userEvent.click(await screen.findByRole('option', { name: /Noor Ali/ }));
    await waitFor(() => expect(changes(page)).toHaveLength(1));
    await userEvent.click(await screen.findByRole('button', { name: 'Remove Marta Ruiz from Checkout' }));
    await waitFor(() => expect(changes(page)).toHaveLength(2));
    expect(changes(page).map(({ method, path }) => `${method} ${path}`)).toEqual([
      'POST /team/t1/user/u2',
      'DELETE /team/t1/user/u1',
    ]);
  });

  it('are read-only for users', async () => {
    show({}, { roleType: 'USER', at: '/northwind/settings/teams?team=t1' });
    expect(await screen.findByRole('list', { name: 'Members of Checkout' })).toHaveTextContent('Marta Ruiz');
    for (const button of [/Add/, /Edit/, /Delete/, /Remove/]) {
      expect(screen.queryByRole('button', { name: button })).toBeNull();
    }
  });
});
