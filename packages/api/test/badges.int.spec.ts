import type { BadgeView, ErrorBody, ProjectId } from '@assay/contract';
import { type ApiUnderTest, type Person, startApi } from './apiUnderTest.ts';
import { uploadForm } from './uploadForm.ts';

const testcase = (name: string, failed: boolean) =>
  `<testcase classname="Cart" name="${name}">${failed ? '<failure message="no connection"/>' : ''}</testcase>`;

describe('the status badge of a project', () => {
  let api: ApiUnderTest;
  let user: Person;
  let projectId: ProjectId;
  const environmentIds: Record<string, string> = {};
  beforeAll(async () => {
    api = await startApi();
    user = await api.newPerson(api.admin.accountId, 'USER');
    const shop = { name: 'Shop <"&', key: 'shop', gitUrl: '/srv/git/shop.git', defaultBranch: 'main' };
    const { id } = await api.done('POST', '/projects', { body: { ...shop, testingFramework: 'Playwright' } });
    projectId = id as ProjectId;
    for (const key of ['test', 'live']) {
      environmentIds[key] = (await api.done('POST', '/environments', { body: { name: key, key } })).id;
    }
    await upload('main', 'test', 0);
    await upload('main', 'live', 2);
    await upload('fix', 'test', 1);
  });
  afterAll(() => api.stop());

  async function upload(branch: string, environment: string, failed: number): Promise<void> {
    const content = `<testsuite name="s">${[0, 1, 2].map((each) => testcase(`t${each}`, each < failed)).join('')}</testsuite>`;
    const { status } = await uploadForm(api, { projectId, environmentId: environmentIds[environment] ?? '', branch }, [
      { name: 'r.xml', content },
    ]);
    expect(status).toBe(201);
  }
  const path = () => `/projects/${projectId}/badge`;
  const makeAddress = async () => {
    const { url } = await api.done<BadgeView>('POST', path());
    return (url ?? '').replace('https://assay.example.org', '');
  };
  const read = (url: string, headers: Record<string, string> = {}) => api.app.inject({ method: 'GET', url, headers });
  const titleAt = async (url: string) => /<title>(.*?)<\/title>/.exec((await read(url)).payload)?.[1];

  it('says how the newest runs of a branch, an environment and a suite ended', async () => {
    const url = await makeAddress();
    const name = 'Shop &lt;&quot;&amp;';
    expect(await titleAt(url)).toBe(`${name} on main: 2 failing`);
    expect(await titleAt(`${url}&environment=test`)).toBe(`${name} on main in test: passing`);
    expect(await titleAt(`${url}&branch=fix`)).toBe(`${name} on fix: 1 failing`);
    expect(await titleAt(`${url}&branch=<script>`)).toBe(`${name} on &lt;script&gt;: no runs`);
    expect(await titleAt(`${url}&environment=unknown`)).toContain('no runs');
    expect(await titleAt(`${url}&suite=unknown`)).toContain('no runs');
    expect(await titleAt(`${url}&branch=main&branch=fix`)).toContain('no runs');
    expect(await titleAt(`${url}&environment=${'e'.repeat(251)}`)).toContain('no runs');
  });

  it('is loaded by other sites, and sent again only when it has changed', async () => {
    const url = await makeAddress();
    const { statusCode, headers } = await read(url);
    expect(statusCode).toBe(200);
    expect(headers).toMatchObject({
      'content-type': 'image/svg+xml; charset=utf-8',
      'cache-control': 'no-cache',
      'cross-origin-resource-policy': 'cross-origin',
      'content-security-policy': "default-src 'none'; sandbox",
    });
    const again = await read(url, { 'if-none-match': String(headers.etag) });
    expect([again.statusCode, again.payload]).toEqual([304, '']);
    await upload('main', 'live', 3);
    const changed = await read(url, { 'if-none-match': String(headers.etag) });
    expect(changed.statusCode).toBe(200);
    await upload('main', 'live', 2);
  });

  it('has one address at a time, and answers the same to every other', async () => {
    const first = await makeAddress();
    const second = await makeAddress();
    expect((await read(second)).statusCode).toBe(200);
    const token = new URL(second, 'https://a').searchParams.get('token') ?? '';
    const stranger = await api.newAccount('stranger');
    const { id } = await api.done('POST', '/projects', {
      as: stranger,
      body: { name: 'Bank', key: 'bank', gitUrl: '/srv/git/bank.git', testingFramework: 'Playwright' },
    });
    const answers = await Promise.all(
      [
        first,
        `/badge/${projectId}.svg`,
        `/badge/${projectId}.svg?token=made-up`,
        `/badge/${projectId}?token=${token}`,
        `/badge/${id}.svg?token=${token}`,
        `/badge/shop.svg?token=${token}`,
        `/badge/unknown.svg?token=${token}`,
      ].map(async (url) => {
        const { statusCode, payload } = await read(url);
        const { code, message } = JSON.parse(payload) as ErrorBody;
        return { statusCode, code, message };
      }),
    );
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
    expect(answers[0]).toMatchObject({ statusCode: 404, code: 'notFound' });
    expect((await api.call<ErrorBody>('GET', '/projects', { as: { token } })).status).toBe(401);
  });

  it('has an address that users see, administrators make and revoke, and other accounts do not find', async () => {
    const url = await makeAddress();
    expect((await api.call<BadgeView>('GET', path(), { as: user })).body.url).toContain(url);
    for (const method of ['POST', 'DELETE']) {
      expect((await api.call<ErrorBody>(method, path(), { as: user })).status).toBe(403);
    }
    const other = await api.newAccount('other');
    for (const method of ['GET', 'POST', 'DELETE']) {
      const { status, body } = await api.call<ErrorBody>(method, path(), { as: other });
      expect([status, body.code]).toEqual([404, 'project.notFound']);
    }
    expect((await read(url)).statusCode).toBe(200);
    await api.done('DELETE', path());
    expect((await read(url)).statusCode).toBe(404);
    expect((await api.call<BadgeView>('GET', path())).body).toEqual({ url: null });
    expect((await api.call<ErrorBody>('DELETE', path())).body.code).toBe('projectBadge.notFound');
    const { body } = await api.call<{ entries: { action: string; about: string }[] }>(
      'GET',
      '/account/access-log?kind=publicLink&limit=2',
    );
    expect(body.entries.map(({ action, about }) => [action, about])).toEqual([
      ['badgeAddressRevoked', 'Shop <"&'],
      ['badgeAddressMade', 'Shop <"&'],
    ]);
  });

  it('is limited by network, as other public calls are', async () => {
    const statuses = new Set<number>();
    for (let asked = 0; asked < 700; asked += 1) statuses.add((await read('/badge/unknown.svg')).statusCode);
    expect([...statuses]).toEqual([404, 429]);
  });

  it('ends with its project', async () => {
    const url = await makeAddress();
    await api.done('DELETE', `/projects/${projectId}`);
    const { statusCode } = await api.app.inject({ url, remoteAddress: '203.0.113.7' });
    expect(statusCode).toBe(404);
  });
});
