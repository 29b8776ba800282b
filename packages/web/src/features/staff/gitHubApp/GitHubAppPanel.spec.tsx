import type { GitHubAppView } from '@assay/contract';
import { jest } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { browser } from '../../../connection/browser.ts';
import { makePage, type Routes, renderOn } from '../../../testSupport/pageOfTests.tsx';
import { enter } from '../../../testSupport/retype.ts';
import { GitHubAppPanel } from './GitHubAppPanel.tsx';

const none: GitHubAppView = {
  configured: null,
  registered: null,
  connections: 0,
  publicUrl: 'https://assay.example.org',
  webhookUrl: 'https://assay.example.org/api/hooks/git-hub-app',
};
const known = {
  address: 'https://github.com',
  appId: '12',
  slug: 'assay-of-northwind',
  pageUrl: 'https://github.com/apps/assay-of-northwind',
  hasWebhook: true,
};
const registered = {
  ...known,
  name: 'Assay of Northwind',
  settingsUrl: 'https://github.com/organizations/northwind/settings/apps/assay-of-northwind',
  registeredAt: '2026-03-01T12:00:00.000Z',
  registeredBy: 'Ada Lind',
};

function open(app: GitHubAppView | (() => { status?: number; body: unknown }), routes: Routes = {}) {
  const page = makePage({ 'GET /employee/git-hub-app': app, ...routes });
  renderOn(page, <GitHubAppPanel />, '/employee/git-hub-app');
  return { sent: (method: string) => page.sent.filter((request) => request.method === method) };
}
const theForm = async () => within(await screen.findByRole('form', { name: 'Register a GitHub App' }));

describe('the GitHub App of the installation', () => {
  it('is registered at github.com for an organization, which has to be named', async () => {
    const leave = jest.spyOn(browser, 'leaveFor').mockImplementation(() => undefined);
    const url = '/api/git-hub-app/manifest?state=app.1';
    const { sent } = open(none, { 'POST /employee/git-hub-app/registration': { url } });
    const form = await theForm();
    expect(form.getByText('Commit statuses')).toHaveTextContent('Commit statuses read and write');
    await userEvent.click(form.getByRole('button', { name: 'Continue to GitHub' }));
    expect(await form.findByText("Can't be blank")).toBeVisible();
    expect(form.getByLabelText(/^Organization/)).toHaveFocus();
    expect(sent('POST')).toEqual([]);
    await enter(form.getByLabelText(/^Organization/), 'northwind');
    await userEvent.click(form.getByRole('button', { name: 'Continue to GitHub' }));
    await waitFor(() => expect(leave).toHaveBeenCalledWith(url));
    expect(sent('POST')).toMatchObject([
      { body: { address: 'https://github.com', organization: 'northwind', isPublic: false, hasWebhook: true } },
    ]);
  });

  it("is registered at an Enterprise Server as one's own, at an address that is safe", async () => {
    const leave = jest.spyOn(browser, 'leaveFor').mockImplementation(() => undefined);
    const { sent } = open(none, { 'POST /employee/git-hub-app/registration': { url: '/next' } });
    const form = await theForm();
    await userEvent.click(form.getByRole('radio', { name: 'GitHub Enterprise Server' }));
    await userEvent.click(form.getByRole('radio', { name: 'Yourself' }));
    expect(form.queryByLabelText(/^Organization/)).toBeNull();
    await enter(form.getByLabelText(/^Address/), 'http://git.acme.example');
    await userEvent.click(form.getByRole('checkbox', { name: /^Others than the owner/ }));
    await userEvent.click(form.getByRole('checkbox', { name: /^It tells Assay of pushes/ }));
    await userEvent.click(form.getByRole('button', { name: 'Continue to GitHub' }));
    expect(await form.findByText('Must be an https address')).toBeVisible();
    await userEvent.clear(form.getByLabelText(/^Address/));
    await enter(form.getByLabelText(/^Address/), 'https://git.acme.example');
    await userEvent.click(form.getByRole('button', { name: 'Continue to GitHub' }));
    await waitFor(() => expect(leave).toHaveBeenCalledWith('/next'));
    expect(sent('POST')).toMatchObject([
      { body: { address: 'https://git.acme.example', organization: null, isPublic: true, hasWebhook: false } },
    ]);
  });

  it('tells of no pushes where GitHub cannot reach Assay', async () => {
    open({ ...none, publicUrl: 'https://assay.internal' });
    const form = await theForm();
    expect(form.getByText(/github\.com cannot reach https:\/\/assay\.internal/)).toBeVisible();
    expect(form.queryByRole('checkbox', { name: /pushes/ })).toBeNull();
    await userEvent.click(form.getByRole('radio', { name: 'GitHub Enterprise Server' }));
    expect(form.getByRole('checkbox', { name: /pushes/ })).toBeChecked();
  });

  it('leads to the address that GitHub sends people back to', async () => {
    open(none);
    const form = await theForm();
    expect(form.getByRole('link', { name: 'Go on there' })).toHaveAttribute(
      'href',
      'https://assay.example.org/employee/git-hub-app',
    );
  });

  it('says why the service refuses it', async () => {
    const message = 'A GitHub App is registered here already.';
    open(
      { ...none, connections: 2 },
      {
        'POST /employee/git-hub-app/registration': () => ({
          status: 409,
          body: { code: 'gitHubApp.exists', message, requestId: 'r' },
        }),
      },
    );
    const form = await theForm();
    expect(screen.getByText(/^2 accounts connected GitHub by an app that was removed/)).toBeVisible();
    await userEvent.click(form.getByRole('radio', { name: 'Yourself' }));
    await userEvent.click(form.getByRole('button', { name: 'Continue to GitHub' }));
    expect(await form.findByRole('alert')).toHaveTextContent(message);
  });

  it('is shown once it is there, with where to install it, and removed when that is confirmed', async () => {
    let app: GitHubAppView = { ...none, registered, connections: 3 };
    const { sent } = open(() => ({ body: app }), {
      'DELETE /employee/git-hub-app/12': () => {
        app = none;
        return { status: 204, body: null };
      },
    });
    expect(await screen.findByRole('heading', { name: 'Assay of Northwind' })).toBeVisible();
    expect(screen.getByText(/by Ada Lind/)).toBeVisible();
    expect(screen.getByText('3 accounts')).toBeVisible();
    expect(screen.getByRole('link', { name: known.pageUrl })).toHaveAttribute('href', known.pageUrl);
    expect(screen.getByRole('link', { name: 'Settings at GitHub' })).toHaveAttribute('href', registered.settingsUrl);
    expect(await screen.findByRole('link', { name: 'northwind' })).toHaveAttribute(
      'href',
      '/northwind/settings/integrations',
    );
    const remove = async (answer: string) => {
      await userEvent.click(screen.getByRole('button', { name: 'Remove' }));
      const dialog = await screen.findByRole('dialog', { name: 'Remove Assay of Northwind?' });
      expect(dialog).toHaveTextContent('3 accounts cannot use GitHub any more');
      await userEvent.click(within(dialog).getByRole('button', { name: answer }));
      await waitFor(() => expect(dialog).not.toBeInTheDocument());
    };
    await remove('Keep it');
    expect(sent('DELETE')).toEqual([]);
    await remove('Remove Assay of Northwind');
    expect(await theForm()).toBeTruthy();
  });

  it("is the operator's where variables set one, which leaves a registered one unused", async () => {
    open({ ...none, configured: { ...known, appId: '7', hasWebhook: false }, registered, connections: 1 });
    expect(await screen.findByText(/variables ASSAY_GITHUB_APP_… of the operator/)).toBeVisible();
    expect(screen.getByText(/is not used as long as those are set/)).toBeVisible();
    expect(screen.getAllByText('1 account')).toHaveLength(1);
    expect(screen.queryByRole('form')).toBeNull();
    expect(screen.getByRole('button', { name: 'Remove' })).toBeVisible();
  });

  it('is loaded again after it could not be', async () => {
    let fails = true;
    open(() =>
      fails ? { status: 500, body: { code: 'internal', message: 'It failed.', requestId: 'r' } } : { body: none },
    );
    expect(await screen.findByText('The GitHub App could not be loaded')).toBeVisible();
    fails = false;
    await userEvent.click(screen.getByRole('button', { name: /try again/i }));
    expect(await theForm()).toBeTruthy();
  });
});
