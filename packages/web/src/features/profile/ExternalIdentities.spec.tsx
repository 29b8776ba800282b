import { jest } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { browser } from '../../connection/browser.ts';
import { answered, makePage, type Routes, renderOn } from '../../testSupport/pageOfTests.tsx';
import { positionAt } from '../../testSupport/views.ts';
import { ExternalIdentities } from './ExternalIdentities.tsx';

const google = { name: 'google', label: 'Google', icon: 'google' };
const github = { name: 'github', label: 'GitHub', icon: 'github' };
const linked = {
  id: 'e1',
  provider: 'google',
  label: 'Google',
  icon: 'google',
  email: 'marta@northwind.test',
  linkedAt: '2026-03-01T12:00:00.000Z',
};

function show(routes: Routes) {
  const page = makePage({
    'GET /auth-providers': [github, google],
    'GET /users/me/external-identities': { hasPassword: true, identities: [linked] },
    ...routes,
  });
  return { page, ...renderOn(page, <ExternalIdentities />, '/northwind/profile') };
}

describe('linked accounts of providers', () => {
  afterEach(() => jest.restoreAllMocks());

  it('are shown, and others can be linked', async () => {
    const leave = jest.spyOn(browser, 'leaveFor').mockImplementation(() => undefined);
    const { page } = show({ 'POST /auth-start': { url: 'https://github.com/login' } });
    const list = within(await screen.findByRole('list', { name: 'Linked accounts' }));
    expect(list.getByText('marta@northwind.test')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Link Google' })).not.toBeInTheDocument();
    await userEvent.click(await screen.findByRole('button', { name: 'Link GitHub' }));
    await waitFor(() => expect(leave).toHaveBeenCalledWith('https://github.com/login'));
    const body = { provider: 'github', purpose: 'link', returnTo: '/northwind/profile' };
    expect(page.sent.find(({ path }) => path === '/auth-start')?.body).toEqual(body);
  });

  it('are unlinked, and can then be linked again', async () => {
    let identities = [linked];
    const { page } = show({
      'GET /users/me/external-identities': () => ({ body: { hasPassword: true, identities } }),
      'DELETE /users/me/external-identities/e1': () => {
        identities = [];
        return { body: { id: 'e1', revision: '2', position: positionAt(2) } };
      },
    });
    await userEvent.click(await screen.findByRole('button', { name: 'Unlink Google marta@northwind.test' }));
    expect(await screen.findByRole('button', { name: 'Link Google' })).toBeVisible();
    expect(page.sent.filter(({ method }) => method === 'DELETE')).toHaveLength(1);
  });

  it('cannot be unlinked by somebody without a password, who is led to setting one', async () => {
    show({ 'GET /users/me/external-identities': { hasPassword: false, identities: [linked] } });
    expect(await screen.findByRole('link', { name: 'Set one by mail' })).toHaveAttribute('href', '/forgot-password');
    expect(screen.getByText(/so this is your only way to sign in/)).toBeVisible();
    expect(screen.queryByRole('button', { name: /^Unlink/ })).not.toBeInTheDocument();
  });

  it('are not mentioned where there are no providers', async () => {
    const { page, container } = show({
      'GET /auth-providers': [],
      'GET /users/me/external-identities': { hasPassword: true, identities: [] },
    });
    await answered(page);
    expect(container).not.toHaveTextContent('Sign-in providers');
  });
});
