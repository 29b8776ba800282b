import type { UserView } from '@assay/contract';
import type { AccountClaims } from 'oidc-provider';
import { type ApiUnderTest, startApi } from './apiUnderTest.ts';
import { type OpenIdProvider, startOpenIdProvider } from './openIdProvider.ts';
import { claimsOf, type Returned } from './providerSignIns.ts';

describe('registration by a provider', () => {
  let provider: OpenIdProvider;
  let api: ApiUnderTest;
  beforeAll(async () => {
    provider = await startOpenIdProvider('https://assay.example.org/auth-return');
    api = await startApi({
      authProviders: [provider.settings],
      registration: { isOpen: true, promoCodes: new Set(['spring']) },
    });
  });
  afterAll(async () => {
    await api.stop();
    await provider.stop();
  });

  async function comeAs(claims: AccountClaims): Promise<Returned & { cookie: string }> {
    const body = { provider: 'idp', purpose: 'signIn', returnTo: '/' };
    const begun = await api.call<{ url: string }>('POST', '/auth-start', { as: null, body });
    const cookie = String(begun.headers['set-cookie']).split(';')[0] ?? '';
    const returned = await provider.visit(begun.body.url, claims);
    const back = await api.call<Returned['body']>('POST', '/auth-return', {
      as: null,
      body: returned,
      headers: { cookie },
    });
    return { ...back, cookie };
  }
  const register = (authId: string, cookie: string, more: object = {}): Promise<Returned> =>
    api.call('POST', '/register', {
      as: null,
      body: { authId, firstName: 'Katherine', lastName: 'Johnson', ...more },
      headers: { cookie },
    });
  const makeAccount = (authId: string, cookie: string, name: string): Promise<Returned> =>
    api.call('POST', '/account', {
      as: null,
      body: { authId, firstName: 'Dorothy', lastName: 'Vaughan', name },
      headers: { cookie },
    });
  const authIdOf = ({ body }: Returned) => (body.status === 'newcomer' ? body.authId : '');

  it('makes a login of a verified address once, which then signs in and makes an organization', async () => {
    const claims = claimsOf('katherine@example.net', { given_name: 'Katherine', family_name: 'Johnson' });
    const back = await comeAs(claims);
    expect(back.body).toMatchObject({
      status: 'newcomer',
      email: 'katherine@example.net',
      firstName: expect.any(String),
      label: 'Example ID',
    });
    const noCode = await register(authIdOf(back), back.cookie, { promoCode: 'never' });
    expect(noCode).toMatchObject({ status: 400, body: { errors: [{ field: 'promoCode' }] } });
    const made = await register(authIdOf(back), back.cookie, { promoCode: 'spring' });
    expect(made.body).toMatchObject({ status: 'signedIn', returnTo: '/' });
    const token = made.body.status === 'signedIn' ? made.body.token : '';
    await api.caughtUp();
    const { body: user } = await api.call<UserView>('GET', '/users/me', { as: { token } });
    expect(user).toMatchObject({ fullName: 'Katherine Johnson', email: 'katherine@example.net', roles: [] });
    const own = await api.call('POST', '/accounts', { as: { token }, body: { name: 'langley' } });
    expect(own.status).toBe(201);
    expect((await comeAs(claims)).body).toMatchObject({ status: 'signedIn' });
    const invalid = { status: 400, body: { code: 'authReturn.invalid' } };
    expect(await register(authIdOf(back), back.cookie)).toMatchObject(invalid);
  });

  it('makes a login and an organization in one step, if the name is free', async () => {
    const back = await comeAs(claimsOf('dorothy@example.net'));
    const authId = authIdOf(back);
    const invalid = { status: 400, body: { code: 'authReturn.invalid' } };
    expect(await makeAccount(authId, 'assay-auth=another-browser', 'acme')).toMatchObject(invalid);
    expect(await makeAccount(authId, back.cookie, 'acme')).toMatchObject({
      status: 400,
      body: { errors: [{ field: 'name', message: 'This name is already in use' }] },
    });
    expect(await makeAccount(authId, back.cookie, 'a/b')).toMatchObject({ body: { errors: [{ field: 'name' }] } });
    const made = await makeAccount(authId, back.cookie, 'West Computing');
    expect(made.body).toMatchObject({ status: 'signedIn', returnTo: '/West%20Computing' });
    const token = made.body.status === 'signedIn' ? made.body.token : '';
    await api.caughtUp();
    const { body: user } = await api.call<UserView>('GET', '/users/me', { as: { token } });
    expect(user).toMatchObject({ fullName: 'Dorothy Vaughan', email: 'dorothy@example.net' });
    expect(user.roles).toMatchObject([{ accountName: 'West Computing', roleType: 'ADMIN', setupComplete: false }]);
    expect(await makeAccount(authId, back.cookie, 'Again')).toMatchObject(invalid);
    const { body: plans } = await api.call('GET', '/plans', { as: { token } });
    expect(plans).toMatchObject([1, 2, 3, 4].map((tier) => ({ id: `tier-${tier}`, tier, monthlyPrice: null })));
  });

  it('takes nobody in place of a login that is there, also when two come at once', async () => {
    const claims = claimsOf('mary@example.net');
    const [one, two] = [await comeAs(claims), await comeAs({ ...claims, sub: 'another account, the same address' })];
    expect((await register(authIdOf(one), one.cookie)).body).toMatchObject({ status: 'signedIn' });
    const taken = { status: 400, body: { code: 'reservation.emailTaken' } };
    expect(await register(authIdOf(two), two.cookie)).toMatchObject(taken);
    const admins = await comeAs(claimsOf(api.admin.email));
    expect(admins.body).toMatchObject({ status: 'unlinked' });
    const authId = admins.body.status === 'unlinked' ? admins.body.authId : '';
    expect(await register(authId, admins.cookie)).toMatchObject(taken);
  });
});
