import type { AuthReturnAnswer, ErrorBody, ExternalIdentitiesView, UserView } from '@assay/contract';
import type { AccountClaims } from 'oidc-provider';
import { type Answer, type ApiUnderTest, type Person, startApi } from './apiUnderTest.ts';
import { type OpenIdProvider, startOpenIdProvider } from './openIdProvider.ts';

type Start = { provider?: string; purpose?: 'signIn' | 'link'; returnTo?: string; invitation?: object };
export type Begun = Answer<{ url: string } & ErrorBody> & { cookie: string };
export type Returned = Answer<AuthReturnAnswer & ErrorBody>;

export const claimsOf = (email: string, more: Partial<AccountClaims> = {}): AccountClaims => ({
  sub: `subject of ${email}`,
  email,
  email_verified: true,
  ...more,
});

/** What a browser and its person do to sign in by a provider of OpenID Connect. */
function providerSignIns(api: ApiUnderTest, provider: OpenIdProvider) {
  async function begin({ provider: name = 'idp', purpose = 'signIn', returnTo = '/', invitation }: Start = {}) {
    const body = { provider: name, purpose, returnTo, invitation };
    const answer = await api.call<Begun['body']>('POST', '/auth-start', { as: null, body });
    const [set] = [answer.headers['set-cookie']].flat();
    return { ...answer, cookie: set?.split(';')[0] ?? '' };
  }
  const comeBack = (body: object, cookie: string): Promise<Returned> =>
    api.call('POST', '/auth-return', { as: null, body, headers: { cookie } });
  /** Goes the whole way, as a browser does. */
  async function goThrough(claims: AccountClaims, start?: Start): Promise<Returned & { cookie: string }> {
    const { body, cookie } = await begin(start);
    return { ...(await comeBack(await provider.visit(body.url, claims), cookie)), cookie };
  }
  function tokenOf({ body }: Returned): string {
    if (body.status !== 'signedIn') throw new Error(`not signed in: ${JSON.stringify(body)}`);
    return body.token;
  }
  function authIdOf({ body }: Returned): string {
    if (body.status !== 'unlinked') throw new Error(`not to be linked: ${JSON.stringify(body)}`);
    return body.authId;
  }
  const link = (as: { token: string }, authId: string, cookie: string) =>
    api.call<ErrorBody>('POST', '/auth-integration', { as, body: { authId }, headers: { cookie } });
  async function invited(email: string) {
    const body = { email, firstName: 'Grace', lastName: 'Hopper', roleType: 'USER' };
    const { id } = await api.done('POST', '/user-roles', { body });
    const { path } = await api.done<{ path: string }>('GET', `/account/invitations/${id}/link`);
    return Object.fromEntries(new URL(path, api.url).searchParams);
  }
  const me = async (token: string) => (await api.call<UserView>('GET', '/users/me', { as: { token } })).body;
  const waysOf = async (as: { token: string }) => {
    await api.caughtUp();
    return (await api.call<ExternalIdentitiesView>('GET', '/users/me/external-identities', { as })).body;
  };
  const person = () => api.newPerson(api.admin.accountId, 'USER');
  async function linked(): Promise<{ grace: Person; claims: AccountClaims }> {
    const grace = await person();
    const claims = claimsOf(grace.email);
    const back = await goThrough(claims, { purpose: 'link', returnTo: '/acme/profile' });
    expect((await link(grace, authIdOf(back), back.cookie)).status).toBe(200);
    return { grace, claims };
  }
  return { begin, comeBack, goThrough, tokenOf, authIdOf, link, invited, me, waysOf, person, linked };
}

export type ProviderSignIns = Awaited<ReturnType<typeof startProviderSignIns>>;

/** An api with a provider that is there, `idp`, and one that does not answer, `gone`. */
export async function startProviderSignIns() {
  const provider = await startOpenIdProvider('https://assay.example.org/auth-return');
  const gone = { ...provider.settings, name: 'gone', label: 'Gone', issuer: 'http://127.0.0.1:1' };
  const api = await startApi({ authProviders: [provider.settings, gone] });
  const stop = async () => {
    await api.stop();
    await provider.stop();
  };
  return { api, provider, signIns: providerSignIns(api, provider), stop };
}
