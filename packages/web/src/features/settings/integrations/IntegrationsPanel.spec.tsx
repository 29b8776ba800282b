import type { AuthorizationId, AuthorizationView } from '@assay/contract';
import { jest } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { browser } from '../../../connection/browser.ts';
import { alertView } from '../../../testSupport/alertView.ts';
import { makePage, renderOn } from '../../../testSupport/pageOfTests.tsx';
import { enter } from '../../../testSupport/retype.ts';
import { positionAt } from '../../../testSupport/views.ts';
import { IntegrationsPanel } from './IntegrationsPanel.tsx';

const slack: AuthorizationView = {
  id: 'acme.Slack' as AuthorizationId,
  provider: 'Slack',
  identifier: 'Northwind',
  means: 'token',
  connectedAt: '2026-03-01T12:00:00.000Z',
  hasWebhook: false,
  commentsOnPullRequests: false,
  position: positionAt(1),
  revision: '0',
};
const app = {
  isSetUp: true,
  manifest: '{ "display_information": { "name": "Assay" } }',
  createUrl: 'https://api.slack.com/apps?new_app=1',
  redirectUri: 'https://assay.example.org/auth-return',
  scopes: [{ scope: 'chat:write', why: 'posts the messages of alerts' }],
};
const health = { status: 'failing', detail: 'The token was revoked at Slack. Connect it again.' };
const done = { id: 'x', revision: '1', position: positionAt(2) };

function open(connected: AuthorizationView[], alerts = [alertView()]) {
  const page = makePage({
    'GET /authorizations': () => ({ body: connected }),
    'GET /alerts': () => ({ body: alerts }),
    'GET /authorizations/sign-ins': [],
    'GET /authorizations/slack/app': app,
    'GET /authorizations/slack/health': health,
    'GET /account/api-key': null,
    'GET /deploy-keys': [],
  });
  renderOn(page, <IntegrationsPanel />, '/northwind/settings/integrations');
  return page;
}

describe('integrations', () => {
  it('are connected by a token, with the keyboard, which nobody is shown afterwards', async () => {
    const connected: AuthorizationView[] = [];
    const page = open(connected);
    page.routes['POST /authorizations'] = () => {
      connected.push(slack);
      return { status: 201, body: done };
    };
    const list = await screen.findByRole('region', { name: 'Channels of alerts' });
    const [connect] = within(list).getAllByRole('button', { name: 'Connect' });
    await userEvent.click(connect ?? list);
    const form = screen.getByRole('form', { name: 'Connect Slack' });
    await enter(within(form).getByLabelText(/Bot token/), 'short{Enter}');
    expect(await within(form).findByText('Invalid token')).toBeVisible();
    await enter(within(form).getByLabelText(/Bot token/), '-xoxb-secret');
    await enter(within(form).getByLabelText('Workspace'), 'Northwind{Enter}');
    await waitFor(() => expect(list).toHaveTextContent('Northwind, connected'));
    const [sent] = page.sent.filter(({ method }) => method === 'POST');
    expect(sent?.body).toEqual({ provider: 'Slack', token: 'short-xoxb-secret', identifier: 'Northwind' });
    expect(list).not.toHaveTextContent('xoxb');
  });

  it('are connected at Slack by signing in there, and its app has a manifest to copy', async () => {
    const page = open([]);
    page.routes['POST /authorizations/slack/sign-in'] = { url: 'https://slack.com/oauth/v2/authorize?state=slack.1' };
    const left = jest.spyOn(browser, 'leaveFor').mockReturnValue();
    await userEvent.click(await screen.findByRole('button', { name: 'App manifest' }));
    const dialog = await screen.findByRole('dialog', { name: 'An app at Slack for Assay' });
    expect(within(dialog).getByRole('link', { name: 'Create an app at Slack' })).toHaveAttribute('href', app.createUrl);
    expect(dialog).toHaveTextContent('chat:writeposts the messages of alerts');
    expect(within(dialog).getByRole('button', { name: 'Copy manifest' })).toBeVisible();
    await userEvent.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await userEvent.click(screen.getByRole('button', { name: 'Sign in with Slack' }));
    await waitFor(() => expect(left).toHaveBeenCalledWith('https://slack.com/oauth/v2/authorize?state=slack.1'));
    expect(page.sent.at(-1)?.body).toEqual({ returnTo: '/northwind/settings/integrations' });
  });

  it('say when Slack does not take the token any more', async () => {
    open([slack]);
    expect(await screen.findByText(health.detail)).toBeVisible();
  });

  it('are disconnected once somebody has said so', async () => {
    const page = open([slack]);
    page.routes['DELETE /authorizations/acme.Slack'] = done;
    await userEvent.click(await screen.findByRole('button', { name: 'Disconnect' }));
    const dialog = await screen.findByRole('dialog', { name: 'Disconnect Slack?' });
    expect(page.sent.some(({ method }) => method === 'DELETE')).toBe(false);
    await userEvent.click(within(dialog).getByRole('button', { name: 'Disconnect Slack' }));
    await waitFor(() => expect(page.sent.some(({ method }) => method === 'DELETE')).toBe(true));
  });

  it('show how the alerts of each channel do, and try them', async () => {
    const lastDelivery = { at: '2026-03-01T12:00:00.000Z', delivered: false, attempts: 8, detail: '503 busy' };
    const page = open([], [alertView({ lastDelivery })]);
    page.routes['POST /alerts/a1/test'] = done;
    const alerts = await screen.findByRole('list', { name: 'Alerts by Webhook' });
    expect(alerts).toHaveTextContent('hooks.example.com');
    expect(alerts).toHaveTextContent(/not delivered .*: 503 busy/);
    await userEvent.click(within(alerts).getByRole('button', { name: 'Send test to hooks.example.com' }));
    await waitFor(() => expect(page.sent.some(({ path }) => path === '/alerts/a1/test')).toBe(true));
    expect(screen.getAllByText(/No alert goes there yet/)).toHaveLength(3);
  });

  it('say that the alerts of a channel could not be loaded, and ask for all of them again', async () => {
    const page = open([]);
    page.routes['GET /alerts'] = () => ({ status: 500, body: { code: 'internal', message: 'Down' } });
    const notices = await screen.findAllByText(/^Its alerts could not be loaded/);
    expect(notices.length).toBeGreaterThan(1);
    page.routes['GET /alerts'] = [];
    await userEvent.click(within(notices[0] as HTMLElement).getByRole('button', { name: 'Try again' }));
    await waitFor(() => expect(screen.queryByText(/could not be loaded/)).toBeNull());
    expect(await screen.findAllByText(/^No alert goes there yet/)).not.toHaveLength(0);
  });

  it('say where the URL of a Teams channel is created, and lead to an alert that goes there', async () => {
    open([]);
    const card = await teamsCard();
    expect(card).toHaveTextContent("the channel's menu, Workflows, “Send webhook alerts to a channel”");
    expect(await within(card).findByRole('link', { name: 'New alert' })).toHaveAttribute(
      'href',
      '/northwind/alerts/new?action=SEND_MICROSOFT_TEAMS',
    );
  });

  const teamsCard = async () =>
    (await screen.findByRole('heading', { name: 'Microsoft Teams' })).closest('li') as HTMLElement;
  const channel: AuthorizationView = {
    ...slack,
    id: 'channel-1' as AuthorizationId,
    provider: 'MicrosoftTeams',
    identifier: 'Checkout alerts',
  };

  it('connect channels of Microsoft Teams by a name and a URL that is not shown again', async () => {
    const connected: AuthorizationView[] = [];
    const page = open(connected);
    page.routes['POST /authorizations'] = () => {
      connected.push(channel);
      return { status: 201, body: done };
    };
    const card = await teamsCard();
    await userEvent.click(within(card).getByRole('button', { name: 'Connect channel' }));
    const form = within(card).getByRole('form', { name: 'Connect channel' });
    await enter(within(form).getByLabelText(/Workflows URL/), 'http://teams.example.com{Enter}');
    expect(await within(form).findByText('Enter a name for the channel')).toBeVisible();
    expect(within(form).getByText('Invalid URL')).toBeVisible();
    await enter(within(form).getByLabelText(/Name/), 'Checkout alerts');
    await userEvent.clear(within(form).getByLabelText(/Workflows URL/));
    await enter(within(form).getByLabelText(/Workflows URL/), 'https://teams.example.com/x?sig=s{Enter}');
    const list = await within(card).findByRole('list', { name: 'Channels of Microsoft Teams' });
    expect(list).toHaveTextContent('Checkout alerts');
    expect(card).not.toHaveTextContent('sig=s');
    expect(page.sent.find(({ method }) => method === 'POST')?.body).toEqual({
      provider: 'MicrosoftTeams',
      identifier: 'Checkout alerts',
      token: 'https://teams.example.com/x?sig=s',
    });
  });

  it('rename a channel of Microsoft Teams, keep its URL when none is typed, and show a name that is taken', async () => {
    const page = open([channel]);
    page.routes['PATCH /authorizations/channel-1'] = () => ({
      status: 400,
      body: {
        code: 'input.invalid',
        message: 'Invalid',
        errors: [{ field: 'identifier', message: 'This name is already in use' }],
      },
    });
    await userEvent.click(await screen.findByRole('button', { name: 'Change Checkout alerts' }));
    const form = screen.getByRole('form', { name: 'Change Checkout alerts' });
    await userEvent.clear(within(form).getByLabelText(/Name/));
    await enter(within(form).getByLabelText(/Name/), 'Ops{Enter}');
    expect(await within(form).findByText('This name is already in use')).toBeVisible();
    expect(page.sent.find(({ method }) => method === 'PATCH')?.body).toEqual({ identifier: 'Ops' });
  });

  it('disconnect a channel of Microsoft Teams after saying how many alerts go there', async () => {
    const going = alertView({
      actionType: 'SEND_MICROSOFT_TEAMS',
      authorizationId: channel.id,
      destination: 'Checkout alerts',
    });
    const page = open([channel], [going]);
    page.routes['DELETE /authorizations/channel-1'] = done;
    await userEvent.click(await screen.findByRole('button', { name: 'Disconnect Checkout alerts' }));
    const dialog = await screen.findByRole('dialog', { name: 'Disconnect Checkout alerts?' });
    expect(dialog).toHaveTextContent('1 alert goes there: messages are kept in the delivery log');
    await userEvent.click(within(dialog).getByRole('button', { name: 'Disconnect channel' }));
    await waitFor(() => expect(page.sent.some(({ method }) => method === 'DELETE')).toBe(true));
  });
});
