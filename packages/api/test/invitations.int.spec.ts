import type {
  AcceptedInvitation,
  ErrorBody,
  InvitationOffer,
  InvitationView,
  RoleType,
  UserRoleView,
  UserView,
} from '@assay/contract';
import type { Static } from 'typebox';
import { eventually } from '../../../test/support/eventually.ts';
import type { ApiUnderTest, Person } from './apiUnderTest.ts';
import { type MailedLinks, startApiWithMail } from './mailedLinks.ts';

const invalid = {
  status: 404,
  body: {
    code: 'invitation.invalid',
    message: 'Your token is no longer valid! Please ask to be invited to the organization again.',
  },
};
const password = 'plenty of moths';

describe('invitations', () => {
  let mail: MailedLinks;
  let api: ApiUnderTest;
  let stranger: Person;
  let user: Person;
  beforeAll(async () => {
    mail = await startApiWithMail();
    api = mail.api;
    stranger = await api.newAccount('stranger');
    user = await api.newPerson(api.admin.accountId, 'USER');
  });
  afterAll(() => mail.stop());

  const grace = { firstName: 'Grace', lastName: 'Hopper' };
  const invite = async (email: string, roleType: RoleType = 'USER', as: Person = api.admin) =>
    (await api.done('POST', '/user-roles', { as, body: { email, ...grace, roleType } })).id;
  const list = async () => (await api.call<InvitationView[]>('GET', '/account/invitations')).body;
  const offer = (link: URLSearchParams) =>
    api.call<InvitationOffer & ErrorBody>('GET', `/invitations?${link}`, { as: null });
  const accept = (link: URLSearchParams, as: { token: string }) =>
    api.call<Static<typeof AcceptedInvitation> & ErrorBody>('POST', `/users/me/accept?${link}`, { as });
  const register = (link: URLSearchParams, change: object = {}) =>
    api.call<{ token: string } & ErrorBody>('POST', '/register-email', {
      as: null,
      body: { ...Object.fromEntries(link), ...grace, password, ...change },
    });
  const roleOf = async (email: string, as?: Person) => {
    await api.caughtUp();
    const { body } = await api.call<UserRoleView[]>('GET', '/user-roles', as ? { as } : {});
    return body.find((role) => role.user.email === email);
  };

  it('reach the address by mail, and let somebody new in with a login of their own', async () => {
    const id = await invite('grace@example.net', 'ADMIN');
    expect(await list()).toMatchObject([
      {
        id,
        email: 'grace@example.net',
        fullName: 'Grace Hopper',
        roleType: 'ADMIN',
        sentBy: { email: api.admin.email },
      },
    ]);
    const link = await mail.linkTo('grace@example.net');
    expect(mail.subjectsTo('grace@example.net')).toEqual(['Join acme on Assay']);
    expect((await offer(link)).body).toEqual({
      accountName: 'acme',
      email: 'grace@example.net',
      ...grace,
      roleType: 'ADMIN',
      canSignIn: false,
    });
    const { body, status } = await register(link, { firstName: 'Rear Admiral' });
    expect(status).toBe(200);
    await api.caughtUp();
    const me = await api.call<UserView>('GET', '/users/me', { as: body });
    expect(me.body).toMatchObject({
      fullName: 'Rear Admiral Hopper',
      email: 'grace@example.net',
      roles: [{ accountName: 'acme', roleType: 'ADMIN' }],
    });
    expect((await api.call('GET', '/account/invitations', { as: body })).status).toBe(200);
    expect(await list()).toEqual([]);
  });

  it('bring somebody who can sign in into a second account, and again to the same one', async () => {
    await invite(stranger.email);
    const link = await mail.linkTo(stranger.email);
    expect((await offer(link)).body).toMatchObject({ canSignIn: true });
    expect(await register(link)).toMatchObject({ status: 400, body: { errors: [{ message: 'Email already used' }] } });
    const accepted = { status: 200, body: { accountId: api.admin.accountId, accountName: 'acme' } };
    expect(await accept(link, stranger)).toMatchObject(accepted);
    expect(await accept(link, stranger)).toMatchObject(accepted);
    expect(await roleOf(stranger.email)).toMatchObject({ roleType: 'USER' });
  });

  it('are for nobody but the address that they were sent to', async () => {
    const id = await invite('linus@example.net');
    const link = await mail.linkTo('linus@example.net');
    expect(await accept(link, user)).toMatchObject({ status: 409, body: { code: 'invitation.otherPerson' } });
    const { token = '' } = Object.fromEntries(link);
    for (const other of [
      { token, email: user.email },
      { token: token.replace(/.$/, (last) => (last === '0' ? '1' : '0')), email: 'linus@example.net' },
      { token: `${id}.0.${'0'.repeat(64)}`, email: 'linus@example.net' },
      { token: 'made-up', email: 'linus@example.net' },
    ]) {
      expect(await offer(new URLSearchParams(other))).toMatchObject(invalid);
      expect(await accept(new URLSearchParams(other), user)).toMatchObject(invalid);
      expect(await register(new URLSearchParams(other))).toMatchObject(invalid);
    }
    await api.done('DELETE', `/account/invitations/${id}`);
  });

  it('that are sent again work by the newest link only, which an administrator may copy', async () => {
    const id = await invite('edsger@example.net');
    const first = await mail.linkTo('edsger@example.net');
    await api.done('POST', `/account/invitations/${id}/resend`);
    const second = await mail.linkTo('edsger@example.net', 2);
    expect(await offer(first)).toMatchObject(invalid);
    const { body } = await api.call<{ path: string }>('GET', `/account/invitations/${id}/link`);
    expect(body.path).toBe(`/accept?${second}`);
    expect((await register(second)).status).toBe(200);
    // Used: neither a second login nor a second acceptance by others.
    expect((await register(second)).status).toBe(400);
    expect(await accept(second, user)).toMatchObject({ status: 409 });
    expect((await api.call('GET', `/account/invitations/${id}/link`)).status).toBe(404);
  });

  it('that are withdrawn let nobody in, and the address can be invited again', async () => {
    const id = await invite('ken@example.net');
    const link = await mail.linkTo('ken@example.net');
    await api.done('DELETE', `/account/invitations/${id}`);
    expect(await offer(link)).toMatchObject(invalid);
    expect(await register(link)).toMatchObject(invalid);
    expect((await api.call('DELETE', `/account/invitations/${id}`)).status).toBe(404);
    await api.done('DELETE', `/account/invitations/${await invite('KEN@example.net')}`);
  });

  it('are not needed to tell friends about Assay by mail, ten of them', async () => {
    const tell = (email: string, as: Person) =>
      api.call<ErrorBody>('POST', '/tell-a-friend', { as, body: { email, ...grace } });
    const remaining = async (as: Person) => {
      await api.caughtUp();
      return (await api.call<UserView>('GET', '/users/me', { as })).body.tellAFriendRemaining;
    };
    expect(await remaining(user)).toBe(10);
    for (let friend = 0; friend < 10; friend += 1) {
      expect((await tell(`friend-${friend}@example.net`, user)).status).toBe(201);
    }
    expect(await tell('one-more@example.net', user)).toMatchObject({
      status: 409,
      body: { code: 'user.noFriendsLeft' },
    });
    expect(await remaining(user)).toBe(0);
    expect(await remaining(api.admin)).toBe(10);
    await mail.linkTo('friend-9@example.net');
    expect(mail.subjectsTo('friend-9@example.net')).toEqual(['Grace USER tells you about Assay']);
    expect(mail.subjectsTo('one-more@example.net')).toEqual([]);
  });

  it('are one for each address and account, and none for those who are in it', async () => {
    const id = await invite('barbara@example.net');
    const taken = { status: 400, body: { errors: [{ field: 'email', message: 'Email already used' }] } };
    for (const email of ['Barbara@example.net', user.email, api.admin.email]) {
      const body = { email, ...grace, roleType: 'USER' };
      expect(await api.call('POST', '/user-roles', { body })).toMatchObject(taken);
    }
    await invite('barbara@example.net', 'USER', await api.newAccount('another'));
    await api.done('DELETE', `/account/invitations/${id}`);
  });

  it('do not give a role back to whoever lost it', async () => {
    await invite('margaret@example.net');
    const link = await mail.linkTo('margaret@example.net');
    const { body: session } = await register(link);
    const role = await roleOf('margaret@example.net');
    await api.done('DELETE', `/user-roles/${role?.id}`);
    expect((await accept(link, session)).status).toBe(200);
    expect(await roleOf('margaret@example.net')).toBeUndefined();
    expect((await api.call<UserView>('GET', '/users/me', { as: session })).body.roles).toEqual([]);
  });

  it.each([
    [{ email: 'nobody' }, 'email', 'Invalid email address'],
    [{ email: '' }, 'email', "Can't be blank"],
    [{ firstName: ' ' }, 'firstName', "Can't be blank"],
    [{ lastName: undefined }, 'lastName', "Can't be blank"],
    [{ roleType: undefined }, 'roleType', "Can't be blank"],
    [{ roleType: 'STAFF' }, 'roleType', "Can't be blank"],
    [{ accountId: 'other' }, 'accountId', 'Unknown field'],
  ])('refuse %j with the text of the form', async (change, field, message) => {
    const body = { email: 'new@example.net', ...grace, roleType: 'USER', ...change };
    const answer = await api.call<ErrorBody>('POST', '/user-roles', { body });
    expect(answer).toMatchObject({ status: 400, body: { errors: [{ field, message }] } });
  });

  it('take a role in either case', async () => {
    const { id } = await api.done('POST', '/user-roles', {
      body: { email: 'lower@example.net', ...grace, roleType: 'admin' },
    });
    await api.caughtUp();
    const { body } = await api.call<{ id: string; roleType: string }[]>('GET', '/account/invitations');
    expect(body.find((invitation) => invitation.id === id)?.roleType).toBe('ADMIN');
  });

  it('ask for a strong password, and leave the link usable after a weak one', async () => {
    await invite('anita@example.net');
    const link = await mail.linkTo('anita@example.net');
    expect(await register(link, { password: 'short' })).toMatchObject({
      status: 400,
      body: { errors: [{ field: 'password', message: 'Password must be at least 8 characters' }] },
    });
    expect(await register(link, { token: undefined })).toMatchObject({
      status: 403,
      body: { code: 'registration.closed' },
    });
    expect(await api.call('POST', '/accounts', { as: user, body: { name: 'Own' } })).toMatchObject({
      status: 403,
      body: { code: 'account.creationClosed' },
    });
    expect((await register(link)).status).toBe(200);
  });

  it('keep addresses and links out of the event log', async () => {
    const id = await invite('secret@example.net');
    const { token } = Object.fromEntries(await mail.linkTo('secret@example.net'));
    let text = '';
    for await (const event of api.eventLog.read(`invitation-${id}`)) text += JSON.stringify(event);
    expect(text).toContain('InvitationSent');
    for (const secret of ['secret@example.net', 'Hopper', String(token)]) expect(text).not.toContain(secret);
    await eventually(async () => {
      const { body } = await api.call<{ mails: { to: string; state: string }[] }>('GET', '/account/outbox');
      return body.mails.some(({ to, state }) => to === 'secret@example.net' && state === 'done');
    });
  });
});
