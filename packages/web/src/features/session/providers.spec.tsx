import { jest } from '@jest/globals';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Route, Routes } from 'react-router';
import { browser } from '../../connection/browser.ts';
import { makePage, renderOn, type Sent, type Routes as ServiceRoutes } from '../../testSupport/pageOfTests.tsx';
import { enter, retype } from '../../testSupport/retype.ts';
import { positionAt } from '../../testSupport/views.ts';
import { sessionRoutes } from './sessionRoutes.tsx';

const providers = [
  { name: 'entra', label: 'Microsoft', icon: 'microsoft' },
  { name: 'idp', label: 'Example ID', icon: 'data:image/png;base64,AAAA' },
];
const link = '?token=t1&email=grace%40example.com';
const atProvider = 'https://id.example.org/authorize?state=s1';

function open(at: string, routes: ServiceRoutes, token: string | null = null) {
  const page = makePage({ 'GET /auth-providers': providers, ...routes }, { token });
  const screens = (
    <Routes>
      {sessionRoutes}
      <Route path="*" element={<h1>Inside</h1>} />
    </Routes>
  );
  return { page, ...renderOn(page, screens, at) };
}
const refusal = (status: number, code: string, message: string) => () => ({
  status,
  body: { code, message, requestId: 'req-1' },
});
const sentTo = ({ sent }: ReturnType<typeof makePage>, call: string) =>
  sent.filter(({ method, path }) => `${method} ${path}` === call);
const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }));

afterEach(() => {
  localStorage.clear();
  sessionStorage.clear();
});

describe('the providers', () => {
  let left: string[] = [];
  beforeEach(() => {
    left = [];
    jest.spyOn(browser, 'leaveFor').mockImplementation((url) => void left.push(url));
  });
  afterEach(() => jest.restoreAllMocks());

  it('are offered for signing in, and come back to the page that was asked for', async () => {
    sessionStorage.setItem('assay.place', '/northwind/agents?page=2');
    const { page } = open('/login', { 'POST /auth-start': { url: atProvider } });
    expect(await screen.findByRole('button', { name: 'Continue with Example ID' })).toBeVisible();
    await press('Continue with Microsoft');
    await waitFor(() => expect(left).toEqual([atProvider]));
    const body = { provider: 'entra', purpose: 'signIn', returnTo: '/northwind/agents?page=2' };
    expect(sentTo(page, 'POST /auth-start').map((request) => request.body)).toEqual([body]);
  });

  it('are offered with an invitation, which goes along', async () => {
    const offer = { accountName: 'northwind', email: 'grace@example.com', firstName: 'Grace', lastName: 'Hopper' };
    const { page } = open(`/accept${link}`, {
      'GET /invitations': { ...offer, roleType: 'USER', canSignIn: false },
      'POST /auth-start': { url: atProvider },
    });
    await press('Continue with Microsoft');
    await waitFor(() => expect(left).toEqual([atProvider]));
    expect(sentTo(page, 'POST /auth-start')[0]?.body).toEqual({
      provider: 'entra',
      purpose: 'signIn',
      returnTo: `/login${link}`,
      invitation: { token: 't1', email: 'grace@example.com' },
    });
  });

  it('that do not answer are said to', async () => {
    const message = 'The provider does not answer at the moment.';
    open('/login', { 'POST /auth-start': refusal(503, 'authProvider.away', message) });
    await press('Continue with Microsoft');
    expect(await screen.findByRole('alert')).toHaveTextContent(message);
    expect(left).toEqual([]);
    expect(screen.getByRole('button', { name: 'Continue with Microsoft' })).toBeEnabled();
  });

  it('leave no trace where there are none', async () => {
    open('/login', { 'GET /auth-providers': [] });
    expect(await screen.findByLabelText('Email')).toBeVisible();
    expect(screen.queryByText('or')).not.toBeInTheDocument();
  });
});

describe('coming back from a provider', () => {
  const back = '/auth-return?state=s1&code=c1&iss=https%3A%2F%2Fid.example.org';
  const unlinked = {
    status: 'unlinked',
    purpose: 'signIn',
    authId: 'a1',
    email: 'grace@example.com',
    label: 'Microsoft',
    returnTo: '/northwind/agents',
  };
  const linked = { id: 'u1', revision: '1', position: positionAt(1) };

  it('signs in and opens the page that was asked for', async () => {
    const { page, address } = open(back, {
      'POST /auth-return': { status: 'signedIn', token: 'token-7', returnTo: '/northwind/agents' },
    });
    expect(await screen.findByText('Inside')).toBeVisible();
    expect(address()).toBe('/northwind/agents');
    expect(page.store.getState().session.token).toBe('token-7');
    const body = { authId: 's1', code: 'c1', iss: 'https://id.example.org' };
    expect(sentTo(page, 'POST /auth-return').map((request) => request.body)).toEqual([body]);
  });

  it('links the account after its person has signed in by password', async () => {
    const { page, address } = open(back, {
      'POST /auth-return': unlinked,
      'POST /login': ({ body }: { body: unknown }) => ({
        body: { token: Object(body).password === 'right' ? 'token-8' : 'invalid' },
      }),
      'POST /auth-integration': linked,
    });
    expect(await screen.findByRole('heading', { name: 'Link your Microsoft account' })).toBeVisible();
    expect(screen.getByLabelText('Email')).toHaveValue('grace@example.com');
    await enter(screen.getByLabelText('Password'), 'wrong');
    await press('Sign in');
    expect(await screen.findByRole('alert')).toHaveTextContent('Invalid email or password');
    expect(sentTo(page, 'POST /auth-integration')).toEqual([]);
    await userEvent.clear(screen.getByLabelText('Password'));
    await enter(screen.getByLabelText('Password'), 'right');
    await press('Sign in');
    expect(await screen.findByText('Inside')).toBeVisible();
    expect(address()).toBe('/northwind/agents');
    const [sent] = sentTo(page, 'POST /auth-integration');
    expect(sent?.body).toEqual({ authId: 'a1' });
    expect(sent?.headers).toMatchObject({ Authorization: 'Bearer token-8' });
  });

  it('links it to who is signed in, and says why it cannot be', async () => {
    const message = 'Somebody else signs in here by this account of the provider.';
    const { address } = open(
      back,
      {
        'POST /auth-return': { ...unlinked, purpose: 'link', returnTo: '/northwind/profile' },
        'POST /auth-integration': refusal(409, 'reservation.identityTaken', message),
      },
      'token-1',
    );
    expect(await screen.findByRole('alert')).toHaveTextContent(message);
    await userEvent.click(screen.getByRole('link', { name: 'Continue' }));
    await waitFor(() => expect(address()).toBe('/northwind/profile'));
  });

  it('asks for a code of who has turned two-factor sign-in on, until it is right', async () => {
    const { page, address } = open(back, {
      'POST /auth-return': { status: 'codeNeeded', authId: 'a1', wrong: false },
      'POST /auth-code': ({ body }: { body: unknown }) => ({
        body:
          Object(body).code === '222222'
            ? { status: 'signedIn', token: 'token-9', returnTo: '/northwind/agents' }
            : { status: 'codeNeeded', authId: 'a2', wrong: true },
      }),
    });
    await userEvent.type(await screen.findByLabelText('Code'), '111111');
    await press('Sign in');
    expect(await screen.findByRole('alert')).toHaveTextContent('This is not the code that the app shows now.');
    await userEvent.clear(screen.getByLabelText('Code'));
    await userEvent.type(screen.getByLabelText('Code'), '222222');
    await press('Sign in');
    await waitFor(() => expect(address()).toBe('/northwind/agents'));
    expect(page.store.getState().session.token).toBe('token-9');
    expect(sentTo(page, 'POST /auth-code').map(({ body }) => body)).toEqual([
      { authId: 'a1', code: '111111' },
      { authId: 'a2', code: '222222' },
    ]);
  });

  it('makes the login of somebody unknown, where registration is open', async () => {
    const { page, address } = open(back, {
      'GET /registration': { open: true, promoCodes: true, captcha: null, passwordMinLength: 8 },
      'POST /auth-return': {
        status: 'newcomer',
        authId: 'a1',
        email: 'grace@example.com',
        firstName: 'Grace',
        lastName: '',
        label: 'Microsoft',
      },
      'POST /register': { status: 'signedIn', token: 'token-6', returnTo: '/' },
    });
    expect(await screen.findByLabelText('First name')).toHaveValue('Grace');
    await press('Create account');
    expect(await screen.findByText("Can't be blank")).toBeVisible();
    await userEvent.type(screen.getByLabelText('Last name'), 'Hopper ');
    await userEvent.type(await screen.findByLabelText('Promo code (optional)'), 'spring');
    await press('Create account');
    await waitFor(() => expect(address()).toBe('/'));
    const body = { authId: 'a1', firstName: 'Grace', lastName: 'Hopper', promoCode: 'spring' };
    expect(sentTo(page, 'POST /register')[0]?.body).toEqual(body);
    expect(page.store.getState().session.token).toBe('token-6');
  });

  it('of a newcomer who names an organization makes it as well, once its name is free', async () => {
    const taken = { field: 'name', message: 'This name is already in use' };
    const newcomer = { authId: 'a1', email: 'grace@example.com', firstName: 'Grace', lastName: 'Hopper' };
    const { page, address } = open(back, {
      'POST /auth-return': { status: 'newcomer', ...newcomer, label: 'Microsoft' },
      'POST /account': ({ body }: Sent) =>
        Object(body).name === 'navy'
          ? { status: 400, body: { code: 'reservation.nameTaken', message: 'no', requestId: 'r', errors: [taken] } }
          : { body: { status: 'signedIn', token: 'token-7', returnTo: '/' } },
    });
    await enter(await screen.findByLabelText('New organization (optional)'), 'navy');
    await press('Create account');
    expect(await screen.findByText(taken.message)).toBeVisible();
    await retype('New organization (optional)', ' Yale ');
    await press('Create account');
    await waitFor(() => expect(address()).toBe('/'));
    const names = { firstName: 'Grace', lastName: 'Hopper', name: 'Yale' };
    expect(sentTo(page, 'POST /account').at(-1)?.body).toEqual({ authId: 'a1', ...names });
  });

  it('of a test leads back to the rules', async () => {
    const { address } = open(back, {
      'POST /auth-return': { status: 'tested', authId: 'a1', returnTo: '/northwind/settings/users' },
    });
    await waitFor(() => expect(address()).toBe('/northwind/settings/users'));
  });

  it.each([
    ['refused by the service', back, 'Nobody signs in here with this e-mail address.'],
    ['refused by the provider', '/auth-return?error=access_denied&state=s1', 'The provider did not sign you in'],
    ['without a code', '/auth-return', 'Unable to finish at this time. Please try again.'],
  ])('that is %s says so, and leads back', async (_, at, text) => {
    const message = 'Nobody signs in here with this e-mail address.';
    const { address } = open(at, { 'POST /auth-return': refusal(403, 'authReturn.notInvited', message) });
    expect(await screen.findByRole('alert')).toHaveTextContent(text);
    await userEvent.click(screen.getByRole('link', { name: 'Back to sign in' }));
    await waitFor(() => expect(address()).toBe('/login'));
  });
});
