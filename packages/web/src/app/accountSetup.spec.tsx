import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { makePage, type Routes, renderOn, type Sent } from '../testSupport/pageOfTests.tsx';
import { enter } from '../testSupport/retype.ts';
import { accountView, positionAt, projectView, userView } from '../testSupport/views.ts';
import { AppRoutes } from './AppRoutes.tsx';

const opened = { 'GET /registration': { open: true, promoCodes: false, captcha: null, passwordMinLength: 8 } };
const answer = { id: 'a1', revision: '1', position: positionAt(2) };
const noRuns = { testRuns: [], total: 0, position: positionAt(1) };
const [role] = userView('ADMIN').roles;
const personWith = (...roles: object[]) => ({ ...userView('ADMIN'), roles });
const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }));

/** An account that remembers its steps, as the service does. */
function accountInSetup(change: object = {}) {
  const steps: string[] = [];
  let setupComplete = false;
  const routes: Routes = {
    'GET /account': { ...accountView, legacyPlan: false, currentPlan: 4, setupComplete, ...change },
    'GET /users/me': () => ({ body: personWith({ ...role, setupComplete }) }),
    'GET /account/setup-step': () => ({ body: { steps, setupComplete } }),
    'POST /account/setup-step': ({ body }: Sent) => {
      steps.push(Object(body).step);
      return { body: answer };
    },
    'POST /account/setup-complete': () => {
      setupComplete = true;
      return { body: answer };
    },
    'GET /test-runs': noRuns,
    'GET /agents': [],
    'GET /account/usage-history': { runners: 0, analyses: 0, months: [] },
    'GET /user-roles': [],
    'GET /account/invitations': [],
    'GET /account/api-keys': [],
  };
  return { steps, routes };
}
const show = (routes: Routes, at = '/northwind') => renderOn(makePage(routes), <AppRoutes />, at);
const current = async (name: string) => {
  const heading = await screen.findByRole('heading', { name, level: 2 });
  const item = heading.closest('li');
  await waitFor(() => expect(item).toHaveAttribute('aria-current', 'step'));
  if (!item) throw new Error(`${name} is no step`);
  return within(item);
};

describe('an account that is not set up', () => {
  it('opens with its set-up, which leads to the list to get started', async () => {
    const { steps, routes } = accountInSetup();
    const { address } = show(routes, '/');
    const connect = await current('Connect');
    expect(address()).toBe('/northwind/');
    expect(connect.getByRole('link', { name: 'Add project' })).toHaveAttribute('href', '/northwind/projects/new');
    await press('Skip');
    const upload = await current('Upload');
    expect(upload.queryByRole('link', { name: 'Upload Test Run' })).not.toBeInTheDocument();
    await press('Skip');
    await current('Final');
    expect(screen.queryByRole('heading', { name: 'Payment' })).not.toBeInTheDocument();
    expect(screen.getByText(/Your plan includes everything/)).toBeVisible();
    await press('Finish');
    expect(await screen.findByRole('heading', { name: 'Get started' })).toBeVisible();
    expect(address()).toBe('/northwind/get-started');
    expect(steps).toEqual(['Connect', 'Upload', 'Final']);
  });

  it('goes on from what is there already', async () => {
    const { routes } = accountInSetup();
    show({ ...routes, 'GET /projects': [projectView()] });
    const connect = await current('Connect');
    expect(await connect.findByText('1 project connected.')).toBeVisible();
    await press('Continue');
    await current('Upload');
  });

  it('selects its plan, where that does not include everything', async () => {
    const { steps, routes } = accountInSetup({ currentPlan: 1, currentPlanFeatures: [] });
    steps.push('Connect', 'Upload');
    show({ ...routes, 'GET /account/payment-info': { billing: null, subscription: null } });
    await current('Payment');
    await press('Continue');
    expect(await screen.findByText('You must select a plan')).toBeVisible();
    await userEvent.click(screen.getByRole('radio', { name: 'Tier 1' }));
    await press('Continue');
    await current('Final');
    expect(steps).toContain('Payment');
  });

  it('says so on its other pages', async () => {
    const { routes } = accountInSetup();
    show(routes, '/northwind/environments');
    const back = await screen.findByRole('link', { name: 'Continue the set-up' });
    expect(back).toHaveAttribute('href', '/northwind/');
    await userEvent.click(back);
    await current('Connect');
    expect(screen.queryByRole('link', { name: 'Continue the set-up' })).not.toBeInTheDocument();
  });

  it('is not set up by users', async () => {
    const { routes } = accountInSetup();
    const { address } = show({
      ...routes,
      'GET /users/me': personWith({ ...role, roleType: 'USER', setupComplete: false }),
    });
    expect(await screen.findByRole('heading', { name: 'Get started' })).toBeVisible();
    expect(address()).toBe('/northwind/get-started');
  });

  it('is where GitHub leads; later that is the form for a project', async () => {
    show(accountInSetup().routes, '/github');
    await current('Connect');
    const { address } = show({ 'GET /test-runs': noRuns }, '/github');
    await waitFor(() => expect(address()).toBe('/northwind/projects/new'));
  });
});

describe('somebody without an organization', () => {
  const nobody = { ...opened, 'GET /users/me': personWith() };

  it('creates one where anybody may, and sets it up', async () => {
    const { routes } = accountInSetup();
    let roles: object[] = [];
    const page = makePage({
      ...routes,
      ...opened,
      'GET /users/me': () => ({ body: personWith(...roles) }),
      'POST /accounts': () => {
        roles = [{ ...role, setupComplete: false }];
        return { status: 201, body: answer };
      },
    });
    renderOn(page, <AppRoutes />, '/');
    await press('Create organization');
    expect(await screen.findByText('Name is required')).toBeVisible();
    await enter(screen.getByLabelText('Name'), ' northwind ');
    await press('Create organization');
    await current('Connect');
    expect(page.sent.find(({ method }) => method === 'POST')).toMatchObject({
      path: '/accounts',
      body: { name: 'northwind' },
    });
  });

  it('is told that the name is taken', async () => {
    const errors = [{ field: 'name', message: 'This name is already in use' }];
    const body = { code: 'reservation.nameTaken', message: 'Form validation failed', requestId: 'r', errors };
    show({ ...nobody, 'POST /accounts': () => ({ status: 400, body }) }, '/');
    await enter(await screen.findByLabelText('Name'), 'acme');
    await press('Create organization');
    expect(await screen.findByText('This name is already in use')).toBeVisible();
  });

  it('asks to be invited where only invitations count', async () => {
    show({ 'GET /users/me': personWith() }, '/northwind/test-runs');
    expect(await screen.findByText(/Ask an administrator to invite you/)).toBeVisible();
    expect(screen.queryByLabelText('Name')).not.toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Log Out' })).toBeVisible();
  });
});

describe('the menu of accounts', () => {
  it('offers another organization where anybody may create one', async () => {
    const me = { ...userView('ADMIN'), mayCreateAccount: true };
    show({ 'GET /users/me': me, 'GET /test-runs': noRuns }, '/northwind/test-runs');
    await press('Account northwind, switch account');
    await userEvent.click(await screen.findByRole('menuitem', { name: 'New organization' }));
    expect(await screen.findByRole('button', { name: 'Create organization' })).toBeVisible();
  });
});
