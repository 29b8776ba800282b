import type { InvitationId, InvitationView, RoleType, UserId, UserRoleId, UserRoleView } from '@assay/contract';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { makePage, type Routes, renderOn } from '../../../testSupport/pageOfTests.tsx';
import { enter } from '../../../testSupport/retype.ts';
import { accountId, positionAt, userView } from '../../../testSupport/views.ts';
import { UsersPanel } from './UsersPanel.tsx';

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;
const ago = (milliseconds: number) => new Date(Date.now() - milliseconds).toISOString();

function role(index: number, firstName: string, roleType: RoleType, lastSeenAt: string | null): UserRoleView {
  const name = { firstName, lastName: 'Ruiz', fullName: `${firstName} Ruiz` };
  const user = { id: `u${index}` as UserId, ...name, email: `${firstName.toLowerCase()}@northwind.test` };
  return {
    id: `ro${index}` as UserRoleId,
    accountId,
    roleType,
    fromSso: false,
    staffUntil: null,
    user,
    lastSeenAt,
    twoFactor: null,
  };
}
// Some time is left for a slow machine.
const marta = role(1, 'Marta', 'ADMIN', ago(-5 * minute));
const noor = role(2, 'Noor', 'USER', ago(2 * hour));
const omar = role(3, 'Omar', 'USER', null);

function invitation(index: number, firstName: string, validUntil: string): InvitationView {
  return {
    id: `i${index}` as InvitationId,
    email: `${firstName.toLowerCase()}@northwind.test`,
    firstName,
    lastName: 'Ito',
    fullName: `${firstName} Ito`,
    roleType: 'USER',
    createdAt: ago(hour),
    sentAt: ago(hour),
    sentBy: { id: marta.user.id, fullName: 'Marta Ruiz', email: marta.user.email },
    validUntil,
  };
}
const open = invitation(1, 'Yuki', ago(-6 * day - 23.5 * hour));
const expired = invitation(2, 'Mary', ago(5 * day + hour));
const answer = (id: string) => ({ id, revision: '1', position: positionAt(1) });

function show(routes: Routes = {}, { roleType = 'ADMIN', at = '/northwind/settings/users' }: Shown = {}) {
  const page = makePage(
    { 'GET /user-roles': [marta, noor, omar], 'GET /account/invitations': [open, expired], ...routes },
    { roleType },
  );
  return { page, ...renderOn(page, <UsersPanel />, at) };
}
type Shown = { roleType?: RoleType; at?: string };
type Page = ReturnType<typeof makePage>;

const changes = ({ sent }: Page) =>
  sent.filter(({ method }) => method !== 'GET').map(({ method, path, body }) => [`${method} ${path}`, body]);
const rowOf = async (name: string) => screen.findByRole('row', { name: new RegExp(`^${name}`) });
const press = async (name: string | RegExp) => userEvent.click(await screen.findByRole('button', { name }));
const pick = async (name: RegExp) => userEvent.click(await screen.findByRole('menuitem', { name }));

describe('the people of an account', () => {
  it('are listed with role and when they were last seen', async () => {
    show();
    expect(await rowOf('Marta')).toHaveTextContent(/Marta Ruizyou.*Administrator.*now/);
    expect(await rowOf('Noor')).toHaveTextContent(/noor@northwind.test.*User.*2 h ago/);
    expect(await rowOf('Omar')).toHaveTextContent('never');
  });

  it('show a user neither invitations nor anything to change', async () => {
    const { page } = show({}, { roleType: 'USER' });
    const people = await screen.findByRole('table', { name: 'People' });
    expect(within(people).queryByRole('button')).toBeNull();
    expect(screen.queryByRole('button', { name: 'Invite' })).toBeNull();
    expect(screen.queryByText('Pending invitations')).toBeNull();
    expect(page.sent.map(({ path }) => path)).not.toContain('/account/invitations');
  });

  it('are searched and filtered by role, as the URL says', async () => {
    const { address } = show({}, { at: '/northwind/settings/users?search=oma' });
    await rowOf('Omar');
    expect(screen.queryByRole('row', { name: /Noor/ })).toBeNull();
    expect(screen.getByRole('heading', { name: 'People 1 of 3' })).toBeVisible();
    await press('Role');
    await userEvent.click(await screen.findByRole('checkbox', { name: 'Administrator' }));
    expect(await screen.findByText('Nobody found')).toBeVisible();
    expect(address()).toBe('/northwind/settings/users?search=oma&role=ADMIN');
    await press('Clear Filters');
    expect(await rowOf('Noor')).toBeVisible();
  });

  it('come in pages where they are many', async () => {
    const many = Array.from({ length: 2000 }, (_, index) => role(index, `P${index}`, 'ADMIN', null));
    const { container } = show(
      { 'GET /user-roles': many },
      { roleType: 'USER', at: '/northwind/settings/users?page=20' },
    );
    expect(await screen.findByText('1,901–2,000 of 2,000')).toBeVisible();
    expect(container.querySelectorAll('tbody tr')).toHaveLength(100);
  });

  it('say that they could not be loaded', async () => {
    show({ 'GET /user-roles': () => ({ status: 503, body: { code: 'away', message: 'Away', requestId: 'req-1' } }) });
    expect(await screen.findByText('The people could not be loaded')).toBeVisible();
  });
});

describe('roles', () => {
  it('are given and taken by a menu', async () => {
    const { page } = show({ 'PUT /user-roles/ro2': answer('ro2') });
    await press('Role of Noor Ruiz: User');
    await pick(/Administrator/);
    await waitFor(() => expect(changes(page)).toEqual([['PUT /user-roles/ro2', { roleType: 'ADMIN' }]]));
  });

  it('of the last administrator stay, and the menus say why', async () => {
    show();
    const reason = /The last administrator stays: make somebody else one first\./;
    await press('Role of Marta Ruiz: Administrator');
    expect(await screen.findByRole('menuitem', { name: reason })).toBeDisabled();
    await userEvent.keyboard('{Escape}');
    await press('Actions of Marta Ruiz');
    expect(await screen.findByRole('menuitem', { name: /Remove from northwind/ })).toBeDisabled();
  });

  it('of oneself are given up only after a confirmation; then the panel is that of a user', async () => {
    let mine: RoleType = 'ADMIN';
    const { page } = show({
      'GET /users/me': () => ({ body: userView(mine) }),
      'GET /user-roles': [marta, { ...noor, roleType: 'ADMIN' }],
      'PUT /user-roles/ro1': () => {
        mine = 'USER';
        return { body: answer('ro1') };
      },
    });
    await press('Role of Marta Ruiz: Administrator');
    await pick(/User/);
    const dialog = await screen.findByRole('dialog', { name: 'Become User?' });
    expect(changes(page)).toEqual([]);
    await userEvent.click(within(dialog).getByRole('button', { name: 'Become User' }));
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Invite' })).toBeNull());
    expect(changes(page)).toEqual([['PUT /user-roles/ro1', { roleType: 'USER' }]]);
  });

  it('are removed after a confirmation that names the person and the account', async () => {
    const { page } = show({ 'DELETE /user-roles/ro2': answer('ro2') });
    await press('Actions of Noor Ruiz');
    await pick(/Remove from northwind/);
    expect(await screen.findByText('Remove Noor Ruiz from northwind?')).toBeVisible();
    await press('Remove Noor Ruiz');
    await waitFor(() => expect(changes(page)).toEqual([['DELETE /user-roles/ro2', undefined]]));
  });

  it('of oneself that were removed lead away from the account', async () => {
    const { address } = show({
      'GET /user-roles': [marta, { ...noor, roleType: 'ADMIN' }],
      'DELETE /user-roles/ro1': answer('ro1'),
    });
    await press('Actions of Marta Ruiz');
    await pick(/Remove from northwind/);
    await press('Leave northwind');
    await waitFor(() => expect(address()).toBe('/'));
  });
});

describe('invitations', () => {
  it('say how long they are valid; of an expired one there is no link', async () => {
    show();
    expect(await rowOf('Yuki')).toHaveTextContent(/1 h ago by Marta Ruiz.*6 d 23 h left/);
    expect(await rowOf('Mary')).toHaveTextContent('expired 5 d ago');
    expect(screen.getByRole('button', { name: 'Copy link of Yuki Ito' })).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Copy link of Mary Ito' })).toBeNull();
  });

  it('take no room while there are none', async () => {
    show({ 'GET /account/invitations': [] });
    await rowOf('Marta');
    expect(screen.queryByText(/Pending invitations/)).toBeNull();
  });

  it('give a link to copy below the address of the installation', async () => {
    const user = userEvent.setup();
    show({ 'GET /account/invitations/i1/link': { path: '/accept?token=t' } });
    await user.click(await screen.findByRole('button', { name: 'Copy link of Yuki Ito' }));
    expect(await screen.findByRole('button', { name: 'Copied link of Yuki Ito' })).toBeVisible();
    expect(await navigator.clipboard.readText()).toBe(`${window.location.origin}/accept?token=t`);
  });

  it('are sent again, and deleted after a confirmation', async () => {
    const { page } = show({
      'POST /account/invitations/i2/resend': answer('i2'),
      'DELETE /account/invitations/i1': answer('i1'),
    });
    await press('Resend the invitation of Mary Ito');
    await press('Delete the invitation of Yuki Ito');
    await press('Delete invitation');
    await waitFor(() =>
      expect(changes(page).map(([call]) => call)).toEqual([
        'POST /account/invitations/i2/resend',
        'DELETE /account/invitations/i1',
      ]),
    );
  });
});

describe('the invite form', () => {
  it('asks for what is missing, and names the field of a taken address', async () => {
    const taken = [{ field: 'email', message: 'Email already used' }];
    const refusal = { code: 'validation', message: 'Form validation failed', requestId: 'r', errors: taken };
    show({ 'POST /user-roles': () => ({ status: 409, body: refusal }) });
    await press('Invite');
    await press('Send invitation');
    expect(await screen.findAllByText("Can't be blank")).toHaveLength(3);
    await fillIn('yuki@northwind.test', 'Yuki', 'Ito');
    await press('Send invitation');
    expect(await screen.findByText('Email already used')).toBeVisible();
    expect(screen.getByLabelText(/^Email/)).toHaveFocus();
  });

  it('is empty again after sending, ready for the next one', async () => {
    const { page } = show({ 'POST /user-roles': () => ({ status: 201, body: answer('i3') }) });
    await press('Invite');
    expect(await screen.findByText(/The link works once, for 7 days, and only for this address\./)).toBeVisible();
    await fillIn(' yuki@northwind.test', 'Yuki', 'Ito');
    await press('Send invitation');
    expect(await screen.findByText(/^yuki@northwind\.test is invited\./)).toBeVisible();
    expect(screen.getByLabelText(/^Email/)).toHaveValue('');
    expect(screen.getByLabelText(/^Email/)).toHaveFocus();
    const body = { email: 'yuki@northwind.test', firstName: 'Yuki', lastName: 'Ito', roleType: 'USER' };
    expect(changes(page)).toEqual([['POST /user-roles', body]]);
    await press('Go back');
    expect(await screen.findByRole('button', { name: 'Invite' })).toHaveFocus();
  });
});

async function fillIn(email: string, firstName: string, lastName: string): Promise<void> {
  const user = userEvent.setup({ delay: null });
  await enter(await screen.findByLabelText(/^Email/), email, user);
  await enter(screen.getByLabelText(/^First name/), firstName, user);
  await enter(screen.getByLabelText(/^Last name/), lastName, user);
}

describe('roles from groups', () => {
  const rule = { provider: 'idp', claim: 'groups', value: 'leads', roleType: 'ADMIN' };
  const withProvider = { 'GET /auth-providers': [{ name: 'idp', label: 'Example ID', icon: 'key' }] };

  it('are set by rules in an order, and count from the next sign-in', async () => {
    const { page } = show({
      ...withProvider,
      'GET /account/sso-roles': { sync: false, rules: [rule] },
      'PUT /account/sso-roles': answer('acme'),
    });
    await press('Add rule');
    const second = within(await screen.findByRole('group', { name: 'Rule 2' }));
    await press('Save rules');
    expect(await second.findByText("Can't be blank")).toBeVisible();
    await enter(second.getByLabelText('Has the value'), ' testers ');
    await press('Move rule 2 up');
    await userEvent.click(screen.getByLabelText('Apply the rules at each sign-in'));
    await press('Save rules');
    expect(await screen.findByText('Saved. They count from the next sign-in.')).toBeVisible();
    const testers = { ...rule, value: 'testers', roleType: 'USER' };
    expect(changes(page)).toEqual([['PUT /account/sso-roles', { sync: true, rules: [testers, rule] }]]);
  });

  it.each([true, false])('are locked while the rules are applied: %s', async (sync) => {
    show({
      ...withProvider,
      'GET /user-roles': [marta, { ...noor, fromSso: true }],
      'GET /account/sso-roles': { sync, rules: [rule] },
    });
    await screen.findByRole('group', { name: 'Rule 1' });
    const row = within(await rowOf('Noor'));
    expect(row.queryByRole('button', { name: /^Role of Noor/ }) === null).toBe(sync);
    expect(row.queryByLabelText('from a group') !== null).toBe(sync);
  });

  it('are not shown where nobody signs in by a provider, and not to users', async () => {
    show({ 'GET /auth-providers': [], 'GET /account/sso-roles': { sync: false, rules: [] } });
    await rowOf('Marta');
    expect(screen.queryByText('Roles from groups')).not.toBeInTheDocument();
  });
});
