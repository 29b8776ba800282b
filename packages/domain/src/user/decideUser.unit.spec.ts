import type { ExternalIdentityId, InvitationId, TellingId, UserId } from '@assay/contract';
import type { UserEvent } from '@assay/event-schemas';
import { given } from '../../test/deciderSpec.ts';
import { userDecider } from './decideUser.ts';

const userId = 'ada' as UserId;
const facts = { userId, email: 'ada@example.org', firstName: 'Ada', lastName: 'L' };
const registered: UserEvent = { type: 'UserRegistered', data: facts };
const staff: UserEvent = { type: 'StaffRightGranted', data: { userId } };
const user = (...events: UserEvent[]) => given(userDecider, ...events);

describe('a user', () => {
  it('registers once', () => {
    user()
      .when({ type: 'registerUser', ...facts })
      .gives(registered);
    user(registered)
      .when({ type: 'registerUser', ...facts })
      .refuses('user.exists');
  });

  it('joins the staff once, and only after registering', () => {
    user(registered).when({ type: 'grantStaffRight', userId }).gives(staff);
    user(registered, staff).when({ type: 'grantStaffRight', userId }).gives();
    user().when({ type: 'grantStaffRight', userId }).refuses('user.notFound');
  });

  it('changes name and password only once registered', () => {
    const name = { userId, firstName: 'Augusta', lastName: 'King' };
    user(registered)
      .when({ type: 'changeName', ...name })
      .gives({ type: 'UserNameChanged', data: name });
    user(registered)
      .when({ type: 'changePassword', userId, by: 'self' })
      .gives({ type: 'PasswordChanged', data: { userId, by: 'self' } });
    user()
      .when({ type: 'changeName', ...name })
      .refuses('user.notFound');
    user().when({ type: 'changePassword', userId, by: 'mail' }).refuses('user.notFound');
  });

  it('tells ten friends about Assay, and no more', () => {
    const friend = (number: number) => ({
      userId,
      tellingId: `telling-${number}` as TellingId,
      email: `${number}@example.org`,
      firstName: 'Grace',
      lastName: 'H',
    });
    const told = (number: number): UserEvent => ({ type: 'FriendTold', data: friend(number) });
    const before = Array.from({ length: 10 }, (_, number) => told(number));
    const tell = { type: 'tellFriend' as const, ...friend(9) };
    user(registered, ...before.slice(0, 9))
      .when(tell)
      .gives(told(9));
    user(registered, ...before)
      .when(tell)
      .refuses('user.noFriendsLeft');
  });

  it('turns two-factor sign-in on and off, and says so once', () => {
    const on: UserEvent = { type: 'TwoFactorTurnedOn', data: { userId } };
    const off: UserEvent = { type: 'TwoFactorTurnedOff', data: { userId } };
    const [turnOn, turnOff] = [
      { type: 'turnTwoFactorOn' as const, userId },
      { type: 'turnTwoFactorOff' as const, userId },
    ];
    user(registered).when(turnOn).gives(on);
    user(registered, on).when(turnOn).gives();
    user(registered, on, staff).when(turnOff).gives(off);
    user(registered, on, off).when(turnOff).gives();
    user(registered, on, off).when(turnOn).gives(on);
  });

  it('is erased permanently: no further events apply, and the id is not reused', () => {
    const gone = { userId, reason: 'asked by letter', invitationIds: ['one' as InvitationId] };
    const erased: UserEvent = { type: 'UserErased', data: gone };
    user(registered, staff)
      .when({ type: 'eraseUser', ...gone })
      .gives(erased);
    user(registered, erased)
      .when({ type: 'eraseUser', ...gone })
      .refuses('user.notFound');
    user(registered, erased).when({ type: 'grantStaffRight', userId }).refuses('user.notFound');
    user(registered, erased)
      .when({ type: 'registerUser', ...facts })
      .refuses('user.exists');
  });

  describe('with accounts of providers', () => {
    const identity = (id: string) => ({
      userId,
      externalIdentityId: id as ExternalIdentityId,
      provider: 'google',
      issuer: 'https://accounts.google.com',
      subject: `subject-${id}`,
      email: 'ada@example.org',
      username: 'ada',
    });
    const link = (id: string) => ({ type: 'linkExternalIdentity' as const, ...identity(id) });
    const linked = (id: string): UserEvent => ({ type: 'ExternalIdentityLinked', data: identity(id) });
    const gone = (id: string) => ({ userId, externalIdentityId: id as ExternalIdentityId });
    const unlink = (id: string, hasPassword: boolean) => ({
      type: 'unlinkExternalIdentity' as const,
      ...gone(id),
      hasPassword,
    });
    const unlinked = (id: string): UserEvent => ({ type: 'ExternalIdentityUnlinked', data: gone(id) });

    it('links each once, and only after registering', () => {
      user(registered).when(link('one')).gives(linked('one'));
      user(registered, linked('one')).when(link('one')).gives();
      user(registered, linked('one'), unlinked('one')).when(link('one')).gives(linked('one'));
      user().when(link('one')).refuses('user.notFound');
    });

    it('unlinks all with a password, and without one all but the last', () => {
      user(registered, linked('one')).when(unlink('one', true)).gives(unlinked('one'));
      user(registered, linked('one'), linked('two')).when(unlink('one', false)).gives(unlinked('one'));
      user(registered, linked('one'), linked('two'), unlinked('one'))
        .when(unlink('two', false))
        .refuses('externalIdentity.lastWayIn');
    });

    it('refuses to unlink what is not linked', () => {
      user(registered, linked('one')).when(unlink('two', true)).refuses('externalIdentity.notFound');
    });
  });
});
