import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { linkExternalIdentity } from '@assay/application';
import type { CodeOwnersView } from '@assay/contract';
import { type ApiUnderTest, startApi } from './apiUnderTest.ts';
import { gitIn } from './gitIn.ts';

describe('the owners of a test file', () => {
  let api: ApiUnderTest;
  let repository: string;
  let projectId: string;
  let git: ReturnType<typeof gitIn>;

  async function commit(files: Record<string, string>): Promise<string> {
    git('rm', '-r', '--quiet', '--ignore-unmatch', '.');
    for (const [path, text] of Object.entries(files)) {
      await mkdir(dirname(join(repository, path)), { recursive: true });
      await writeFile(join(repository, path), text);
    }
    git('add', '.');
    git('commit', '--quiet', '-m', 'Work');
    return git('rev-parse', 'HEAD');
  }
  const ownersOf = async (id: string, file: string, of = projectId) =>
    (await api.call<CodeOwnersView>('GET', `/projects/${of}/code-owners?${new URLSearchParams({ commit: id, file })}`))
      .body;

  beforeAll(async () => {
    api = await startApi();
    repository = join(api.dataDir, 'owned');
    await mkdir(repository);
    git = gitIn(repository);
    git('init', '--quiet', '--initial-branch=main');
    // As git services do: contents come by their ids alone.
    git('config', 'uploadpack.allowFilter', 'true');
    git('config', 'uploadpack.allowAnySHA1InWant', 'true');
    const settings = { gitUrl: `file://${repository}`, defaultBranch: 'main', testingFramework: 'Playwright' };
    const body = { name: 'Owned', key: 'owned', workingDirectory: 'web', ...settings };
    projectId = (await api.done('POST', '/projects', { body })).id;
  });
  afterAll(() => api.stop());

  it('are those of the commit, as its CODEOWNERS file names them, and members by their address', async () => {
    const before = await commit({ 'web/cart.spec.ts': 'a', CODEOWNERS: '* @everyone\n' });
    const now = await commit({
      'web/cart.spec.ts': 'b',
      CODEOWNERS: '* @unused\n',
      '.github/CODEOWNERS': `# Owners\n*.ts @acme/web\n/web/ ${api.admin.email.toUpperCase()} @acme/shop\n`,
    });
    expect(await ownersOf(now, 'cart.spec.ts')).toEqual({
      path: '.github/CODEOWNERS',
      rules: [
        {
          line: 3,
          section: null,
          owners: [
            { name: api.admin.email.toUpperCase(), userId: api.admin.userId, team: null },
            { name: '@acme/shop', userId: null, team: null },
          ],
        },
      ],
    });
    expect(await ownersOf(before, 'cart.spec.ts')).toEqual({
      path: 'CODEOWNERS',
      rules: [{ line: 1, section: null, owners: [{ name: '@everyone', userId: null, team: null }] }],
    });
  });

  it('are those of each section where the file has the syntax of GitLab', async () => {
    const text = '* @all\n\n[Pages] @pages\n*.spec.ts\n';
    const id = await commit({ 'tests/a.spec.ts': 'a', '.gitlab/CODEOWNERS': text });
    expect(await ownersOf(id, 'tests/a.spec.ts')).toMatchObject({
      path: '.gitlab/CODEOWNERS',
      rules: [
        { line: 1, section: null },
        { line: 4, section: 'Pages', owners: [{ name: '@pages' }] },
      ],
    });
  });

  it('are missing where the commit, the file or a rule is missing', async () => {
    const id = await commit({ 'tests/a.spec.ts': 'a' });
    const none = { path: null, rules: [] };
    expect(await ownersOf(id, 'tests/a.spec.ts')).toEqual(none);
    expect(await ownersOf('0'.repeat(40), 'tests/a.spec.ts')).toEqual(none);
    expect(await ownersOf('main', 'tests/a.spec.ts')).toEqual(none);
    const ruled = await commit({ 'tests/a.spec.ts': 'a', 'docs/CODEOWNERS': '/src/ @src\n* @all\n/tests/\n' });
    expect((await ownersOf(ruled, 'tests/a.spec.ts')).rules).toEqual([{ line: 3, section: null, owners: [] }]);
    expect(await ownersOf(ruled, 'tests/gone.spec.ts')).toEqual({ path: 'docs/CODEOWNERS', rules: [] });
  });

  it('are not read from a file that is too long, and other files of the name do no harm', async () => {
    const id = await commit({
      'a.spec.ts': 'a',
      CODEOWNERS: `* @all\n#${'x'.repeat(600_000)}`,
      'b/CODEOWNERS': '* @b',
    });
    expect(await ownersOf(id, 'a.spec.ts')).toEqual({ path: null, rules: [] });
  });

  it('are not looked up for a path of more than 1,000 characters', async () => {
    await commit({ 'web/short.spec.ts': 'a', CODEOWNERS: '* @all\n' });
    const content = git('rev-parse', 'HEAD:web/short.spec.ts');
    git('update-index', '--add', '--cacheinfo', `100644,${content},${'folder/'.repeat(150)}long.spec.ts`);
    git('commit', '--quiet', '-m', 'Long');
    const id = git('rev-parse', 'HEAD');
    expect((await ownersOf(id, 'short.spec.ts')).rules).toHaveLength(1);
    expect(await ownersOf(id, 'long.spec.ts')).toEqual({ path: 'CODEOWNERS', rules: [] });
  });

  it('are members by the name that they have linked at the server of the repository', async () => {
    const { userId } = api.admin;
    const github = {
      provider: 'github',
      issuer: 'https://git.example.org',
      subject: '7',
      email: 'ada@git.example.org',
    };
    const signed = { occurredAt: new Date().toISOString(), $correlationId: 'test' };
    const context = { ...signed, accountId: null, actor: { kind: 'user' as const, id: userId } };
    await linkExternalIdentity(api, userId, { ...github, username: 'ada-l' }, context);
    await api.caughtUp();
    const people = await api.readModels.of(api.admin.accountId).namedPeople();
    expect(people.find((person) => person.userId === userId)).toMatchObject({
      emails: [api.admin.email, 'ada@git.example.org'],
      usernames: [{ host: 'git.example.org', username: 'ada-l' }],
    });
  });

  it('are the members of a team of the account, and never one of another account', async () => {
    const other = await api.newAccount('others');
    const grace = await api.newPerson(api.admin.accountId, 'USER');
    const foreign = { as: other, body: { name: 'Payments' } };
    const theirs = (await api.done('POST', '/team', foreign)).id;
    await api.done('POST', `/team/${theirs}/user/${other.userId}`, { as: other });
    const team = (await api.done('POST', '/team', { body: { name: 'Web Shop' } })).id;
    await api.done('POST', `/team/${team}/user/${grace.userId}`);
    await api.caughtUp();
    const id = await commit({ 'a.spec.ts': 'a', CODEOWNERS: '* @acme/web-shop @acme/payments\n' });
    expect((await ownersOf(id, 'a.spec.ts')).rules[0]?.owners).toEqual([
      { name: '@acme/web-shop', userId: null, team: { id: team, name: 'Web Shop', userIds: [grace.userId] } },
      { name: '@acme/payments', userId: null, team: null },
    ]);
  });

  it('are not shown to another account', async () => {
    const other = await api.newAccount('elsewhere');
    const path = `/projects/${projectId}/code-owners?commit=c0ffee&file=a.spec.ts`;
    expect((await api.call('GET', path, { as: other })).status).toBe(404);
  });
});
