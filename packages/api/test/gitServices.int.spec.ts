import type { BranchView, CommitStatusView, ErrorBody, ProjectView, RepositoryProposals } from '@assay/contract';
import { openOutgoingGuard } from '@assay/integrations';
import type { Static } from 'typebox';
import { eventually } from '../../../test/support/eventually.ts';
import { type GitServer, gitServer } from '../../../test/support/gitServer.ts';
import { registerAgent } from './agentUnderTest.ts';
import { type ApiUnderTest, type Person, startApi } from './apiUnderTest.ts';
import { uploadForm } from './uploadForm.ts';
import { failed, passed, xml } from './uploadsUnderTest.ts';

const token = 'glpat-of-northwind';

describe('a connected git service', () => {
  let service: GitServer;
  let api: ApiUnderTest;
  let stranger: Person;
  let projectId: string;
  let environmentId: string;
  let authorizationId: string;
  beforeAll(async () => {
    service = await gitServer(token, { 'package.json': JSON.stringify({ scripts: { test: 'node --test' } }) });
    api = await startApi({
      automation: true,
      guard: openOutgoingGuard(['127.0.0.1']),
      gitProtocols: ['http', 'https'],
    });
    stranger = await api.newAccount('stranger');
    const shop = { name: 'Shop', key: 'shop', gitUrl: service.repositoryUrl, defaultBranch: 'main' };
    projectId = (await api.done('POST', '/projects', { body: { ...shop, testingFramework: 'Playwright' } })).id;
    environmentId = (await api.done('POST', '/environments', { body: { name: 'Test', key: 'test' } })).id;
  });
  afterAll(async () => {
    await api.stop();
    await service.stop();
  });

  const connect = (as?: Person, given = token) =>
    api.done('POST', '/authorizations', {
      ...(as ? { as } : {}),
      body: { provider: 'Gitlab', token: given, identifier: service.url },
    });
  const statuses = async () =>
    (await api.call<CommitStatusView[]>('GET', `/authorizations/${authorizationId}/commit-statuses`)).body;
  const upload = (...cases: string[]) =>
    uploadForm(api, { projectId, environmentId, branch: 'main', commit: service.commit }, [xml(...cases)]);
  const untilTold = (id: string) =>
    eventually(async () => {
      const of = (await statuses()).filter(({ testRunId }) => testRunId === id);
      return of.length > 0 && of.every(({ state }) => state !== 'waiting') ? of : null;
    });

  it('lets nobody read its private repositories before', async () => {
    const look = { body: { gitUrl: service.repositoryUrl } };
    const { status, body } = await api.call<ErrorBody>('POST', '/projects/proposals', look);
    expect([status, body.code]).toEqual([409, 'git.unreachable']);
  });

  it('lets its private repositories be read, by this account only', async () => {
    authorizationId = (await connect()).id;
    const look = { body: { gitUrl: service.repositoryUrl } };
    const { body } = await api.call<RepositoryProposals>('POST', '/projects/proposals', look);
    expect(body.proposals).toHaveLength(1);
    const branches = await api.call<Static<typeof BranchView>[]>('GET', `/projects/${projectId}/branches`);
    expect(branches.body).toEqual([{ name: 'main', commit: service.commit }]);
    const theirs = await api.call<ErrorBody>('POST', '/projects/proposals', { ...look, as: stranger });
    expect(theirs.body.code).toBe('git.unreachable');
  });

  it('keeps what it has read from an account that comes with other credentials', async () => {
    const rival = await api.newAccount('rival');
    await connect(rival, 'glpat-of-somebody-else');
    const shop = { name: 'Shop', key: 'shop', gitUrl: service.repositoryUrl, defaultBranch: 'main' };
    const body = { ...shop, testingFramework: 'Playwright' };
    const { id } = await api.done('POST', '/projects', { as: rival, body });
    for (const path of ['branches', 'commits?branch=main', `commits/${service.commit}`]) {
      expect((await api.call('GET', `/projects/${projectId}/${path}`)).status).toBe(200);
      const theirs = await api.call<ErrorBody>('GET', `/projects/${id}/${path}`, { as: rival });
      expect([path, theirs.status, theirs.body.code]).toEqual([path, 409, 'git.unreachable']);
      expect(JSON.stringify(theirs.body)).not.toContain(service.commit);
    }
  });

  it('lists the repositories that the token may read, and says why it cannot', async () => {
    const path = `/authorizations/${authorizationId}/repos`;
    service.answer = 200;
    const project = { path_with_namespace: 'northwind/shop', http_url_to_repo: service.repositoryUrl };
    service.body = [
      { ...project, default_branch: 'main' },
      { ...project, http_url_to_repo: undefined },
    ];
    const { body } = await api.call('GET', path);
    expect(body).toEqual([{ name: 'northwind/shop', gitUrl: service.repositoryUrl, defaultBranch: 'main' }]);
    expect(service.asked.at(-1)).toMatchObject({
      method: 'GET',
      path: expect.stringMatching(/^\/api\/v4\/projects\?/),
      token,
    });
    service.body = 'somebody else';
    expect((await api.call<ErrorBody>('GET', path)).body.message).toBe('What answered is no such service.');
    service.answer = 401;
    const refused = await api.call<ErrorBody>('GET', path);
    expect([refused.status, refused.body.code]).toEqual([409, 'authorization.unusable']);
    expect(refused.body.message).toContain('does not take the token');
    service.answer = 201;
    expect((await api.call('GET', path, { as: stranger })).status).toBe(404);
  });

  it('is gone through step by step: organizations, groups within one, repositories', async () => {
    const path = `/authorizations/${authorizationId}/organizations`;
    service.answer = 200;
    service.body = ['acme/web', 'northwind/shop', 'northwind/web/cart', 'northwind/web/app'].map((name) => ({
      path_with_namespace: name,
      http_url_to_repo: `${service.url}/${name}.git`,
    }));
    const idsOf = async (of: string) => (await api.call<{ id: string }[]>('GET', of)).body.map(({ id }) => id);
    expect(await idsOf(path)).toEqual(['acme', 'northwind']);
    expect(await idsOf(`${path}/northwind/suborganizations`)).toEqual(['northwind', 'northwind/web']);
    const repositories = (sub: string) =>
      api.call<{ name: string }[]>('GET', `${path}/northwind/suborganizations/${encodeURIComponent(sub)}/repos`);
    const { body } = await repositories('northwind/web');
    expect(body.map(({ name }) => name)).toEqual(['northwind/web/app', 'northwind/web/cart']);
    expect((await repositories('acme/web')).body).toEqual([]);
    expect((await api.call('GET', path, { as: stranger })).status).toBe(404);
    service.answer = 201;
  });

  it('has the branches of a repository that is named by owner and name, for its administrators', async () => {
    const query = 'provider=Gitlab&owner=northwind&repo=shop';
    const { body } = await api.call<Static<typeof BranchView>[]>('GET', `/branches?${query}`);
    expect(body).toEqual([{ name: 'main', commit: service.commit }]);
    const refused = await api.call<ErrorBody>('GET', '/branches?provider=BitBucketServer&owner=a&repo=b');
    expect(refused.body.errors).toEqual([
      { field: 'provider', message: 'You must authorize a Git provider before you can add a repository' },
    ]);
    const user = await api.newPerson(api.admin.accountId, 'USER');
    const own = await api.call('GET', `/branches?${query}`, { as: user });
    const others = await api.call('GET', '/branches?provider=Gitlab&owner=northwind&repo=other', { as: user });
    expect([own.status, others.status]).toEqual([200, 404]);
  });

  it('gives a project without code its repository, once', async () => {
    const named = { gitProvider: 'Gitlab', gitOwner: 'northwind', gitRepo: 'shop' };
    const { id } = await api.done('POST', '/projects', {
      body: { name: 'Uploads', key: 'uploads', testingFramework: 'Playwright' },
    });
    const attach = (body: object) => api.call<ErrorBody>('POST', `/projects/${id}/attach-test-code`, { body });
    expect((await attach({})).body.errors).toEqual([{ field: 'gitUrl', message: "Can't be blank" }]);
    expect((await attach({ gitProvider: 'Gitlab', gitRepo: 'shop' })).body.errors).toEqual([
      { field: 'gitOwner', message: "Can't be blank" },
    ]);
    expect((await attach({ ...named, gitRepo: 'gone' })).body.code).toBe('git.unreachable');
    await api.done('POST', `/projects/${id}/attach-test-code`, { body: named });
    const { body } = await api.call<ProjectView>('GET', `/projects/${id}`);
    expect(body).toMatchObject({ gitUrl: service.repositoryUrl, defaultBranch: 'main', hasRepo: true });
    expect((await attach(named)).body.code).toBe('project.hasTestCode');
  });

  it('takes owner and name of a repository in place of its URL, and the URL where both were sent back', async () => {
    const change = (body: object) => api.call<ErrorBody>('PUT', `/projects/${projectId}`, { body });
    const gitUrl = async () => (await api.call<ProjectView>('GET', `/projects/${projectId}`)).body.gitUrl;
    const changed = (body: object) => api.done('PUT', `/projects/${projectId}`, { body });
    await changed({ gitProvider: 'GitHub', gitOwner: 'northwind', gitRepo: 'web' });
    expect(await gitUrl()).toBe('https://github.com/northwind/web.git');
    await changed({ gitRepo: 'app' });
    expect(await gitUrl()).toBe('https://github.com/northwind/app.git');
    const both = { gitUrl: 'https://github.com/acme/shop.git', gitProvider: 'GitHub', gitOwner: 'acme' };
    expect((await change({ ...both, gitRepo: 'other' })).body.errors).toEqual([
      { field: 'gitRepo', message: 'This is not the repository of the Git URL' },
    ]);
    const { body: shown } = await api.call<ProjectView>('GET', `/projects/${projectId}`);
    await changed({ ...shown, gitUrl: service.repositoryUrl });
    expect(await gitUrl()).toBe(service.repositoryUrl);
  });

  it('gives the token to the agent that runs the tests, and shows it to nobody', async () => {
    const agent = await registerAgent(api);
    await api.done('POST', '/test-runs', { body: { project: 'shop', environment: 'test' } });
    const { run } = await agent.takeWork();
    expect(run.settings.gitUrl).toBe(service.repositoryUrl.replace('://', `://oauth2:${token}@`));
    const { body: project } = await api.call<ProjectView>('GET', `/projects/${projectId}`);
    expect(project.gitUrl).toBe(service.repositoryUrl);
    const kept = await api.documentStore.db('assay_ops').collection('workUnits').find().toArray();
    expect(kept.length).toBeGreaterThan(0);
    expect(JSON.stringify(kept)).not.toContain(token);
  });

  it('shows at the commit how its runs stand', async () => {
    const { body: good } = await upload(passed('adds'));
    const told = await untilTold(good.id);
    expect(told[0]).toMatchObject({ run: 'Shop #2', commit: service.commit, state: 'done', detail: '201' });
    const [request] = service.asked.slice(-1);
    expect(request).toMatchObject({
      method: 'POST',
      path: `/api/v4/projects/northwind%2Fshop/statuses/${service.commit}`,
      token,
    });
    expect(JSON.parse(request?.body ?? '')).toEqual({
      state: 'success',
      name: 'Assay / Shop on Test',
      description: '1 test passed',
      target_url: `http://localhost:3000/acme/test-runs/${good.id}`,
    });
    const { body: bad } = await upload(passed('adds'), failed('pays'));
    await untilTold(bad.id);
    expect(JSON.parse(service.asked.at(-1)?.body ?? '')).toMatchObject({
      state: 'failed',
      description: '1 of 2 tests failed',
    });
  });

  it('that refuses a status says why, and is not asked again', async () => {
    service.answer = 403;
    const { body } = await upload(passed('adds'));
    const told = await untilTold(body.id);
    const detail = '403: the token may not set statuses of commits';
    expect(told[0]).toMatchObject({ state: 'refused', detail });
    service.answer = 201;
  });

  it('has one comment on each open pull request, which is changed from then on', async () => {
    const notes: { id: number; body: string }[] = [];
    service.reply = ({ method, path, body }) => {
      if (path.includes(`/commits/${service.commit}/merge_requests`)) {
        const merged = { iid: 6, state: 'merged' };
        return { status: 200, body: [{ iid: 7, state: 'opened' }, merged] };
      }
      if (!path.includes('/merge_requests/7/notes')) return null;
      const text = method === 'GET' ? '' : (JSON.parse(body) as { body: string }).body;
      if (method === 'POST') notes.push({ id: 70 + notes.length, body: text });
      if (method === 'PUT') Object.assign(notes[0] ?? {}, { body: text });
      return { status: 200, body: method === 'GET' ? notes : {} };
    };
    const path = `/authorizations/${authorizationId}`;
    await api.done('PATCH', path, { body: { commentsOnPullRequests: true } });
    const told = async (id: string) =>
      eventually(async () => {
        const all = (await statuses()).filter(({ testRunId, kind }) => testRunId === id && kind === 'comment');
        return all.length > 0 && all.every(({ state }) => state !== 'waiting') ? all[0] : null;
      });
    const { body: good } = await upload(passed('adds'));
    expect(await told(good.id)).toMatchObject({ state: 'done', detail: '200 on #7' });
    expect(notes).toHaveLength(1);
    expect(notes[0]?.body).toContain(`/acme/test-runs/${good.id})`);
    expect(notes[0]?.body).toContain('✅');
    const { body: bad } = await upload(passed('adds'), failed('pays'));
    await told(bad.id);
    expect(notes).toHaveLength(1);
    expect(notes[0]?.body).toMatch(/❌.*1 of 2 passed, 1 failed/);
    expect(notes[0]?.body).not.toContain(good.id);
    await api.done('PATCH', path, { body: { commentsOnPullRequests: false } });
    service.reply = () => null;
  });

  it('tells of pushes, signed by a secret that is shown once: branches and commits are fresh at once', async () => {
    const branch = async () =>
      (await api.call<Static<typeof BranchView>[]>('GET', `/projects/${projectId}/branches`)).body[0]?.commit;
    const newest = async () =>
      (await api.call<{ id: string }[]>('GET', `/projects/${projectId}/commits?branch=main`)).body[0]?.id;
    const made = await api.call<{ url: string; secret: string }>('POST', `/authorizations/${authorizationId}/webhook`);
    const hook = `/hooks/git/${authorizationId}`;
    expect(made.body.url).toBe(`https://assay.example.org/api${hook}`);
    expect(JSON.stringify((await api.call('GET', '/authorizations')).body)).not.toContain(made.body.secret);
    const body = { project: { path_with_namespace: 'Northwind/shop' } };
    const push = (token: string, event = 'Push Hook', to = hook) =>
      api.call<ErrorBody>('POST', to, {
        as: null,
        body,
        headers: { 'x-gitlab-token': token, 'x-gitlab-event': event },
      });
    const before = [await branch(), await newest()];
    const commit = await service.push('more.js', '1');
    expect([await branch(), await newest()]).toEqual(before);
    const refused = [await push('guessed'), await push(made.body.secret, 'Push Hook', '/hooks/git/no.GitHub')];
    expect(refused.map(({ status, body: { code } }) => [status, code])).toEqual([
      [401, 'webhook.unsigned'],
      [401, 'webhook.unsigned'],
    ]);
    expect((await push(made.body.secret, 'Note Hook')).status).toBe(204);
    expect([await branch(), await newest()]).toEqual(before);
    for (const _ of [1, 2]) expect((await push(made.body.secret)).status).toBe(204);
    await eventually(async () => ((await branch()) === commit && (await newest()) === commit) || null);
    const large = { as: null, body: { text: 'x'.repeat(3 * 1024 * 1024) } };
    expect((await api.call<ErrorBody>('POST', hook, large)).body.code).toBe('request.tooLarge');
    expect((await api.call<ErrorBody>('POST', hook, { ...large, body: Buffer.from('x') })).status).toBe(415);
  });

  it('shows another account nothing of it', async () => {
    const path = `/authorizations/${authorizationId}/commit-statuses`;
    expect((await api.call('GET', path, { as: stranger })).status).toBe(404);
  });

  it('is told nothing after it was disconnected, and its repositories are private again', async () => {
    await api.done('DELETE', `/authorizations/${authorizationId}`);
    const asked = service.asked.length;
    await upload(passed('adds'));
    const look = { body: { gitUrl: service.repositoryUrl } };
    expect((await api.call<ErrorBody>('POST', '/projects/proposals', look)).body.code).toBe('git.unreachable');
    // A run later on of an account that is connected shows that the earlier one had its turn.
    authorizationId = (await connect()).id;
    const { body } = await upload(passed('adds'));
    await untilTold(body.id);
    expect(service.asked.slice(asked).every((request) => request.body.includes(body.id))).toBe(true);
  });
});
