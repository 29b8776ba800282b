import type { Follower, TestRunId, UserId } from '@assay/contract';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { makePage, renderOn } from '../../../testSupport/pageOfTests.tsx';
import { positionAt, userView } from '../../../testSupport/views.ts';
import { FollowButton } from './FollowButton.tsx';
import { FollowersFact } from './FollowersFact.tsx';

const follower = (userId: string, fullName: string): Follower => ({
  userId: userId as UserId,
  fullName,
  email: `${userId}@northwind.test`,
});
const marta = follower('u1', 'Marta Ruiz');
const answer = { id: 'r1', revision: '0', position: positionAt(2) };

function show(settings: { notifyByEmail: boolean }, followers: Follower[] = []) {
  const user = userView('USER');
  const page = makePage({
    'GET /users/me': { ...user, roles: user.roles.map((role) => ({ ...role, ...settings })) },
    'GET /test-runs/r1/followers': () => ({ body: [...followers] }),
    'POST /users/me/toggle-follow': () => {
      if (followers.includes(marta)) followers.splice(followers.indexOf(marta), 1);
      else followers.push(marta);
      return { body: { ...answer, following: followers.includes(marta) } };
    },
    'POST /users/me/notification-settings': answer,
  });
  renderOn(
    page,
    <ul>
      <FollowersFact testRunId="r1" />
      <FollowButton testRunId={'r1' as TestRunId} />
    </ul>,
  );
  return page;
}
const commands = ({ sent }: ReturnType<typeof makePage>) =>
  sent.filter(({ method }) => method === 'POST').map(({ path, body }) => [path, body]);
const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }));
const followed = ['/users/me/toggle-follow', { testRunId: 'r1' }];

beforeEach(() => localStorage.clear());

describe('following a run', () => {
  it('begins and ends by a button, and says who else does', async () => {
    const page = show({ notifyByEmail: true }, [follower('u2', 'Grace Hopper'), follower('u3', 'Omar Said')]);
    expect(await screen.findByText('followed by Grace Hopper, Omar Said')).toBeVisible();
    await press('Follow');
    expect(await screen.findByText('followed by Grace Hopper, Omar Said and 1 more')).toBeVisible();
    await press('Following');
    expect(await screen.findByText('followed by Grace Hopper, Omar Said')).toBeVisible();
    expect(commands(page)).toEqual([followed, followed]);
  });

  it('asks first whether to mail, where that was never said', async () => {
    const page = show({ notifyByEmail: false });
    await press('Follow');
    await screen.findByRole('dialog', { name: 'Notification settings' });
    expect(commands(page)).toEqual([]);
    await press('Notify me by mail');
    await screen.findByRole('button', { name: 'Following' });
    const settings = { notifyByEmail: true, notifyBySlack: false };
    expect(commands(page)).toEqual([['/users/me/notification-settings', settings], followed]);
  });

  it('does not ask again whoever wants no mail', async () => {
    const page = show({ notifyByEmail: false });
    await press('Follow');
    await press('Only in Assay');
    await press('Following');
    await press('Follow');
    await screen.findByRole('button', { name: 'Following' });
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(commands(page)).toEqual([followed, followed, followed]);
  });
});
