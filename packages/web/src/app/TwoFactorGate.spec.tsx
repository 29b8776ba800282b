import type { TwoFactorView } from '@assay/contract';
import { act, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { makePage, renderOn } from '../testSupport/pageOfTests.tsx';
import { enter } from '../testSupport/retype.ts';
import { userView } from '../testSupport/views.ts';
import { AppRoutes } from './AppRoutes.tsx';

const off: TwoFactorView = { since: null, recoveryCodesLeft: 0 };
const on: TwoFactorView = { since: '2026-03-01T12:00:00.000Z', recoveryCodesLeft: 10 };
const user = userView('USER');
const strict = { ...user, roles: user.roles.map((role) => ({ ...role, twoFactorRequired: true })) };
const asks = { name: 'northwind asks for two-factor sign-in' };
const inside = { name: 'Environments', level: 1 };

function show(states: { factor: TwoFactorView; me: typeof user }) {
  const page = makePage({
    'GET /users/me': () => ({ body: states.me }),
    'GET /users/me/two-factor': () => ({ body: states.factor }),
    'POST /users/me/two-factor': { secret: 'ABCDEFGHIJKLMNOP', url: 'otpauth://totp/Assay:a?secret=ABCDEFGHIJKLMNOP' },
    'POST /users/me/two-factor/confirm': () => {
      states.factor = on;
      return { body: { recoveryCodes: ['AAAAA-BBBBB'] } };
    },
  });
  renderOn(page, <AppRoutes />, '/northwind/environments');
  return page;
}

describe('an account that asks for two-factor sign-in', () => {
  it('opens to who turns it on, and has seen the recovery codes', async () => {
    show({ factor: off, me: strict });
    expect(await screen.findByRole('heading', asks)).toBeVisible();
    expect(screen.queryByRole('heading', inside)).toBeNull();
    await userEvent.click(await screen.findByRole('button', { name: 'Turn on' }));
    await enter(await screen.findByLabelText('Your password'), 'mine{Enter}');
    await enter(await screen.findByLabelText('Code that the app shows'), '123456{Enter}');
    expect(await screen.findByText('AAAAA-BBBBB')).toBeVisible();
    await userEvent.click(await screen.findByRole('button', { name: 'Continue to northwind' }));
    expect(await screen.findByRole('heading', inside)).toBeVisible();
  });

  it('is open to who has it on, until they turn it off', async () => {
    const states = { factor: on, me: strict };
    const page = show(states);
    expect(await screen.findByRole('heading', inside)).toBeVisible();
    expect(screen.queryByRole('heading', asks)).toBeNull();
    states.factor = off;
    act(() => page.tell('userRoles', { kind: 'resync' }));
    expect(await screen.findByRole('heading', asks)).toBeVisible();
  });

  it('closes open pages when it begins to ask, and opens them when it no longer does', async () => {
    const states = { factor: off, me: user };
    const page = show(states);
    expect(await screen.findByRole('heading', inside)).toBeVisible();
    states.me = strict;
    act(() => page.tell('userRoles', { kind: 'resync' }));
    expect(await screen.findByRole('heading', asks)).toBeVisible();
    states.me = user;
    act(() => page.tell('userRoles', { kind: 'resync' }));
    expect(await screen.findByRole('heading', inside)).toBeVisible();
  });
});
