import type { BranchView, ErrorBody, ProjectView, RepositoryProposals } from '@assay/contract';
import type { Static } from 'typebox';
import { eventually } from '../../../test/support/eventually.ts';
import type { GitServer } from '../../../test/support/gitServer.ts';
import { registerAgent } from './agentUnderTest.ts';
import type { ApiUnderTest, Person } from './apiUnderTest.ts';
import { type GitServiceUnderTest, gitToken, startGitServiceUnderTest } from './gitServiceUnderTest.ts';

describe('a connected git service', () => {
  let service: GitServer;
  let api: ApiUnderTest;
  let stranger: Person;
  let projectId: string;
  let authorizationId: string;
  let under: GitServiceUnderTest;
  beforeAll(async () => {
    under = await startGitServiceUnderTest();
    ({ service, api, stranger, projectId } = under);
  });
  afterAll(() => under.stop());

  it('lets nobody read its private repositories before', async () => {
    const look = { body: { gitUrl: service.repositoryUrl } };
    const { status, body } = await api.call<ErrorBody>('POST', '/projects/proposals', look);
    expect([status, body.code]).toEqual([409, 'git.unreachable']);
  });

  it('lets its private repositories be read, by this account only', async () => {
    authorizationId = (await under.connect()).id;
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
    await under.connect(rival, 'glpat-of-somebody-else');
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
      token: gitToken,
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
    const parts = [
      '',
      '/northwind/suborganizations',
      '/northwind/suborganizations/northwind/repos',
      '/a/suborganizations/b/repos',
    ];
    for (const part of parts) {
      expect((await api.call('GET', `${path}${part}`, { as: stranger })).status).toBe(404);
      expect((await api.call('GET', `/authorizations/unknown/organizations${part}`)).status).toBe(404);
    }
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
    expect(run.settings.gitUrl).toBe(service.repositoryUrl.replace('://', `://oauth2:${gitToken}@`));
    const { body: project } = await api.call<ProjectView>('GET', `/projects/${projectId}`);
    expect(project.gitUrl).toBe(service.repositoryUrl);
    const kept = await api.documentStore.db('assay_ops').collection('workUnits').find().toArray();
    expect(kept.length).toBeGreaterThan(0);
    expect(JSON.stringify(kept)).not.toContain(gitToken);
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

  it('that was disconnected has private repositories again', async () => {
    await api.done('DELETE', `/authorizations/${authorizationId}`);
    const look = { body: { gitUrl: service.repositoryUrl } };
    expect((await api.call<ErrorBody>('POST', '/projects/proposals', look)).body.code).toBe('git.unreachable');
  });
});
