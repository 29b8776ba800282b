import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { makePage, renderOn } from '../../testSupport/pageOfTests.tsx';
import { enter } from '../../testSupport/retype.ts';
import { positionAt, userView } from '../../testSupport/views.ts';
import { TellAFriendScreen } from './TellAFriendScreen.tsx';

function show(remaining: number) {
  let left = remaining;
  const page = makePage({
    'GET /users/me': () => ({ body: { ...userView('USER'), tellAFriendRemaining: left } }),
    'POST /tell-a-friend': () => {
      left -= 1;
      return { status: 201, body: { id: 'u1', revision: '2', position: positionAt(2) } };
    },
  });
  renderOn(page, <TellAFriendScreen />, '/northwind/tell-a-friend');
  return page;
}
const send = async () => userEvent.click(await screen.findByRole('button', { name: 'Send mail' }));

describe('telling a friend', () => {
  it('checks the form, sends it, and counts how many people are left', async () => {
    const { sent } = show(2);
    expect(await screen.findByText('You can tell 2 people.')).toBeVisible();
    await send();
    expect(await screen.findAllByText("Can't be blank")).toHaveLength(3);
    await enter(screen.getByLabelText(/^Email/), 'grace@example.org');
    await enter(screen.getByLabelText(/^First name/), ' Grace ');
    await enter(screen.getByLabelText(/^Last name/), 'Hopper');
    await send();
    await waitFor(() =>
      expect(screen.getByRole('status')).toHaveTextContent('Grace is told. You can tell one person.'),
    );
    const body = { email: 'grace@example.org', firstName: 'Grace', lastName: 'Hopper' };
    expect(sent.filter(({ method }) => method === 'POST').map((request) => request.body)).toEqual([body]);
    expect(screen.getByLabelText(/^Email/)).toHaveValue('');
  });

  it('ends when nobody is left to tell', async () => {
    show(0);
    expect(await screen.findByText('Nobody is left to tell')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Send mail' })).toBeNull();
  });
});
