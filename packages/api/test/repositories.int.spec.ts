import { execFileSync } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { CommitView, ErrorBody, ProjectView } from '@assay/contract';
import { projectDecider } from '@assay/domain';
import { type ApiUnderTest, startApi } from './apiUnderTest.ts';

describe('repositories of projects', () => {
  let api: ApiUnderTest;
  let repository: string;
  let projectId: string;
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.com', ...args], {
      cwd: repository,
      encoding: 'utf8',
    }).trim();

  beforeAll(async () => {
    api = await startApi();
    repository = join(api.dataDir, 'shop');
    await mkdir(repository);
    git('init', '--quiet', '--initial-branch=main');
    for (const message of ['Add the cart', 'Add the checkout\n\nWith a body.']) {
      await writeFile(join(repository, 'shop.txt'), message);
      git('add', '.');
      git('commit', '--quiet', '-m', message);
    }
    git('branch', 'feature/one');
    projectId = await project('Shop', repository);
  });
  afterAll(() => api.stop());

  async function project(name: string, gitUrl: string): Promise<string> {
    const key = name.toLowerCase().replaceAll(' ', '-');
    const body = { name, key, gitUrl, defaultBranch: 'main', testingFramework: 'Playwright' };
    return (await api.done('POST', '/projects', { body })).id;
  }

  it('show their branches', async () => {
    const { body } = await api.call('GET', `/projects/${projectId}/branches`);
    const commit = git('rev-parse', 'main');
    expect(body).toEqual([
      { name: 'feature/one', commit },
      { name: 'main', commit },
    ]);
  });

  it('show the commits of a branch, and one of them in full', async () => {
    const { body } = await api.call<CommitView[]>('GET', `/projects/${projectId}/commits?branch=main`);
    expect(body.map(({ message, user }) => [message, user])).toEqual([
      ['Add the checkout', 'Ada'],
      ['Add the cart', 'Ada'],
    ]);
    const newest = body[0]?.id ?? '';
    expect(newest).toBe(git('rev-parse', 'main'));
    // The branch is optional: without it, the default branch is listed.
    expect((await api.call('GET', `/projects/${projectId}/commits`)).body).toEqual(body);
    const one = await api.call<CommitView>('GET', `/projects/${projectId}/commits/${newest.slice(0, 10)}`);
    expect(one.body).toMatchObject({ id: newest, message: 'Add the checkout\n\nWith a body.' });
    expect((await api.call('GET', `/projects/${projectId}/commits/${'0'.repeat(40)}`)).status).toBe(404);
    expect((await api.call('GET', `/projects/${projectId}/commits/main`)).status).toBe(404);
  });

  it.each(['--upload-pack=touch', '..', 'a b', 'a:b', '-x'])('reject %j as a branch', async (branch) => {
    const path = `/projects/${projectId}/commits?branch=${encodeURIComponent(branch)}`;
    expect((await api.call('GET', path)).status).toBe(400);
  });

  it.each([
    ['nothing there', '/no/such/repository'],
    ['a password', 'https://ada:s3cret@127.0.0.1:9/shop.git'],
  ])('say why they cannot be read: %s', async (name, gitUrl) => {
    await expectUnreachable(await project(name, gitUrl));
  });

  it.each([
    ['an option', '--upload-pack=touch /tmp/injected'],
    ['another transport', 'ext::sh -c "touch /tmp/injected"'],
  ])('are refused if they cannot be cloned, and run nothing if recorded earlier: %s', async (name, gitUrl) => {
    await expect(project(name, gitUrl)).rejects.toThrow('"field":"gitUrl","message":"Invalid URL"');
    const id = await project(name, repository);
    const changed = await api.eventLog.handle(
      projectDecider,
      id,
      { type: 'changeProject', settings: { gitUrl } },
      {
        accountId: api.admin.accountId,
        actor: { kind: 'user', id: api.admin.userId },
        occurredAt: new Date().toISOString(),
        $correlationId: id,
      },
    );
    expect(changed.events).toHaveLength(1);
    await api.caughtUp();
    await expectUnreachable(id);
  });

  it('show no user and password, and keep them when they are sent back as shown', async () => {
    const gitUrl = 'https://ada:s3cret@127.0.0.1:9/kept.git';
    const id = await project('Kept', gitUrl);
    const shown = await api.call<ProjectView>('GET', `/projects/${id}`);
    expect(shown.body.gitUrl).toBe('https://***@127.0.0.1:9/kept.git');
    const { status } = await api.call('PUT', `/projects/${id}`, {
      body: { gitUrl: shown.body.gitUrl, defaultBranch: 'next' },
    });
    expect(status).toBe(200);
    const { state } = await api.eventLog.load(projectDecider, id);
    expect(state).toMatchObject({ settings: { gitUrl, defaultBranch: 'next' } });
    expect(JSON.stringify((await api.call('GET', '/projects')).body)).not.toContain('s3cret');
  });

  it('have an address that the operator allows', async () => {
    const body = { name: 'H', key: 'h', defaultBranch: 'main', testingFramework: 'Playwright' };
    const gitUrl = 'http://git.example.org/shop.git';
    expect(await api.call('POST', '/projects', { body: { ...body, gitUrl } })).toMatchObject({
      status: 400,
      body: { errors: [{ field: 'gitUrl', message: 'Use one of these protocols: https, ssh, git.' }] },
    });
  });

  async function expectUnreachable(id: string): Promise<void> {
    for (const path of ['branches', 'commits?branch=main']) {
      const { status, body } = await api.call<ErrorBody>('GET', `/projects/${id}/${path}`);
      expect({ status, code: body.code }).toEqual({ status: 409, code: 'git.unreachable' });
      expect(body.message).toMatch(/^The repository .+ cannot be read\. ./);
      expect(body.message).not.toContain('s3cret');
    }
  }
});
