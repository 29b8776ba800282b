import { execFileSync } from 'node:child_process';
import { mkdir, readdir, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { CommitView, ErrorBody, ProjectView, RepositoryProposals } from '@assay/contract';
import { projectDecider } from '@assay/domain';
import { eventually } from '../../../test/support/eventually.ts';
import { type ApiUnderTest, startApi } from './apiUnderTest.ts';
import { gitIn } from './gitIn.ts';

describe('repositories of projects', () => {
  let api: ApiUnderTest;
  let repository: string;
  let projectId: string;
  let git: ReturnType<typeof gitIn>;

  beforeAll(async () => {
    api = await startApi();
    repository = join(api.dataDir, 'shop');
    await mkdir(repository);
    git = gitIn(repository);
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
    expect(one.body).toEqual({
      id: newest,
      user: 'Ada',
      userId: null,
      date: expect.any(String),
      message: 'Add the checkout\n\nWith a body.',
    });
    expect((await api.call('GET', `/projects/${projectId}/commits/${'0'.repeat(40)}`)).status).toBe(404);
    expect((await api.call('GET', `/projects/${projectId}/commits/main`)).status).toBe(404);
  });

  it('say which member wrote a commit, by the e-mail address', async () => {
    const email = api.admin.email.toUpperCase();
    git('-c', `user.email=${email}`, 'commit', '--quiet', '--allow-empty', '-m', 'Sign it');
    const one = await api.call<CommitView>('GET', `/projects/${projectId}/commits/${git('rev-parse', 'HEAD')}`);
    expect(one.body).toMatchObject({ message: 'Sign it', user: 'Ada', userId: api.admin.userId });
    expect(JSON.stringify(one.body)).not.toContain(email);
  });

  it('are read up to a limit, whatever their commits say', async () => {
    const commitWith = (...messages: string[]) => {
      const tree = git('rev-parse', 'HEAD^{tree}');
      for (const message of messages) {
        const order = ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.com', 'commit-tree', tree, '-p', 'HEAD'];
        const made = execFileSync('git', [...order, '-F', '-'], { cwd: repository, input: message, encoding: 'utf8' });
        git('update-ref', 'refs/heads/loud', made.trim());
      }
      return project(`Loud ${messages[0]?.length}`, repository);
    };
    const bounded = await commitWith('s'.repeat(100_000));
    const listed = await api.call<CommitView[]>('GET', `/projects/${bounded}/commits?branch=loud`);
    expect(listed.body[0]?.message).toBe('s'.repeat(1000));
    const one = await api.call<CommitView>('GET', `/projects/${bounded}/commits/${git('rev-parse', 'loud')}`);
    expect(one.body.message).toBe('s'.repeat(64 * 1024));
    // Answers are cached: this one is of another account's copy.
    await commitWith('s'.repeat(17 * 1024 ** 2));
    const stranger = await api.newAccount('loud');
    const body = { name: 'Loud', key: 'loud', gitUrl: repository, testingFramework: 'Playwright' };
    const { id } = await api.done('POST', '/projects', { as: stranger, body: { ...body, defaultBranch: 'loud' } });
    for (const path of ['commits', `commits/${git('rev-parse', 'loud')}`]) {
      const refused = await api.call<ErrorBody>('GET', `/projects/${id}/${path}`, { as: stranger });
      expect([refused.status, refused.body.code]).toEqual([409, 'git.unreachable']);
      expect(refused.body.message).toContain('Git says more than 16 MiB about it.');
    }
    git('branch', '-D', 'loud');
  });

  it('give a project the branch that their HEAD names, unless it names one', async () => {
    const branchOf = async (key: string, settings: object) => {
      const body = { name: key, key, testingFramework: 'Playwright', ...settings };
      const { id } = await api.done('POST', '/projects', { body });
      await api.caughtUp();
      return (await api.call<ProjectView>('GET', `/projects/${id}`)).body.defaultBranch;
    };
    expect(await branchOf('head', { gitUrl: repository })).toBe('main');
    expect(await branchOf('named', { gitUrl: repository, defaultBranch: 'feature/one' })).toBe('feature/one');
    expect(await branchOf('unreachable', { gitUrl: '/no/such/repository' })).toBe('master');
    expect(await branchOf('without', {})).toBe('master');
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

  describe('that are looked at', () => {
    let looked: string;
    let inLooked: ReturnType<typeof gitIn>;
    const look = (gitUrl: string, branch?: string) =>
      api.call<RepositoryProposals & ErrorBody>('POST', '/projects/proposals', { body: { gitUrl, branch } });

    beforeAll(async () => {
      looked = join(api.dataDir, 'checkout-web.git');
      await mkdir(join(looked, 'e2e'), { recursive: true });
      inLooked = gitIn(looked);
      inLooked('init', '--quiet', '--initial-branch=develop');
      await writeFile(join(looked, 'package.json'), '{"devDependencies": {"@playwright/test": "1.65.0"}}');
      await writeFile(join(looked, 'e2e/cart.spec.ts'), "test('adds @smoke', () => {});");
      await writeFile(join(looked, 'playwright.config.ts'), 'export default {};');
      await symlink('/etc/passwd', join(looked, 'wdio.conf.ts'));
      inLooked('add', '.');
      inLooked('commit', '--quiet', '-m', 'Begin');
      inLooked('checkout', '--quiet', '-b', 'old');
      inLooked('rm', '--quiet', 'playwright.config.ts', 'e2e/cart.spec.ts', 'package.json');
      inLooked('commit', '--quiet', '-m', 'Without tests');
      inLooked('checkout', '--quiet', 'develop');
    });

    it.each([false, true])(
      'say which projects they would make; their server sends only what is asked for: %s',
      async (filters) => {
        inLooked('config', 'uploadpack.allowFilter', String(filters));
        const { status, body } = await look(looked);
        expect(status).toBe(200);
        expect(body).toMatchObject({ defaultBranch: 'develop', branch: 'develop', fileCount: 3 });
        expect(body.branches.map(({ name }) => name)).toEqual(['develop', 'old']);
        expect(body.commit).toBe(body.branches[0]?.commit);
        expect(
          body.proposals.map(({ name, settings }) => [name, settings.testingFramework, settings.testTags]),
        ).toEqual([['checkout-web', 'Playwright', ['@smoke']]]);
        expect((await api.call<ProjectView[]>('GET', '/projects')).body.map(({ key }) => key)).not.toContain(
          'checkout-web',
        );
      },
    );

    it('are looked at on another branch, which has to be there', async () => {
      expect((await look(looked, 'old')).body).toMatchObject({ branch: 'old', fileCount: 0, proposals: [] });
      expect(await look(looked, 'gone')).toMatchObject({
        status: 400,
        body: { errors: [{ field: 'branch', message: 'There is no such branch' }] },
      });
    });

    it.each([
      ['nothing there', '/no/such/repository'],
      ['a host that does not answer', 'https://ada:s3cret@127.0.0.1:9/shop.git'],
    ])('say why they cannot be: %s', async (_, gitUrl) => {
      const { status, body } = await look(gitUrl);
      expect({ status, code: body.code }).toEqual({ status: 409, code: 'git.unreachable' });
      expect(body.message).toMatch(/^The repository .+ cannot be read\. ./);
      expect(JSON.stringify(body)).not.toContain('s3cret');
    });

    it('say that they have no commit yet', async () => {
      const empty = join(api.dataDir, 'empty');
      execFileSync('git', ['init', '--quiet', empty]);
      expect((await look(empty)).body.message).toContain('It has no commit yet.');
    });

    it.each(['http://git.example.org/shop.git', 'ext::sh -c id', '--upload-pack=id', 'file://server/shop'])(
      'have an address that the operator allows: %s',
      async (gitUrl) => {
        const { status, body } = await look(gitUrl);
        expect({ status, fields: body.errors?.map(({ field }) => field) }).toEqual({ status: 400, fields: ['gitUrl'] });
      },
    );

    it('leave no copy behind', async () => {
      const copies = async () => (await readdir(tmpdir())).filter((name) => name.startsWith('assay-look-'));
      const before = new Set(await copies());
      await Promise.all([look(looked), look(looked), look('/no/such/repository')]);
      // Other specs look at repositories in the same folder meanwhile.
      await eventually(async () => expect((await copies()).filter((name) => !before.has(name))).toEqual([]));
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
