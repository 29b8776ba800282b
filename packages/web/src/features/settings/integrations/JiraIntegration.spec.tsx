import type { AuthorizationId, AuthorizationView } from '@assay/contract';
import { jest } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { browser } from '../../../connection/browser.ts';
import { makePage, type Routes, renderOn } from '../../../testSupport/pageOfTests.tsx';
import { enter } from '../../../testSupport/retype.ts';
import { positionAt } from '../../../testSupport/views.ts';
import { JiraIntegration } from './JiraIntegration.tsx';

const jira: AuthorizationView = {
  id: 'a1.Jira' as AuthorizationId,
  provider: 'Jira',
  identifier: 'https://northwind.atlassian.net',
  means: 'token',
  connectedAt: '2026-03-01T12:00:00.000Z',
  hasWebhook: false,
  commentsOnPullRequests: false,
  position: positionAt(1),
  revision: '0',
};
const app = {
  isSetUp: true,
  createUrl: 'https://developer.atlassian.com/console/myapps/',
  redirectUri: 'https://assay.example.org/alerts',
  scopes: [{ scope: 'write:jira-work', why: 'creates issues' }],
};
const done = { id: 'a1.Jira', revision: '1', position: positionAt(2) };

function open(connected: AuthorizationView | null, routes: Routes = {}) {
  const page = makePage({
    'GET /authorizations/jira/app': app,
    'GET /authorizations/jira/health': { status: 'well', detail: 'Jira knows the connection as Ada Duarte' },
    ...routes,
  });
  const list = (
    <ul>
      <JiraIntegration connected={connected} />
    </ul>
  );
  renderOn(page, list, '/northwind/settings/integrations');
  return page;
}
const posted = ({ sent }: ReturnType<typeof makePage>) => sent.filter(({ method }) => method === 'POST');
const form = async () => {
  await userEvent.click(await screen.findByRole('button', { name: 'Connect' }));
  return within(screen.getByRole('form', { name: 'Connect Jira' }));
};

describe('Jira', () => {
  it('in the cloud is connected by an address, an email address and a token', async () => {
    const page = open(null, { 'POST /authorizations': () => ({ status: 201, body: done }) });
    const fields = await form();
    await userEvent.click(fields.getByRole('button', { name: 'Connect' }));
    expect(await fields.findByText('Invalid URL')).toBeVisible();
    await enter(fields.getByLabelText(/^Site address/), 'https://northwind.atlassian.net');
    await enter(fields.getByLabelText(/^Email/), 'ada@northwind.test');
    await enter(fields.getByLabelText(/^API token/), 'ATATT-secret-of-ada{Enter}');
    await waitFor(() =>
      expect(posted(page).map(({ body }) => body)).toEqual([
        {
          provider: 'Jira',
          identifier: 'https://northwind.atlassian.net',
          token: 'ATATT-secret-of-ada',
          email: 'ada@northwind.test',
        },
      ]),
    );
    await waitFor(() => expect(screen.queryByRole('form', { name: 'Connect Jira' })).toBeNull());
  });

  it('in a data center is connected by an address and a personal token', async () => {
    const page = open(null, { 'POST /authorizations': () => ({ status: 201, body: done }) });
    const fields = await form();
    await userEvent.click(fields.getByLabelText('Jira Data Center'));
    expect(fields.queryByLabelText(/^Email/)).toBeNull();
    await enter(fields.getByLabelText(/^Site address/), 'https://jira.northwind.test');
    await enter(fields.getByLabelText(/^Personal access token/), 'personal-token-of-ada{Enter}');
    await waitFor(() => expect(posted(page)).toHaveLength(1));
    expect(posted(page)[0]?.body).not.toHaveProperty('email');
  });

  it('says at the field what is wrong with it', async () => {
    const message = 'Jira does not accept this token';
    const errors = [{ field: 'token', message }];
    open(null, {
      'POST /authorizations': () => ({
        status: 400,
        body: { code: 'fields.invalid', message, requestId: 'r', errors },
      }),
    });
    const fields = await form();
    await enter(fields.getByLabelText(/^Site address/), 'https://northwind.atlassian.net');
    await enter(fields.getByLabelText(/^Email/), 'ada@northwind.test');
    await enter(fields.getByLabelText(/^API token/), 'ATATT-secret-of-ada{Enter}');
    expect(await fields.findByText(message)).toBeVisible();
  });

  it('is connected by signing in at Atlassian, at the site that is named', async () => {
    const page = open(null, { 'POST /authorizations/jira/sign-in': { url: 'https://auth.atlassian.com/authorize?x' } });
    const left = jest.spyOn(browser, 'leaveFor').mockReturnValue();
    await enter(await screen.findByLabelText(/if you have several/), 'https://northwind.atlassian.net');
    await userEvent.click(screen.getByRole('button', { name: 'Connect with Atlassian' }));
    await waitFor(() => expect(left).toHaveBeenCalledWith('https://auth.atlassian.com/authorize?x'));
    expect(posted(page)[0]?.body).toEqual({
      returnTo: '/northwind/settings/integrations',
      site: 'https://northwind.atlassian.net',
    });
  });

  it('says what the operator has to set where signing in is not possible', async () => {
    open(null, { 'GET /authorizations/jira/app': { ...app, isSetUp: false } });
    await userEvent.click(await screen.findByRole('button', { name: 'Connect by signing in' }));
    const dialog = await screen.findByRole('dialog', { name: 'An app at Atlassian for Assay' });
    expect(screen.queryByRole('button', { name: 'Connect with Atlassian' })).toBeNull();
    expect(dialog).toHaveTextContent('ASSAY_JIRA_CLIENT_ID');
    expect(dialog).toHaveTextContent(app.redirectUri);
    expect(within(dialog).getByRole('link', { name: 'Create an app at Atlassian' })).toHaveAttribute(
      'href',
      app.createUrl,
    );
  });

  it('says whether Jira accepts the connection', async () => {
    const detail = 'Jira refuses the token: it has expired.';
    open(jira, { 'GET /authorizations/jira/health': { status: 'failing', detail } });
    expect(await screen.findByText(detail)).toBeVisible();
  });

  it('is disconnected after a question, which says what follows', async () => {
    const page = open(jira, { 'DELETE /authorizations/a1.Jira': done });
    await userEvent.click(await screen.findByRole('button', { name: 'Disconnect' }));
    const dialog = await screen.findByRole('dialog', { name: 'Disconnect Jira?' });
    expect(dialog).toHaveTextContent('No issues can be created');
    await userEvent.click(within(dialog).getByRole('button', { name: 'Disconnect Jira' }));
    await waitFor(() => expect(page.sent.some(({ method }) => method === 'DELETE')).toBe(true));
  });

  it('gets a webhook, whose secret is shown once', async () => {
    open(jira, {
      'POST /authorizations/a1.Jira/webhook': { url: 'https://assay.example.org/hooks/1', secret: 's3cret' },
    });
    await userEvent.click(await screen.findByRole('button', { name: 'Set up webhook' }));
    const dialog = await screen.findByRole('dialog', { name: 'Webhook of Jira' });
    expect(dialog).toHaveTextContent('https://assay.example.org/hooks/1');
    expect(dialog).toHaveTextContent('issue updated');
  });
});
