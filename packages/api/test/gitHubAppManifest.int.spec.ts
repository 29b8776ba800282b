import { generateKeyPairSync } from 'node:crypto';
import type { ErrorBody, GitHubAppView, GitSignInView, RegisterGitHubAppRequest } from '@assay/contract';
import { openOutgoingGuard } from '@assay/integrations';
import { eventually } from '../../../test/support/eventually.ts';
import { type ReceivingServer, type Reply, receivingServer } from '../../../test/support/receivingServer.ts';
import { type ApiUnderTest, type Person, startApi } from './apiUnderTest.ts';
import { grantStaff } from './grantStaff.ts';

const json = (body: object, status = 200): Reply => ({ status, body: JSON.stringify(body) });
const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
const pem = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
const made = {
  id: 12,
  slug: 'assay-of-northwind',
  name: 'Assay of Northwind',
  owner: { login: 'northwind', type: 'Organization' },
  pem,
  client_id: 'client',
  client_secret: 'of-the-client',
  webhook_secret: 'of-the-webhook',
};

describe('registering the GitHub App of an installation', () => {
  const valid = new Set<string>();
  let gitHub: ReceivingServer;
  let api: ApiUnderTest;
  let staff: Person;
  let colleague: Person;
  let wish: RegisterGitHubAppRequest;

  beforeAll(async () => {
    gitHub = await receivingServer();
    gitHub.reply = ({ method, path }) => {
      const code = /^\/api\/v3\/app-manifests\/([\w-]+)\/conversions$/.exec(path)?.[1] ?? '';
      return method === 'POST' && valid.delete(code) ? json(made, 201) : json({ message: 'Not Found' }, 404);
    };
    wish = { address: gitHub.url, organization: 'northwind', isPublic: false, hasWebhook: true };
    api = await startApi({ guard: openOutgoingGuard(['127.0.0.1']) });
    staff = await api.newAccount('staff');
    colleague = await api.newAccount('colleague');
    for (const person of [staff, colleague]) await grantStaff(api, person);
  });
  afterAll(async () => {
    await api.stop();
    await gitHub.stop();
  });

  const path = '/employee/git-hub-app';
  const shown = async () => (await api.call<GitHubAppView>('GET', path, { as: staff })).body;
  const refusal = ({ status, body }: { status: number; body: ErrorBody }) => [status, body.code];

  async function begin(body: object = wish) {
    const answer = await api.call<{ url: string }>('POST', `${path}/registration`, { as: staff, body });
    expect(answer.status).toBe(200);
    const cookie = String(answer.headers['set-cookie']).split(';')[0] ?? '';
    const { url } = answer.body;
    return { url, cookie, state: new URL(url, api.url).searchParams.get('state') ?? '' };
  }
  const finish = (cookie: string, body: object, as = staff) =>
    api.call<ErrorBody>('POST', `${path}/registration/finish`, { as, body, headers: { cookie } });

  it('is refused to administrators who are not of the staff', async () => {
    expect(refusal(await api.call<ErrorBody>('POST', `${path}/registration`, { body: wish }))).toEqual([
      403,
      'auth.forbidden',
    ]);
    const { cookie, state } = await begin();
    valid.add('c1');
    expect(refusal(await finish(cookie, { state, code: 'c1' }, api.admin))).toEqual([403, 'auth.forbidden']);
  });

  it('names what is wrong with the address and the organization', async () => {
    const body = { ...wish, address: 'http://git.acme.example', organization: 'no such!' };
    const refused = await api.call<ErrorBody>('POST', `${path}/registration`, { as: staff, body });
    expect(refused.status).toBe(400);
    expect(refused.body.errors?.map(({ field }) => field).sort()).toEqual(['address', 'organization']);
  });

  it('leads over a page of this browser, which posts the manifest', async () => {
    const { url, cookie, state } = await begin();
    const page = await fetch(`${api.url}${url}`, { headers: { cookie } });
    const html = await page.text();
    expect(page.headers.get('content-security-policy')).toContain(`form-action ${gitHub.url}`);
    expect(html).toContain(`action="${gitHub.url}/organizations/northwind/settings/apps/new?state=${state}"`);
    expect(html).toContain('https://assay.example.org/api/hooks/git-hub-app');
    for (const other of ['', '__Host-assay-auth=another']) {
      expect((await fetch(`${api.url}${url}`, { headers: { cookie: other } })).status).toBe(400);
    }
  });

  it('is for the browser and the person that began it, and says what GitHub refuses', async () => {
    valid.add('c2');
    const invalid = [400, 'authReturn.invalid'];
    const one = await begin();
    expect(refusal(await finish('__Host-assay-auth=another', { state: one.state, code: 'c2' }))).toEqual(invalid);
    expect(refusal(await finish(one.cookie, { state: 'app.another', code: 'c2' }))).toEqual(invalid);
    expect(refusal(await finish(one.cookie, { state: one.state, code: 'c2' }, colleague))).toEqual(invalid);
    const two = await begin();
    const refused = await finish(two.cookie, { state: two.state, code: 'used-before' });
    expect(refusal(refused)).toEqual([400, 'authReturn.failed']);
    expect(refused.body.message).toContain('404');
    expect(refusal(await finish(two.cookie, { state: two.state, code: 'c2' }))).toEqual(invalid);
    expect((await shown()).registered).toBeNull();
  });

  it('is used at once, here and by another process, and after a restart', async () => {
    const other = await api.another();
    const offered = async (call: ApiUnderTest['call']) =>
      (await call<GitSignInView[]>('GET', '/authorizations/sign-ins')).body;
    expect([await offered(api.call), await offered(other.call)]).toEqual([[], []]);
    const { cookie, state } = await begin();
    valid.add('c3');
    expect((await finish(cookie, { state, code: 'c3' })).status).toBe(204);
    const app = [{ provider: 'GitHub', means: 'app', address: gitHub.url }];
    expect(await offered(api.call)).toEqual(app);
    await eventually(async () => expect(await offered(other.call)).toEqual(app));
    expect(await offered((await api.another()).call)).toEqual(app);
    await api.caughtUp();
    expect(await shown()).toMatchObject({
      configured: null,
      registered: {
        appId: '12',
        pageUrl: `${gitHub.url}/github-apps/assay-of-northwind`,
        settingsUrl: `${gitHub.url}/organizations/northwind/settings/apps/assay-of-northwind`,
        hasWebhook: true,
        registeredBy: 'Ada staff',
      },
      connections: 0,
    });
    expect(refusal(await api.call<ErrorBody>('POST', `${path}/registration`, { as: staff, body: wish }))).toEqual([
      409,
      'gitHubApp.exists',
    ]);
  });

  it('keeps what the app signs by sealed, and tells of it nowhere', async () => {
    const kept = await api.documentStore.db('assay_ops').collection('gitHubApp').find().toArray();
    expect(kept).toHaveLength(1);
    const said = `${JSON.stringify([await shown(), api.securityLines])}${Buffer.from(kept[0]?.content.buffer).toString('latin1')}`;
    for (const secret of ['of-the-client', 'of-the-webhook', 'PRIVATE KEY']) expect(said).not.toContain(secret);
    const told = api.securityLines.filter((line) => line.includes('gitHubAppRegistered'));
    expect(told).toHaveLength(1);
    expect(told[0]).toContain('assay-of-northwind');
  });

  it('ends when staff remove it', async () => {
    const remove = (appId: string) => api.call<ErrorBody>('DELETE', `${path}/${appId}`, { as: staff });
    expect(refusal(await remove('13'))).toEqual([404, 'gitHubApp.notFound']);
    expect((await remove('12')).status).toBe(204);
    expect((await shown()).registered).toBeNull();
    expect((await api.call('GET', '/authorizations/sign-ins')).body).toEqual([]);
    expect(refusal(await remove('12'))).toEqual([404, 'gitHubApp.notFound']);
  });
});
