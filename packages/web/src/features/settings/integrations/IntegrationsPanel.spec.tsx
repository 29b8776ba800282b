import type { AuthorizationId, AuthorizationView } from '@assay/contract';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
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
const done = { id: 'x', revision: '1', position: positionAt(2) };

function open(connected: AuthorizationView[], alerts = [alertView()]) {
  const page = makePage({
    'GET /authorizations': () => ({ body: connected }),
    'GET /alerts': () => ({ body: alerts }),
    'GET /authorizations/sign-ins': [],
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
    await waitFor(() => expect(page.sent.at(-1)?.path).toBeDefined());
    expect(page.sent.some(({ path }) => path === '/alerts/a1/test')).toBe(true);
    expect(screen.getAllByText(/No alert goes there yet/)).toHaveLength(3);
  });
});
