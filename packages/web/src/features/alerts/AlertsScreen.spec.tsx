import type {
  AlertDeliveryId,
  AlertDeliveryView,
  AlertId,
  AlertPreview,
  AlertView,
  AuthorizationId,
  AuthorizationView,
  TestRunId,
} from '@assay/contract';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Route, Routes } from 'react-router';
import { alertView } from '../../testSupport/alertView.ts';
import { makePage, renderOn } from '../../testSupport/pageOfTests.tsx';
import { enter } from '../../testSupport/retype.ts';
import { AlertsScreen } from './AlertsScreen.tsx';

const delivery: AlertDeliveryView = {
  id: 'd1' as AlertDeliveryId,
  kind: 'failed',
  summary: 'Shop #12 failed: 2 of 30 tests',
  testRunId: null,
  resendOf: null,
  state: 'done',
  tries: [
    { at: '2026-03-01T12:00:00.000Z', tookMs: 1200, ok: false, detail: '503 busy', cutOff: false },
    { at: '2026-03-01T12:00:05.000Z', tookMs: 400, ok: true, detail: '200 posted', cutOff: false },
  ],
  nextTryAt: null,
  payload: { type: 'testRun.failed' },
  createdAt: '2026-03-01T12:00:00.000Z',
  endedAt: '2026-03-01T12:00:05.000Z',
};

const preview: AlertPreview = {
  from: '2026-02-01T12:00:00.000Z',
  to: '2026-03-01T12:00:00.000Z',
  runCount: 40,
  isCut: false,
  sent: [
    { at: '2026-02-10T12:00:00.000Z', testRunId: 'r1' as TestRunId, kind: 'failed' },
    { at: '2026-02-11T12:00:00.000Z', testRunId: 'r2' as TestRunId, kind: 'fixed' },
  ],
  heldBack: [{ at: '2026-02-10T13:00:00.000Z', testRunId: 'r3' as TestRunId, reason: 'unchanged' }],
};

function open(path: string, alerts: AlertView[], roleType: 'USER' | 'ADMIN' = 'ADMIN') {
  const page = makePage(
    {
      'GET /alerts': () => ({ body: alerts }),
      'GET /alerts/a9/deliveries': { deliveries: [], total: 0 },
      'GET /alerts/a1/deliveries': { deliveries: [delivery], total: 1 },
      'GET /test-suites': [],
      'GET /authorizations': [],
      'POST /alerts/preview': preview,
    },
    { roleType },
  );
  renderOn(
    page,
    <Routes>
      <Route path="/:account/alerts" element={<AlertsScreen />}>
        <Route path="new" />
        <Route path=":alertId" />
      </Route>
    </Routes>,
    path,
  );
  return page;
}

describe('alerts', () => {
  it('say what they are for where there are none', async () => {
    open('/northwind/alerts', []);
    expect(await screen.findByText('No alerts yet')).toBeVisible();
    expect(screen.getAllByRole('link', { name: 'New alert' })).not.toHaveLength(0);
  });

  it('are shown to users without anything to change', async () => {
    const broken = alertView({
      status: 'INACTIVE',
      inactiveReason: 'the address is gone',
      lastDelivery: { at: '2026-03-01T12:00:00.000Z', delivered: false, attempts: 1, detail: '410 Gone' },
    });
    open('/northwind/alerts', [broken], 'USER');
    const list = await screen.findByRole('list', { name: 'Alerts' });
    expect(list).toHaveTextContent('Test run fails');
    expect(list).toHaveTextContent('hooks.example.com · any project');
    expect(list).toHaveTextContent('the address is gone');
    expect(list).toHaveTextContent('410');
    expect(within(list).queryByRole('switch')).not.toBeInTheDocument();
    expect(within(list).queryByRole('link')).not.toBeInTheDocument();
    expect(screen.queryByRole('link', { name: 'New alert' })).not.toBeInTheDocument();
  });

  it('stay in the order that the service gives, what is broken first, and j and k go through it', async () => {
    const broken = alertView({
      id: 'a9' as AlertId,
      destination: 'gone.example.com',
      inactiveReason: 'the address is gone',
    });
    open('/northwind/alerts', [broken, alertView()]);
    const list = await screen.findByRole('list', { name: 'Alerts' });
    const [first, second] = within(list).getAllByRole('link');
    expect(first).toHaveTextContent('gone.example.com');
    await userEvent.keyboard('j');
    expect(first).toHaveFocus();
    await userEvent.keyboard('j');
    expect(second).toHaveFocus();
    await userEvent.keyboard('j');
    expect(second).toHaveFocus();
    await userEvent.keyboard('k');
    expect(first).toHaveFocus();
    await userEvent.keyboard('{Enter}');
    expect(await screen.findByRole('region', { name: 'Delivery log' })).toBeVisible();
  });

  it('are turned off by their switch', async () => {
    const page = open('/northwind/alerts', [alertView()]);
    page.routes['PUT /alerts/a1'] = { id: 'a1', revision: '1', position: alertView().position };
    await userEvent.click(await screen.findByRole('switch', { name: /active/ }));
    await waitFor(() => expect(page.sent.some(({ method }) => method === 'PUT')).toBe(true));
    const put = page.sent.find(({ method }) => method === 'PUT');
    expect(put?.body).toMatchObject({ status: 'INACTIVE', destination: null, eventType: 'TESTRUN_FAIL' });
  });

  it('need a channel, and say so at it', async () => {
    const page = open('/northwind/alerts/new', []);
    await userEvent.click(await screen.findByRole('button', { name: 'Save' }));
    expect(await screen.findByText('You must provide a Slack Channel')).toBeVisible();
    expect(await screen.findByRole('link', { name: 'Connect Slack' })).toBeVisible();
    expect(page.sent.some(({ method, path }) => method === 'POST' && path === '/alerts')).toBe(false);
  });

  it('begin with the channel that the settings lead to', async () => {
    open('/northwind/alerts/new?action=SEND_MICROSOFT_TEAMS', []);
    expect(await screen.findByLabelText('Microsoft Teams Incoming Webhook URL')).toBeVisible();
    expect(screen.getByText('From the channel: Workflows, “Send webhook alerts to a channel”')).toBeVisible();
  });

  const channel: AuthorizationView = {
    id: 'channel-1' as AuthorizationId,
    provider: 'MicrosoftTeams',
    identifier: 'Checkout alerts',
    means: 'token',
    connectedAt: '2026-03-01T12:00:00.000Z',
    hasWebhook: false,
    commentsOnPullRequests: false,
    position: alertView().position,
    revision: '0',
  };

  it('choose a connected channel of Microsoft Teams in place of a URL', async () => {
    const page = open('/northwind/alerts/new?action=SEND_MICROSOFT_TEAMS', []);
    page.routes['GET /authorizations'] = [channel];
    page.routes['POST /alerts'] = { id: 'a9', revision: '0', position: alertView().position };
    await userEvent.click(await screen.findByRole('combobox', { name: 'Channel' }));
    await userEvent.click(await screen.findByRole('option', { name: 'Checkout alerts' }));
    expect(screen.queryByLabelText('Microsoft Teams Incoming Webhook URL')).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(page.sent.some(({ path }) => path === '/alerts')).toBe(true));
    expect(page.sent.find(({ method, path }) => method === 'POST' && path === '/alerts')?.body).toMatchObject({
      actionType: 'SEND_MICROSOFT_TEAMS',
      authorizationId: 'channel-1',
      destination: null,
    });
  });

  it('show that their channel of Microsoft Teams was removed, and need a URL or another one instead', async () => {
    const gone = alertView({
      actionType: 'SEND_MICROSOFT_TEAMS',
      authorizationId: 'channel-0' as AuthorizationId,
      destination: 'a removed channel',
    });
    const page = open('/northwind/alerts/a1', [gone]);
    page.routes['GET /authorizations'] = [channel];
    const select = await screen.findByRole('combobox', { name: 'Channel' });
    expect(select).toHaveValue('a removed channel');
    await userEvent.click(select);
    await userEvent.click(await screen.findByRole('option', { name: 'Another channel, by its URL' }));
    await userEvent.click(screen.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText('You must provide a valid Microsoft Teams Incoming Webhook URL')).toBeVisible();
    expect(page.sent.some(({ method }) => method === 'PUT')).toBe(false);
  });

  it('say before they are saved what they would have sent', async () => {
    const page = open('/northwind/alerts/new', []);
    const region = await screen.findByRole('region', { name: 'Preview' });
    const told = 'Last month it would have sent 2 messages about 40 runs';
    await waitFor(() => expect(within(region).getByRole('status')).toHaveTextContent(told));
    expect(region).toHaveTextContent('1 failed');
    expect(region).toHaveTextContent('1 held back: 1 unchanged');
    await userEvent.click(screen.getByRole('button', { name: 'Runs in a row' }));
    await userEvent.type(screen.getByLabelText('Runs in a row, at least'), '{Backspace}3');
    const asked = () => page.sent.filter(({ path }) => path === '/alerts/preview').map(({ body }) => body);
    await waitFor(() => expect(asked().at(-1)).toMatchObject({ criteria: { inARow: 3 } }));
    expect(page.sent.some(({ method, path }) => method === 'POST' && path === '/alerts')).toBe(false);
  });

  it('say that they cannot be tried while a number is missing', async () => {
    const page = open('/northwind/alerts/new', []);
    const problem = { code: 'request.invalid', message: 'Wrong', errors: [] };
    page.routes['POST /alerts/preview'] = () => ({ status: 400, body: problem });
    const region = await screen.findByRole('region', { name: 'Preview' });
    expect(await within(region).findByText('It cannot be tried on past runs as it is.')).toBeVisible();
    expect(within(region).queryByRole('button', { name: 'Try again' })).toBeNull();
  });

  it('are silenced with a reason, and say who wants that and until when', async () => {
    const alerts = [alertView()];
    const page = open('/northwind/alerts/a1', alerts);
    const by = { id: 'u1', fullName: 'Marta Ruiz', email: 'm@n.test' };
    const done = { id: 'a1', revision: '1', position: alertView().position };
    page.routes['POST /alerts/a1/silence'] = () => {
      const silence = { since: '2026-03-01T12:00:00.000Z', until: '2126-03-01T12:00:00.000Z', reason: 'Moves', by };
      alerts[0] = alertView({ silence });
      return { status: 201, body: done };
    };
    page.routes['DELETE /alerts/a1/silence'] = () => {
      alerts[0] = alertView();
      return { body: done };
    };
    await userEvent.click(await screen.findByRole('button', { name: 'More actions' }));
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Silence…' }));
    const form = await screen.findByRole('form', { name: 'Silence this alert' });
    await userEvent.click(within(form).getByRole('button', { name: 'Silence' }));
    expect(await within(form).findByText("Can't be blank")).toBeVisible();
    await enter(within(form).getByLabelText(/Reason/), ' Moves ');
    await userEvent.click(within(form).getByRole('button', { name: 'Silence' }));
    expect(await screen.findByText(/by Marta Ruiz: Moves/)).toBeVisible();
    const sent = page.sent.filter(({ method, path }) => method !== 'GET' && path.startsWith('/alerts/a1'));
    expect(sent.map(({ body }) => body)).toEqual([{ until: expect.any(String), reason: 'Moves' }]);
    await userEvent.click(screen.getByRole('button', { name: 'End silence' }));
    await waitFor(() => expect(screen.queryByText(/by Marta Ruiz/)).not.toBeInTheDocument());
  });

  it('show each attempt of a message with its payload, and send it again', async () => {
    const page = open('/northwind/alerts/a1', [alertView()]);
    page.routes['POST /alerts/a1/deliveries/d1/resend'] = { id: 'd2', revision: '0', position: alertView().position };
    const log = await screen.findByRole('region', { name: 'Delivery log' });
    const row = await within(log).findByRole('button', { name: /Shop #12 failed/ });
    expect(row).toHaveTextContent('failed, then sent at try 2');
    await userEvent.click(row);
    expect(within(log).getByText('503 busy')).toBeVisible();
    await userEvent.click(within(log).getByRole('button', { name: 'Payload' }));
    expect(within(log).getByText(/testRun\.failed/)).toBeVisible();
    await userEvent.click(within(log).getByRole('button', { name: 'Resend' }));
    await waitFor(() =>
      expect(page.sent.some(({ method, path }) => method === 'POST' && path.endsWith('/resend'))).toBe(true),
    );
  });

  it('ask before they are deleted', async () => {
    const page = open('/northwind/alerts/a1', [alertView()]);
    page.routes['DELETE /alerts/a1'] = { id: 'a1', revision: '1', position: alertView().position };
    await userEvent.click(await screen.findByRole('button', { name: 'More actions' }));
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Delete' }));
    expect(await screen.findByText('Are you sure you want to delete this alert?')).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Delete alert' }));
    await waitFor(() => expect(page.sent.some(({ method }) => method === 'DELETE')).toBe(true));
  });
});
