import { screen } from '@testing-library/react';
import { Route, Routes } from 'react-router';
import { makePage, renderOn, type Routes as ServiceRoutes } from '../../testSupport/pageOfTests.tsx';
import { sessionRoutes } from './sessionRoutes.tsx';

const done = { installationId: null, returnTo: '/northwind/settings/integrations' };

function open(query: string, routes: ServiceRoutes, at = '/auth-return') {
  const page = makePage(routes);
  const screens = (
    <Routes>
      {sessionRoutes}
      <Route path="*" element={<h1>Inside</h1>} />
    </Routes>
  );
  renderOn(page, screens, `${at}?${query}`);
  return page;
}
const finish = 'POST /authorizations/sign-ins/finish';
const sentTo = ({ sent }: ReturnType<typeof makePage>, call: string) =>
  sent.filter(({ method, path }) => `${method} ${path}` === call);

describe('coming back from a git service', () => {
  it('connects it, and goes on where it was begun', async () => {
    const page = open('state=git.s1&code=c1', { [finish]: { ...done, status: 'connected' } });
    expect(await screen.findByRole('heading', { name: 'Inside' })).toBeVisible();
    expect(sentTo(page, finish).map(({ body }) => body)).toEqual([{ state: 'git.s1', code: 'c1' }]);
  });

  it('asks until the installation of the app is complete', async () => {
    let asked = 0;
    open('state=git.s1&code=c1&installation_id=42&setup_action=install', {
      [finish]: { ...done, status: 'connected', installationId: '42' },
      'GET /authorizations/git-hub-installations/42': () => {
        asked += 1;
        return { body: { complete: asked > 1 } };
      },
    });
    expect(await screen.findByRole('heading', { name: 'Authorization Not Completed' })).toBeVisible();
    expect(await screen.findByRole('heading', { name: 'Inside' })).toBeVisible();
    expect(asked).toBe(2);
  });

  it('waits for whoever has to approve the app', async () => {
    open('state=git.s1&setup_action=request', { [finish]: { ...done, status: 'pending' } });
    expect(await screen.findByText(/has to approve the app/)).toBeVisible();
  });

  it('says that it failed', async () => {
    const text = 'Unable to finish at this time. Please try again. If problem persists, please report the issue here.';
    open('state=git.s1&code=c1', {
      [finish]: () => ({ status: 400, body: { code: 'authReturn.failed', message: text, requestId: 'r' } }),
    });
    expect(await screen.findByRole('alert')).toHaveTextContent(text);
  });
});

describe('coming back from Slack', () => {
  const connect = 'POST /authorizations/slack';

  it('connects the workspace, and goes on where it was begun', async () => {
    const page = open('state=slack.s1&code=c1', { [connect]: { returnTo: '/northwind/settings/integrations' } });
    expect(await screen.findByRole('heading', { name: 'Inside' })).toBeVisible();
    const redirectUri = `${window.location.origin}/auth-return`;
    expect(sentTo(page, connect).map(({ body }) => body)).toEqual([{ state: 'slack.s1', code: 'c1', redirectUri }]);
  });

  it('says what Slack has against it', async () => {
    const message = 'Slack was asked too often. Try again in 30 s.';
    open('state=slack.s1&code=c1', {
      [connect]: () => ({ status: 503, body: { code: 'authProvider.away', message, requestId: 'r' } }),
    });
    expect(await screen.findByRole('alert')).toHaveTextContent(message);
  });
});

describe('coming back from Atlassian', () => {
  const connect = 'POST /authorizations/jira';
  const returnTo = '/northwind/settings/integrations';

  it('connects Jira, and goes on where it was begun', async () => {
    const page = open('state=jira.s1&code=c1', { [connect]: { returnTo, site: 'https://jira.test' } }, '/alerts');
    expect(await screen.findByRole('heading', { name: 'Inside' })).toBeVisible();
    const redirectUri = `${window.location.origin}/alerts`;
    expect(sentTo(page, connect).map(({ body }) => body)).toEqual([{ state: 'jira.s1', code: 'c1', redirectUri }]);
    expect(window.location.pathname).toBe(returnTo);
  });

  it('says why Jira is not connected', async () => {
    const message = 'You have several sites at Atlassian. Name the one that is meant.';
    open(
      'state=jira.s1&code=c1',
      { [connect]: () => ({ status: 400, body: { code: 'authReturn.failed', message, requestId: 'r' } }) },
      '/alerts',
    );
    expect(await screen.findByRole('alert')).toHaveTextContent(message);
  });

  it('says that access was denied there, and asks the service nothing', async () => {
    const page = open('state=jira.s1&error=access_denied', {}, '/alerts');
    expect(await screen.findByRole('alert')).toHaveTextContent(/denied at Atlassian/);
    expect(sentTo(page, connect)).toEqual([]);
  });

  it('leads on where nothing was begun', async () => {
    open('', {}, '/alerts');
    expect(await screen.findByRole('heading', { name: 'Inside' })).toBeVisible();
  });
});

describe('coming back from GitHub with an app', () => {
  const register = 'POST /employee/git-hub-app/registration/finish';

  it('takes it over, and leads to where staff see it', async () => {
    const page = open('code=c1&state=app.s1', { [register]: () => ({ status: 204, body: null }) });
    expect(await screen.findByRole('heading', { name: 'Inside' })).toBeVisible();
    expect(window.location.pathname).toBe('/employee/git-hub-app');
    expect(sentTo(page, register).map(({ body }) => body)).toEqual([{ state: 'app.s1', code: 'c1' }]);
  });

  it('says why it was not taken over, and leads back', async () => {
    const message = 'GitHub does not give the keys of the app (404).';
    open('code=c1&state=app.s1', {
      [register]: () => ({ status: 400, body: { code: 'authReturn.failed', message, requestId: 'r' } }),
    });
    expect(await screen.findByRole('alert')).toHaveTextContent(message);
    expect(screen.getByRole('heading', { name: 'GitHub App not registered' })).toBeVisible();
    expect(screen.getByRole('link', { name: 'Continue' })).toHaveAttribute('href', '/employee/git-hub-app');
  });
});
