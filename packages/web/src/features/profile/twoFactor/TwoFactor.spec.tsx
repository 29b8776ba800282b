import type { TwoFactorView } from '@assay/contract';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { makePage, type Routes, renderOn, type Sent } from '../../../testSupport/pageOfTests.tsx';
import { enter } from '../../../testSupport/retype.ts';
import { TwoFactor } from './TwoFactor.tsx';

const off: TwoFactorView = { since: null, recoveryCodesLeft: 0 };
const on: TwoFactorView = { since: '2026-03-01T12:00:00.000Z', recoveryCodesLeft: 10 };
const codes = ['AAAAA-BBBBB', 'CCCCC-DDDDD'];
const wrongPassword = {
  status: 400,
  body: {
    code: 'request.invalid',
    message: 'Form validation failed',
    requestId: 'r',
    errors: [{ field: 'currentPassword', message: 'This is not your password.' }],
  },
};
const setup = { secret: 'ABCDEFGHIJKLMNOP', url: 'otpauth://totp/Assay:marta?secret=ABCDEFGHIJKLMNOP&issuer=Assay' };

function show(routes: Routes) {
  const page = makePage(routes);
  renderOn(page, <TwoFactor />, '/northwind/profile');
  return page;
}
const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }));
const enterPassword = async (password: string) => {
  const field = await screen.findByLabelText('Your password');
  await userEvent.clear(field);
  await enter(field, `${password}{Enter}`);
};

describe('two-factor sign-in', () => {
  it('is turned on by the password and a code of the app, and shows the recovery codes once', async () => {
    let state = off;
    const { sent } = show({
      'GET /users/me/two-factor': () => ({ body: state }),
      'POST /users/me/two-factor': ({ body }: Sent) =>
        Object(body).currentPassword === 'mine' ? { body: setup } : wrongPassword,
      'POST /users/me/two-factor/confirm': () => {
        state = on;
        return { body: { recoveryCodes: codes } };
      },
    });
    await press('Turn on');
    await enterPassword('another');
    expect(await screen.findByText('This is not your password.')).toBeVisible();
    await enterPassword('mine');
    expect(await screen.findByRole('img', { name: 'QR code of the key' })).toBeVisible();
    expect(screen.getByText('ABCD EFGH IJKL MNOP')).toBeVisible();
    await enter(screen.getByLabelText('Code that the app shows'), ' 123456{Enter}');
    expect(await screen.findByText(/AAAAA-BBBBB\s+CCCCC-DDDDD/)).toBeVisible();
    expect(sent.find(({ path }) => path.endsWith('/confirm'))?.body).toEqual({ code: '123456' });
    await press('I have kept them');
    expect(await screen.findByText(/^On since .* 10 recovery codes are left\./)).toBeVisible();
    expect(screen.queryByText(/AAAAA-BBBBB/)).not.toBeInTheDocument();
  });

  it('is left off when canceled at any step', async () => {
    const { sent } = show({ 'GET /users/me/two-factor': off, 'POST /users/me/two-factor': setup });
    await press('Turn on');
    await press('Cancel');
    await press('Turn on');
    await enterPassword('mine');
    await screen.findByRole('img', { name: 'QR code of the key' });
    await press('Cancel');
    expect(await screen.findByText(/^Off\./)).toBeVisible();
    expect(sent.filter(({ path }) => path.endsWith('/confirm'))).toEqual([]);
  });

  it('says when recovery codes run out, and makes new ones', async () => {
    let state = { ...on, recoveryCodesLeft: 0 };
    show({
      'GET /users/me/two-factor': () => ({ body: state }),
      'POST /users/me/two-factor/recovery-codes': () => {
        state = { ...on, recoveryCodesLeft: 1 };
        return { body: { recoveryCodes: codes } };
      },
    });
    expect(await screen.findByText(/No recovery code is left/)).toBeVisible();
    await press('New recovery codes');
    await enterPassword('mine');
    expect(await screen.findByText(/AAAAA-BBBBB/)).toBeVisible();
    await press('I have kept them');
    expect(await screen.findByText(/One recovery code is left: make new ones soon\./)).toBeVisible();
  });

  it('is turned off by the password', async () => {
    let state = on;
    show({
      'GET /users/me/two-factor': () => ({ body: state }),
      'POST /users/me/two-factor/off': () => {
        state = off;
        return { status: 204, body: null };
      },
    });
    await press('Turn off');
    const form = within(await screen.findByRole('form', { name: 'Turn off' }));
    await userEvent.click(form.getByRole('button', { name: 'Turn off' }));
    expect(await screen.findByText("Can't be blank")).toBeVisible();
    await enterPassword('mine');
    expect(await screen.findByText(/^Off\./)).toBeVisible();
  });
});
