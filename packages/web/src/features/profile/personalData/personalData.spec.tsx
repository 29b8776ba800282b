import { jest } from '@jest/globals';
import { cleanNotifications, Notifications } from '@mantine/notifications';
import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { makePage, type Routes, renderOn, type Sent } from '../../../testSupport/pageOfTests.tsx';
import { enter } from '../../../testSupport/retype.ts';
import { EraseMe } from './EraseMe.tsx';
import { ExportMe } from './ExportMe.tsx';

const press = async (name: string) => {
  const button = await screen.findByRole('button', { name });
  await waitFor(() => expect(button).toBeEnabled());
  await userEvent.click(button);
};
const ways = (hasPassword: boolean) => ({ 'GET /users/me/external-identities': { hasPassword, identities: [] } });
const refusal = (status: number, code: string, message: string, errors: object[] = []) => ({
  status,
  body: { code, message, requestId: 'r', errors },
});

describe('the data of a person', () => {
  it('are saved as one readable file', async () => {
    const saved: Blob[] = [];
    URL.createObjectURL = (blob) => `blob:${saved.push(blob as Blob)}`;
    URL.revokeObjectURL = () => undefined;
    const names: string[] = [];
    const click = jest.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (
      this: HTMLAnchorElement,
    ) {
      names.push(this.download);
    });
    const data = { exportedAt: '2026-03-01T12:00:00.000Z', profile: { firstName: 'Marta' } };
    renderOn(makePage({ 'GET /users/me/export': data }), <ExportMe />, '/northwind/profile');
    await press('Download your data');
    await waitFor(() => expect(names).toEqual(['my-data-2026-03-01.json']));
    expect(saved[0]?.type).toBe('application/json');
    click.mockRestore();
  });
});

describe('erasing oneself', () => {
  function show(routes: Routes) {
    const page = makePage(routes);
    const screenOf = (
      <>
        <Notifications />
        <EraseMe />
      </>
    );
    return { page, ...renderOn(page, screenOf, '/northwind/profile') };
  }
  afterEach(() => act(() => cleanNotifications()));

  it('takes the password, says why it is refused, and ends at the sign-in', async () => {
    let mayLeave = false;
    const { page, address } = show({
      ...ways(true),
      'POST /users/me/erase': ({ body }: Sent) => {
        const wrong = [{ field: 'currentPassword', message: 'This is not your password.' }];
        if (Object(body).currentPassword !== 'mine') return refusal(400, 'request.invalid', 'Form failed', wrong);
        const last = 'The last administrator stays: make somebody else one first.';
        return mayLeave ? { status: 204, body: null } : refusal(409, 'userRole.lastAdministrator', last);
      },
    });
    await press('Erase me…');
    await enter(await screen.findByLabelText('Your password'), 'guessed{Enter}');
    expect(await screen.findByText('This is not your password.')).toBeVisible();
    await userEvent.clear(screen.getByLabelText('Your password'));
    await enter(screen.getByLabelText('Your password'), 'mine{Enter}');
    expect(await screen.findByText(/The last administrator stays/)).toBeVisible();
    mayLeave = true;
    await press('Erase me for good');
    await waitFor(() => expect(address()).toBe('/login'));
    expect(page.store.getState().session.token).toBeNull();
  });

  it('of somebody without a password is asked twice, and told when the sign-in is too old', async () => {
    const message = 'Your sign-in is more than 10 minutes old. Log out, sign in again and come back here.';
    const { page } = show({ ...ways(false), 'POST /users/me/erase': () => refusal(403, 'erase.signInAgain', message) });
    await press('Erase me…');
    expect(screen.queryByLabelText('Your password')).not.toBeInTheDocument();
    await press('Cancel');
    await press('Erase me…');
    await press('Erase me for good');
    expect(await screen.findByText(message)).toBeVisible();
    expect(page.sent.filter(({ method }) => method === 'POST').map(({ body }) => body)).toEqual([{}]);
  });
});
