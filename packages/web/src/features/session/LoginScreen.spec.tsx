import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Route, Routes } from 'react-router';
import { rememberedSession } from '../../connection/rememberedSession.ts';
import { answered, makePage, renderOn, type Routes as ServiceRoutes } from '../../testSupport/pageOfTests.tsx';
import { enter } from '../../testSupport/retype.ts';
import { LoginScreen } from './LoginScreen.tsx';
import { SignedIn } from './SignedIn.tsx';

function open(routes: ServiceRoutes, at = '/login', token: string | null = null) {
  const page = makePage(routes, { token });
  const view = renderOn(
    page,
    <Routes>
      <Route path="/login" element={<LoginScreen />} />
      <Route
        path="*"
        element={
          <SignedIn>
            <h1>Inside</h1>
          </SignedIn>
        }
      />
    </Routes>,
    at,
  );
  return { ...page, ...view };
}

async function signIn(email: string, password: string) {
  const user = userEvent.setup();
  if (email !== '') await enter(await screen.findByLabelText('Email'), email, user);
  if (password !== '') await enter(screen.getByLabelText('Password'), password, user);
  await user.click(screen.getByRole('button', { name: 'Sign in' }));
}

afterEach(() => {
  localStorage.clear();
  sessionStorage.clear();
});

describe('signing in', () => {
  it("asks for what is missing and for a valid address, in the form's own words", async () => {
    const { sent } = open({});
    await signIn('', '');
    expect(await screen.findAllByText("Can't be blank")).toHaveLength(2);
    await signIn('marta', 'secret');
    expect(await screen.findByText('Invalid email address')).toBeVisible();
    expect(sent.filter(({ path }) => path === '/login')).toHaveLength(0);
  });

  it("says 'Invalid email or password' when the token is 'invalid'", async () => {
    open({ 'POST /login': { token: 'invalid' } });
    await signIn('marta@northwind.test', 'wrong');
    expect(await screen.findByRole('alert')).toHaveTextContent('Invalid email or password');
  });

  it('says that the address has to be verified first', async () => {
    open({ 'POST /login': { token: 'invalid', emailNotVerified: true } });
    await signIn('marta@northwind.test', 'secret');
    expect(await screen.findByRole('alert')).toHaveTextContent('Verify your email address first');
  });

  it('leads to a new login where anybody may have one, with what the link says', async () => {
    open(
      { 'GET /registration': { open: true, promoCodes: true, captcha: null, passwordMinLength: 8 } },
      '/login?promoCode=SPRING',
    );
    const create = await screen.findByRole('link', { name: 'Create account' });
    expect(create).toHaveAttribute('href', '/create-account?promoCode=SPRING');
  });

  it('leads to none where only invitations count', async () => {
    await answered(open({}));
    expect(screen.queryByRole('link', { name: 'Create account' })).not.toBeInTheDocument();
  });

  it('returns to the requested page, with the account taken from it', async () => {
    const { store, address } = open({ 'POST /login': { token: 'token-2' } }, '/northwind/test-runs/r1/logs?log=setup');
    await signIn('marta@northwind.test', 'secret');
    expect(await screen.findByText('Inside')).toBeVisible();
    expect(address()).toBe('/northwind/test-runs/r1/logs?log=setup');
    expect(store.getState().session).toMatchObject({ token: 'token-2', accountName: 'northwind' });
    expect(rememberedSession.place()).toBeNull();
  });

  it('asks for a code where one is needed, and says when it is wrong', async () => {
    const asked: unknown[] = [];
    const needed = { token: 'invalid', codeRequired: true };
    const login = ({ body }: { body: unknown }) => {
      asked.push(body);
      const { code } = Object(body);
      return { body: code === '123456' ? { token: 'token-4' } : needed };
    };
    const { address } = open({ 'POST /login': login }, '/northwind/agents');
    await signIn(' marta@northwind.test ', 'secret');
    const code = await screen.findByLabelText('Code');
    expect(code).toHaveFocus();
    await userEvent.type(code, '{Enter}');
    expect(await screen.findByText("Can't be blank")).toBeVisible();
    await enter(code, '654321{Enter}');
    expect(await screen.findByRole('alert')).toHaveTextContent('This is not the code that the app shows now.');
    await userEvent.clear(code);
    await enter(code, ' 123456 {Enter}');
    expect(await screen.findByText('Inside')).toBeVisible();
    expect(address()).toBe('/northwind/agents');
    const who = { email: 'marta@northwind.test', password: 'secret' };
    expect(asked).toEqual([who, { ...who, code: '654321' }, { ...who, code: '123456' }]);
  });

  it('goes back to e-mail and password from the code', async () => {
    open({ 'POST /login': { token: 'invalid', codeRequired: true } });
    await signIn('marta@northwind.test', 'secret');
    await userEvent.click(await screen.findByRole('button', { name: 'Sign in as somebody else' }));
    expect(await screen.findByLabelText('Email')).toHaveValue('');
  });

  it('sends token and account with every call afterwards', async () => {
    const { sent, store } = open({}, '/northwind/test-runs', 'token-3');
    await screen.findByText('Inside');
    expect(store.getState().session.accountId).toBe('a1');
    expect(sent[0]?.headers).toMatchObject({ Authorization: 'Bearer token-3' });
  });
});

describe('signing in to accept an invitation', () => {
  const invited = '/login?token=t1&email=marta%40northwind.test';
  const accepted = { accountId: 'a1', accountName: 'northwind' };

  it('has the address filled in, and opens the account that was joined', async () => {
    const { sent, address } = open({ 'POST /login': { token: 'token-2' }, 'POST /users/me/accept': accepted }, invited);
    expect(await screen.findByLabelText('Email')).toHaveValue('marta@northwind.test');
    expect(screen.getByLabelText('Password')).toHaveFocus();
    await signIn('', 'secret');
    expect(await screen.findByText('Inside')).toBeVisible();
    expect(address()).toBe('/northwind');
    const accepting = sent.find(({ path }) => path.startsWith('/users/me/accept'));
    expect(accepting?.path).toBe('/users/me/accept?token=t1&email=marta%40northwind.test');
    expect(accepting?.headers).toMatchObject({ Authorization: 'Bearer token-2' });
  });

  it('says why the invitation was not accepted, and goes on', async () => {
    const message = 'The invitation is for another address.';
    const refused = () => ({ status: 409, body: { code: 'invitation.otherPerson', message, requestId: 'r' } });
    open({ 'POST /login': { token: 'token-2' }, 'POST /users/me/accept': refused }, invited);
    await screen.findByLabelText('Email');
    await signIn('', 'secret');
    expect(await screen.findByRole('alert')).toHaveTextContent(message);
    await userEvent.click(screen.getByRole('link', { name: 'Continue' }));
    expect(await screen.findByText('Inside')).toBeVisible();
  });
});

describe('a session that the service refuses', () => {
  it('ends at the sign-in screen and remembers the page', async () => {
    const refused = () => ({ status: 401, body: { code: 'unauthorized', message: 'Sign in', requestId: 'r' } });
    const { store, address } = open({ 'GET /users/me': refused }, '/northwind/agents', 'old');
    await waitFor(() => expect(address()).toBe('/login'));
    expect(store.getState().session.token).toBeNull();
    expect(rememberedSession.place()).toBe('/northwind/agents');
  });
});
