import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Route, Routes } from 'react-router';
import { makePage, renderOn, type Routes as ServiceRoutes } from '../../testSupport/pageOfTests.tsx';
import { enter } from '../../testSupport/retype.ts';
import { sessionRoutes } from './sessionRoutes.tsx';

function open(at: string, routes: ServiceRoutes, token: string | null = null) {
  const page = makePage(routes, { token });
  const screens = (
    <Routes>
      {sessionRoutes}
      <Route path="*" element={<h1>Inside</h1>} />
    </Routes>
  );
  return { page, ...renderOn(page, screens, at) };
}
type Page = ReturnType<typeof makePage>;

const refusal = (status: number, code: string, message: string) => () => ({
  status,
  body: { code, message, requestId: 'req-1' },
});
const sentTo = ({ sent }: Page, call: string) => sent.filter(({ method, path }) => `${method} ${path}` === call);
const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }));

async function fillIn(fields: Record<string, string>): Promise<void> {
  const user = userEvent.setup({ delay: null });
  for (const [label, text] of Object.entries(fields)) await enter(await screen.findByLabelText(label), text, user);
}

const opened = { 'GET /registration': { open: true, promoCodes: false, captcha: null, passwordMinLength: 8 } };
const strong = 'correct horse battery';
const link = '?token=t1&email=grace%40example.com';
const offer = {
  accountName: 'northwind',
  email: 'grace@example.com',
  firstName: 'Grace',
  lastName: 'Hopper',
  roleType: 'ADMIN',
  canSignIn: false,
};

afterEach(() => {
  localStorage.clear();
  sessionStorage.clear();
});

describe('the link of an invitation', () => {
  it('ends any session first, then says who is invited to what', async () => {
    const { page } = open(`/accept${link}`, { 'POST /logout': null, 'GET /invitations': offer }, 'token-of-another');
    expect(await screen.findByRole('heading', { name: 'Join northwind' })).toBeVisible();
    expect(screen.getByText(/Grace Hopper \(grace@example.com\) is invited to/)).toHaveTextContent('as Administrator');
    expect(page.sent.slice(0, 2).map(({ method, path }) => `${method} ${path}`)).toEqual([
      'POST /logout',
      `GET /invitations${link}`,
    ]);
    expect(page.store.getState().session.token).toBeNull();
  });

  it('creates the login of somebody new right there, and signs in by it', async () => {
    const { page, address } = open(`/accept${link}`, {
      'GET /invitations': offer,
      'POST /register-email': { token: 'token-9' },
    });
    expect(await screen.findByLabelText('Email')).toHaveAttribute('readonly');
    await fillIn({ Password: strong, 'Repeat password': strong });
    await press('Create account');
    expect(await screen.findByText('Inside')).toBeVisible();
    expect(address()).toBe('/');
    expect(page.store.getState().session.token).toBe('token-9');
    const person = { firstName: 'Grace', lastName: 'Hopper', email: 'grace@example.com', password: strong };
    expect(sentTo(page, 'POST /register-email').map(({ body }) => body)).toEqual([{ ...person, token: 't1' }]);
    expect(sentTo(page, 'POST /logout')).toEqual([]);
  });

  it('lets somebody who is known sign in', async () => {
    const { address } = open(`/accept${link}`, { 'GET /invitations': { ...offer, canSignIn: true } });
    await userEvent.click(await screen.findByRole('link', { name: 'Sign in' }));
    expect(await screen.findByLabelText('Email')).toHaveValue('grace@example.com');
    expect(address()).toBe(`/login${link}`);
  });

  const invalid = 'Your token is no longer valid! Please ask to be invited to the organization again.';
  it.each([`/accept${link}`, '/accept'])('that is not valid says so: %s', async (at) => {
    open(at, { 'GET /invitations': refusal(404, 'invitation.invalid', invalid) });
    expect(await screen.findByRole('alert')).toHaveTextContent(invalid);
  });

  it('that cannot be looked up now can be tried again', async () => {
    open(`/accept${link}`, { 'GET /invitations': refusal(503, 'store.away', 'Try again shortly.') });
    expect(await screen.findByText('The invitation could not be loaded')).toBeVisible();
  });
});

describe('creating an account', () => {
  it("shows what is missing, that the passwords differ, and the service's texts at their fields", async () => {
    const errors = [{ field: 'password', message: 'This is one of the passwords that are guessed first.' }];
    const body = { code: 'request.invalid', message: 'Form validation failed', requestId: 'r', errors };
    open('/create-account', { ...opened, 'POST /register-email': () => ({ status: 400, body }) });
    await press('Create account');
    expect(await screen.findAllByText("Can't be blank")).toHaveLength(5);
    await fillIn({
      'First name': 'Grace',
      'Last name': 'Hopper',
      Email: 'grace@example.com',
      Password: 'password1234',
    });
    await fillIn({ 'Repeat password': 'password12345' });
    expect(await screen.findByText('Passwords must match')).toBeVisible();
    await userEvent.type(screen.getByLabelText('Repeat password'), '{Backspace}');
    await press('Create account');
    expect(await screen.findByText(errors[0]?.message ?? '')).toBeVisible();
  });

  it('is not offered where only invitations count', async () => {
    open('/create-account', {});
    expect(await screen.findByText(/Only people who were invited can create a login here/)).toBeVisible();
    expect(screen.queryByLabelText('Email')).not.toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'Sign in' })).toHaveAttribute('href', '/login');
  });

  it('takes address and promo code from the link, and asks to look for the mail', async () => {
    const { page, address } = open('/create-account?email=grace%40example.com&promoCode=SPRING', {
      'GET /registration': { open: true, promoCodes: true, captcha: null, passwordMinLength: 8 },
      'POST /register-email': { token: null },
    });
    expect(await screen.findByLabelText('Promo code (optional)')).toHaveValue('SPRING');
    expect(screen.getByLabelText('Email')).toHaveValue('grace@example.com');
    await fillIn({ 'First name': 'Grace', 'Last name': 'Hopper', Password: strong, 'Repeat password': strong });
    await press('Create account');
    expect(await screen.findByRole('status')).toHaveTextContent(
      "You're almost there! Check your email. Once your email address is verified you can get started.",
    );
    const person = { firstName: 'Grace', lastName: 'Hopper', email: 'grace@example.com', password: strong };
    expect(sentTo(page, 'POST /register-email').map(({ body }) => body)).toEqual([{ ...person, promoCode: 'SPRING' }]);
    expect(address()).toContain('/create-account');
    expect(page.store.getState().session.token).toBeNull();
  });

  it('asks for a password as long as the service requires, before anything is sent', async () => {
    const { page } = open('/create-account', {
      'GET /registration': { ...opened['GET /registration'], passwordMinLength: 15 },
      'POST /register-email': { token: null },
    });
    expect(await screen.findByText('At least 15 characters')).toBeVisible();
    await fillIn({ 'First name': 'Grace', 'Last name': 'Hopper', Email: 'grace@example.com' });
    await fillIn({ Password: '🐎 battery 1234', 'Repeat password': '🐎 battery 1234' });
    await press('Create account');
    expect(await screen.findByText('Password must be at least 15 characters')).toBeVisible();
    expect(sentTo(page, 'POST /register-email')).toEqual([]);
    await fillIn({ Password: '🐎 battery 12345', 'Repeat password': '🐎 battery 12345' });
    await press('Create account');
    await waitFor(() => expect(sentTo(page, 'POST /register-email')).toHaveLength(1));
  });

  it('needs a solved captcha where there is one, and another one after each answer', async () => {
    const failed = 'Captcha has failed or has not yet completed.';
    const errors = [{ field: 'captchaSolution', message: failed }];
    const body = { code: 'request.invalid', message: 'Form validation failed', requestId: 'r', errors };
    const { page } = open('/create-account', {
      'GET /registration': {
        open: true,
        promoCodes: false,
        captcha: { provider: 'turnstile', siteKey: 'site-key' },
        passwordMinLength: 8,
      },
      'POST /register-email': () => ({ status: 400, body }),
    });
    await fillIn({ 'First name': 'Grace', 'Last name': 'Hopper', Email: 'grace@example.com', Password: strong });
    await fillIn({ 'Repeat password': strong });
    const shown: { sitekey: string; callback(solution: string): void }[] = [];
    const render = (_: HTMLElement, options: (typeof shown)[number]) => void shown.push(options);
    Object.assign(window, { turnstile: { render } });
    const script = document.head.querySelector('script');
    expect(script?.src).toMatch(/^https:\/\/challenges\.cloudflare\.com\/turnstile\/v0\/api\.js\?/);
    act(() => Reflect.get(window, 'assayCaptchaReady')());
    await waitFor(() => expect(shown).toMatchObject([{ sitekey: 'site-key' }]));
    await press('Create account');
    expect(await screen.findByRole('alert')).toHaveTextContent(failed);
    expect(sentTo(page, 'POST /register-email')).toEqual([]);
    act(() => shown[0]?.callback('solved'));
    await waitFor(() => expect(screen.queryByRole('alert')).not.toBeInTheDocument());
    await press('Create account');
    await waitFor(() => expect(shown).toHaveLength(2));
    expect(sentTo(page, 'POST /register-email')).toMatchObject([{ body: { captchaSolution: 'solved' } }]);
    expect(await screen.findByRole('alert')).toHaveTextContent(failed);
  });

  it('with an invitation keeps its address', async () => {
    open(`/create-account${link}`, {});
    expect(await screen.findByLabelText('Email')).toHaveValue('grace@example.com');
    expect(screen.getByRole('link', { name: 'Sign in' })).toHaveAttribute('href', `/login${link}`);
  });

  it('is not for somebody who is signed in', async () => {
    const { address } = open('/create-account', {}, 'token-1');
    await waitFor(() => expect(address()).toBe('/'));
  });
});

describe('the link that verifies an address', () => {
  const verified = { 'POST /verify-email': () => ({ status: 204, body: null }) };

  it('leads to signing in', async () => {
    const { page, address } = open(`/verify-email${link}`, verified);
    expect(await screen.findByText('Your email address is verified. Sign in to get started.')).toBeVisible();
    expect(screen.getByLabelText('Email')).toHaveValue('grace@example.com');
    expect(address()).toBe('/login?email=grace%40example.com');
    expect(page.sent.filter(({ method }) => method === 'POST').map(({ path }) => path)).toEqual([
      `/verify-email${link}`,
    ]);
  });

  it('leads somebody who is signed in to their account', async () => {
    const { address } = open(`/verify-email${link}`, verified, 'token-1');
    expect(await screen.findByText('Inside')).toBeVisible();
    expect(address()).toBe('/');
  });

  const invalid = 'Your token is no longer valid!';
  it.each([`/verify-email${link}`, '/verify-email'])('that is not valid says so: %s', async (at) => {
    open(at, { 'POST /verify-email': refusal(404, 'registration.invalid', invalid) });
    expect(await screen.findByRole('alert')).toHaveTextContent(invalid);
    expect(screen.getByRole('link', { name: 'Create New Account' })).toHaveAttribute('href', '/create-account');
  });

  it('can be tried again while the service is away', async () => {
    let isAway = true;
    const away = refusal(503, 'store.away', 'Try again shortly.');
    open(`/verify-email${link}`, { 'POST /verify-email': () => (isAway ? away() : { status: 204, body: null }) });
    expect(await screen.findByRole('alert')).toHaveTextContent('Try again shortly.');
    isAway = false;
    await press('Try again');
    expect(await screen.findByText(/address is verified/)).toBeVisible();
  });
});

describe('a forgotten password', () => {
  it('is asked for from the sign-in; the answer does not tell who is known', async () => {
    const { page } = open('/login', { 'POST /forgot-password': () => ({ status: 204, body: null }) });
    await userEvent.click(await screen.findByRole('link', { name: 'Forgot password?' }));
    await screen.findByRole('heading', { name: 'Forgot password?' });
    await fillIn({ Email: 'grace@example.com' });
    await press('Send a link');
    expect(await screen.findByRole('status')).toHaveTextContent(
      'If this address is known, a mail with a link is on its way. The link is valid for 30 minutes.',
    );
    expect(sentTo(page, 'POST /forgot-password').map(({ body }) => body)).toEqual([{ email: 'grace@example.com' }]);
  });

  it('is replaced by the link of the mail; then one signs in by the new one', async () => {
    const { page, address } = open(
      '/password-reset?token=t2',
      { 'POST /password-reset': () => ({ status: 204, body: null }) },
      'old-token',
    );
    await fillIn({ 'New password': strong, 'Repeat password': strong });
    await press('Set password');
    expect(await screen.findByText('Your password was changed. Sign in with the new one.')).toBeVisible();
    expect(address()).toBe('/login');
    expect(page.store.getState().session.token).toBeNull();
    expect(sentTo(page, 'POST /password-reset').map(({ body }) => body)).toEqual([{ token: 't2', password: strong }]);
  });

  it('is asked for again where the link is not valid', async () => {
    open('/password-reset?token=t2', {
      'POST /password-reset': refusal(404, 'passwordReset.invalid', 'Invalid Password Reset Token'),
    });
    await fillIn({ 'New password': strong, 'Repeat password': strong });
    await press('Set password');
    expect(await screen.findByRole('alert')).toHaveTextContent('Invalid Password Reset Token');
    expect(screen.getByRole('link', { name: 'Ask for a new link' })).toHaveAttribute('href', '/forgot-password');
  });

  it('needs a token in the link', async () => {
    open('/password-reset', {});
    expect(await screen.findByRole('alert')).toHaveTextContent('Invalid Password Reset Token');
  });
});

describe('the link of a mail to unsubscribe by', () => {
  const subscription = { kind: 'alert', accountName: 'northwind', alertEvent: 'test run fails' };

  it('asks before it changes anything, confirms, and undoes it', async () => {
    let subscribed = true;
    const answer = (change?: boolean) => () => {
      subscribed = change ?? subscribed;
      return { body: { ...subscription, subscribed } };
    };
    const { page } = open('/unsubscribe/t1', {
      'GET /unsubscribe/t1': answer(),
      'POST /unsubscribe/t1': answer(false),
      'DELETE /unsubscribe/t1': answer(true),
    });
    await screen.findByText("This address gets mail of the alert 'test run fails' of northwind.");
    expect(sentTo(page, 'POST /unsubscribe/t1')).toHaveLength(0);
    await press('Unsubscribe');
    expect(await screen.findByRole('heading', { name: 'Unsubscribed' })).toBeVisible();
    await press('Undo: send it again');
    expect(await screen.findByRole('heading', { name: 'Unsubscribe' })).toBeVisible();
  });

  it('says when it does not work', async () => {
    open('/unsubscribe/t1', {
      'GET /unsubscribe/t1': refusal(404, 'mailSubscription.invalid', 'This link does not work.'),
    });
    expect(await screen.findByRole('alert')).toHaveTextContent('This link does not work.');
  });
});
