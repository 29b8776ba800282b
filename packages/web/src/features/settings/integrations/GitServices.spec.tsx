import type { AuthorizationView, CommitStatusView } from '@assay/contract';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { makePage, type Routes, renderOn } from '../../../testSupport/pageOfTests.tsx';
import { enter } from '../../../testSupport/retype.ts';
import { positionAt } from '../../../testSupport/views.ts';
import { IntegrationsPanel } from './IntegrationsPanel.tsx';

const gitHub = {
  id: 'acme.GitHub',
  provider: 'GitHub',
  identifier: 'https://github.com',
  means: 'token',
  connectedAt: '2026-03-01T12:00:00.000Z',
  hasWebhook: false,
  commentsOnPullRequests: false,
  position: positionAt(3),
  revision: '0',
} as AuthorizationView;
const told = {
  testRunId: 'r1',
  run: 'Checkout #416',
  commit: 'c'.repeat(40),
  kind: 'status',
  state: 'done',
  detail: '201',
  at: '2026-03-01T12:05:00.000Z',
} as CommitStatusView;

function open(connected: AuthorizationView[], statuses: CommitStatusView[] = [], routes: Routes = {}) {
  const page = makePage({
    'GET /authorizations': connected,
    'GET /authorizations/acme.GitHub/commit-statuses': statuses,
    'POST /authorizations': { id: 'acme.BitBucketServer', revision: '0', position: positionAt(9) },
    'GET /authorizations/sign-ins': [],
    'GET /authorizations/slack/app': null,
    'GET /account/api-key': null,
    'GET /alerts': [],
    ...routes,
  });
  const { unmount } = renderOn(page, <IntegrationsPanel />);
  return { ...page, unmount };
}
const card = async (name: string) => {
  const heading = await screen.findByRole('heading', { name });
  return within(heading.closest('li') ?? document.body);
};

describe('git services', () => {
  it('are connected by a token, a Data Center by its address as well', async () => {
    const { sent } = open([]);
    const dataCenter = await card('Bitbucket Data Center');
    await userEvent.click(dataCenter.getByRole('button', { name: 'Connect' }));
    const form = within(dataCenter.getByRole('form', { name: 'Connect Bitbucket Data Center' }));
    await enter(form.getByLabelText(/^Access token/), 'short');
    await userEvent.click(form.getByRole('button', { name: 'Connect' }));
    expect(await form.findByText('Invalid token')).toBeVisible();
    expect(form.getByText('Invalid URL')).toBeVisible();
    await enter(form.getByLabelText(/^Access token/), '-but-longer');
    await enter(form.getByLabelText(/^Address/), 'https://code.acme.example');
    await userEvent.click(form.getByRole('button', { name: 'Connect' }));
    await dataCenter.findByRole('button', { name: 'Connect' });
    expect(sent.find(({ method }) => method === 'POST')?.body).toEqual({
      provider: 'BitBucketServer',
      token: 'short-but-longer',
      identifier: 'https://code.acme.example',
    });
  });

  it('show how the newest run was taken at its commit', async () => {
    open([gitHub], [{ ...told, state: 'waiting', run: 'Checkout #417', detail: null }, told]);
    const connected = await card('GitHub');
    expect(await connected.findByText(/^https:\/\/github.com, connected/)).toBeVisible();
    expect(await connected.findByRole('link', { name: 'Checkout #416' })).toHaveAttribute(
      'href',
      '/northwind/test-runs/r1',
    );
    expect(connected.getByText(/shown at its commit/)).toBeVisible();
  });

  it('say why one was not taken', async () => {
    const detail = '403: the token may not set statuses of commits';
    open([gitHub], [{ ...told, state: 'refused', detail }]);
    const connected = await card('GitHub');
    expect(await connected.findByText(/not shown at its commit/)).toHaveTextContent(detail);
  });

  it('lead staff to the GitHub App, unless there is a way to sign in at GitHub', async () => {
    const view = open([], [], { 'GET /employee': { employee: true } });
    const link = await (await card('GitHub')).findByRole('link', { name: 'register a GitHub App' });
    expect(link).toHaveAttribute('href', '/employee/git-hub-app');
    expect(screen.getAllByRole('link', { name: 'register a GitHub App' })).toHaveLength(1);
    view.unmount();
    const app = { provider: 'GitHub', means: 'app', address: 'https://github.com' };
    const { sent } = open([], [], { 'GET /employee': { employee: true }, 'GET /authorizations/sign-ins': [app] });
    expect(await (await card('GitHub')).findByRole('button', { name: 'Install the GitHub App' })).toBeVisible();
    expect(screen.queryByRole('link', { name: 'register a GitHub App' })).toBeNull();
    expect(sent.some(({ path }) => path === '/employee')).toBe(false);
  });
});
