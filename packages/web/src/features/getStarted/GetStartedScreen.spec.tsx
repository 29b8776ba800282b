import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { answered, makePage, type Routes, renderOn, type Sent } from '../../testSupport/pageOfTests.tsx';
import { accountId, environmentView, projectView, testRunView, userView } from '../../testSupport/views.ts';
import { GetStartedScreen } from './GetStartedScreen.tsx';

const noRuns = { testRuns: [], total: 0 };
const { roles: _, ...user } = userView('ADMIN');
const me = { id: 'ro1', accountId, roleType: 'ADMIN', user, lastSeenAt: null, twoFactor: null };
const empty: Routes = {
  'GET /agents': [],
  'GET /test-runs': noRuns,
  'GET /user-roles': [me],
  'GET /account/invitations': [],
  'GET /account/api-keys': [],
};

function show(routes: Routes = {}, roleType: 'USER' | 'ADMIN' = 'ADMIN') {
  const page = makePage({ ...empty, ...routes }, { roleType });
  renderOn(page, <GetStartedScreen />, '/northwind/get-started');
  return page;
}
const step = async (name: string) => {
  const title = await screen.findByText(name);
  const item = title.closest('li');
  if (!item) throw new Error(`${name} is no step`);
  return within(item);
};

describe('getting started', () => {
  it('leads a new account from one step to the next', async () => {
    show();
    const first = await step('Add an environment');
    expect(first.getByRole('img', { name: 'To do' })).toBeVisible();
    expect(first.getByRole('link', { name: 'Add environment' })).toHaveAttribute('href', '/northwind/environments/new');
    expect((await step('See a first test run finish')).getByRole('link', { name: 'New Test Run' })).toBeVisible();
    expect((await step('Invite a colleague')).getByRole('link', { name: 'Invite' })).toBeVisible();
    expect(screen.getByText('To the first verdict')).toHaveTextContent('0 of 4');
  });

  it('ticks what is there, by whoever made it', async () => {
    const run = testRunView(1);
    const page = show({
      'GET /environments': [environmentView()],
      'GET /projects': [projectView(), projectView({ name: 'Shop' })],
      'GET /test-runs': { testRuns: [run], total: 1 },
      'GET /account/invitations': [{ id: 'i1' }],
    });
    await answered(page);
    const projects = await step('Connect a repository');
    expect(projects.getByRole('img', { name: 'Done' })).toBeVisible();
    expect(projects.getByText('2 projects')).toBeVisible();
    expect(projects.queryByRole('link')).not.toBeInTheDocument();
    expect((await step('See a first test run finish')).getByText('Checkout #1')).toBeVisible();
    expect((await step('Invite a colleague')).getByText('1 person besides you')).toBeVisible();
    expect((await step('Connect an agent')).getByRole('link', { name: 'Add agent' })).toBeVisible();
    expect(screen.getByRole('img', { name: '4 done' })).toBeVisible();
  });

  it('offers to watch the run that is under way', async () => {
    const running = testRunView(1);
    const page = show({
      'GET /test-runs': ({ path }: Sent) => ({
        body: path.includes('status=') ? noRuns : { testRuns: [running], total: 1 },
      }),
    });
    await answered(page);
    const last = await step('See a first test run finish');
    expect(last.getByText('Checkout #1 is under way')).toBeVisible();
    expect(last.getByRole('link', { name: 'Watch it' })).toHaveAttribute('href', `/northwind/test-runs/${running.id}`);
  });

  it('says that something could not be looked up, and tries that again', async () => {
    let isAway = true;
    const away = { status: 503, body: { code: 'store.away', message: 'The store is away.', requestId: 'req-7' } };
    const { sent } = show({ 'GET /agents': () => (isAway ? away : { body: [] }) });
    expect(await screen.findByText('The store is away.')).toBeVisible();
    isAway = false;
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect((await step('Connect an agent')).getByRole('img', { name: 'To do' })).toBeVisible();
    expect(sent.filter(({ path }) => path.startsWith('/user-roles'))).toHaveLength(1);
  });

  it('shows users what there is, and only the actions that they have', async () => {
    const refused = () => ({ status: 403, body: { code: 'auth.forbidden', message: 'No', requestId: 'r' } });
    show({ 'GET /account/invitations': refused, 'GET /account/api-keys': refused }, 'USER');
    expect((await step('Add an environment')).queryByRole('link')).not.toBeInTheDocument();
    expect((await step('See a first test run finish')).getByRole('link', { name: 'New Test Run' })).toBeVisible();
    expect(screen.queryByText('Make a key for your CI')).not.toBeInTheDocument();
  });
});
