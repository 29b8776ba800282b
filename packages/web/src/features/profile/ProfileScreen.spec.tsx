import type { SessionView } from '@assay/contract';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { makePage, type Routes, renderOn } from '../../testSupport/pageOfTests.tsx';
import { retype } from '../../testSupport/retype.ts';
import { positionAt } from '../../testSupport/views.ts';
import { browserName } from './browserName.ts';
import { ProfileScreen } from './ProfileScreen.tsx';

const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0';
const safari =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1';

function session(id: string, change: Partial<SessionView>): SessionView {
  const at = '2026-03-01T12:00:00.000Z';
  return { id, startedAt: at, lastUsedAt: at, address: '10.0.0.7', userAgent: null, current: false, ...change };
}
const sessions = [session('s1', { userAgent: firefox, current: true }), session('s2', { userAgent: safari })];

function show(routes: Routes = {}) {
  const page = makePage({ 'GET /users/me/sessions': sessions, ...routes });
  return { page, ...renderOn(page, <ProfileScreen />, '/northwind/profile') };
}
type Page = ReturnType<typeof makePage>;

const changes = ({ sent }: Page) =>
  sent.filter(({ method }) => method !== 'GET').map(({ method, path, body }) => [`${method} ${path}`, body]);
const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }));

describe('the profile', () => {
  it('changes the name, and shows the address', async () => {
    const { page } = show({ 'POST /users/me': { id: 'u1', revision: '2', position: positionAt(1) } });
    expect(await screen.findByLabelText('Email')).toHaveValue('marta@northwind.test');
    await retype(/^First name/, '');
    await userEvent.tab();
    await press('Save');
    expect(await screen.findByText("Can't be blank")).toBeVisible();
    await retype(/^First name/, ' Martha ');
    await press('Save');
    expect(await screen.findByText('Saved')).toBeVisible();
    expect(changes(page)).toEqual([['POST /users/me', { firstName: 'Martha', lastName: 'Ruiz' }]]);
  });

  it('changes the password, if the current one is right', async () => {
    let isRight = false;
    const errors = [{ field: 'currentPassword', message: 'This is not your password.' }];
    const refused = { code: 'request.invalid', message: 'Form validation failed', requestId: 'r', errors };
    const { page } = show({
      'POST /users/me/password': () => (isRight ? { status: 204, body: null } : { status: 400, body: refused }),
    });
    await retype(/^Current password/, 'wrong horse');
    await retype(/^New password/, 'correct horse battery');
    await retype(/^Repeat password/, 'correct horse');
    await press('Change password');
    expect(await screen.findByText('Passwords must match')).toBeVisible();
    await retype(/^Repeat password/, 'correct horse battery');
    await press('Change password');
    expect(await screen.findByText('This is not your password.')).toBeVisible();
    isRight = true;
    await press('Change password');
    expect(await screen.findByText('Changed. All other sessions were signed out.')).toBeVisible();
    expect(screen.getByLabelText(/^New password/)).toHaveValue('');
    expect(changes(page).at(-1)).toEqual([
      'POST /users/me/password',
      { currentPassword: 'wrong horse', password: 'correct horse battery' },
    ]);
  });
});

describe('somebody without a password', () => {
  it('is not asked for one, but told how to set it', async () => {
    const at = '2026-03-01T12:00:00.000Z';
    const identity = { id: 'e1', provider: 'idp', label: 'Example ID', icon: 'key', email: 'm@idp.test', linkedAt: at };
    show({
      'GET /users/me/external-identities': { hasPassword: false, identities: [identity] },
      'GET /users/me/two-factor': { since: null, recoveryCodesLeft: 0 },
    });
    const link = await screen.findByRole('link', { name: 'set one by mail' });
    expect(link).toHaveAttribute('href', '/forgot-password');
    expect(screen.queryByLabelText(/^Current password/)).toBeNull();
    expect(screen.queryByRole('button', { name: 'Turn on' })).toBeNull();
  });
});

describe('sessions', () => {
  it('say which browser they are of, and which is this one', async () => {
    show({ 'GET /users/me/sessions': [...sessions, session('s3', { address: null })] });
    const table = within(await screen.findByRole('table', { name: 'Sessions' }));
    expect(table.getByRole('row', { name: /Firefox 145 on Linux this browser/ })).toHaveTextContent('10.0.0.7');
    expect(table.getByRole('row', { name: /Safari 18 on iOS/ })).toBeVisible();
    expect(table.getByRole('row', { name: /Unknown browser unknown/ })).toBeVisible();
  });

  it('end one by one', async () => {
    const { page } = show({ 'DELETE /users/me/sessions/s2': () => ({ status: 204, body: null }) });
    await press('Sign out Safari 18 on iOS');
    await waitFor(() => expect(changes(page)).toEqual([['DELETE /users/me/sessions/s2', undefined]]));
  });

  it('of this browser ends as by logging out', async () => {
    const { page, address } = show({ 'POST /logout': () => ({ status: 204, body: null }) });
    await press('Sign out this browser');
    await waitFor(() => expect(address()).toBe('/login'));
    expect(page.store.getState().session.token).toBeNull();
  });

  it('all end after a confirmation', async () => {
    const { page, address } = show({ 'POST /logout-everywhere': () => ({ status: 204, body: null }) });
    await press('Log out everywhere');
    const dialog = within(await screen.findByRole('dialog', { name: 'Log out everywhere?' }));
    expect(changes(page)).toEqual([]);
    await userEvent.click(dialog.getByRole('button', { name: 'Log out everywhere' }));
    await waitFor(() => expect(address()).toBe('/login'));
    expect(page.store.getState().session.token).toBeNull();
  });

  it('have no name where nothing is known of the browser', () => {
    expect(browserName('')).toBeNull();
    expect(browserName('-')).toBeNull();
  });
});
