import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { FlakyTestOwners } from '@assay/contract';
import { type ApiUnderTest, type CallOptions, startApi } from './apiUnderTest.ts';
import { gitIn } from './gitIn.ts';
import { uploadForm } from './uploadForm.ts';

const report = (outcome: string, ...files: string[]) => {
  const cases = files.map((file) => `<testcase name="of ${file}" file="${file}">${outcome}</testcase>`);
  return [{ name: 'r.xml', content: `<testsuite name="s">${cases.join('')}</testsuite>` }];
};

describe('the code owners of flaky tests', () => {
  let api: ApiUnderTest;
  let environmentId: string;
  let shop: string;
  let gone: string;

  /** A project whose tests of the files passed and failed on one commit. */
  async function newFlakyProject(key: string, gitUrl: string, commit: string, files: string[]): Promise<string> {
    const body = { name: key, key, gitUrl, testingFramework: 'Playwright' };
    const projectId = (await api.done('POST', '/projects', { body })).id;
    await api.caughtUp();
    const fields = { projectId, environmentId, commit, branch: 'main' };
    for (const outcome of ['<failure message="late">at a.ts:1</failure>', '', '']) {
      await uploadForm(api, fields, report(outcome, ...files));
    }
    return projectId;
  }

  async function ownersOf(options: CallOptions = {}): Promise<FlakyTestOwners> {
    const [start, end] = [-1, 1].map((days) => new Date(Date.now() + days * 24 * 3_600_000).toISOString());
    const path = `/test-runs/flaky-test-owners?start=${start}&end=${end}`;
    return (await api.call<FlakyTestOwners>('GET', path, options)).body;
  }

  beforeAll(async () => {
    api = await startApi();
    const repository = join(api.dataDir, 'owned');
    await mkdir(repository);
    const git = gitIn(repository);
    git('init', '--quiet', '--initial-branch=main');
    const owners = `pay.spec.ts ${api.admin.email}\ncart.spec.ts @acme/web-shop\n`;
    const files = { 'pay.spec.ts': '', 'cart.spec.ts': '', 'free.spec.ts': '', CODEOWNERS: owners };
    for (const [file, text] of Object.entries(files)) await writeFile(join(repository, file), text);
    git('add', '.');
    git('commit', '--quiet', '-m', 'Work');
    const commit = git('rev-parse', 'HEAD');
    environmentId = (await api.done('POST', '/environments', { body: { name: 'Test', key: 'test' } })).id;
    const team = (await api.done('POST', '/team', { body: { name: 'Web Shop' } })).id;
    await api.done('POST', `/team/${team}/user/${api.admin.userId}`);
    shop = await newFlakyProject('shop', repository, commit, ['pay.spec.ts', 'cart.spec.ts', 'free.spec.ts']);
    gone = await newFlakyProject('gone', join(api.dataDir, 'missing'), commit, ['pay.spec.ts']);
  });
  afterAll(() => api.stop());

  it('are members and teams, for all tests in one answer, with the projects that could not be read', async () => {
    const { tests, unreadProjectIds } = await ownersOf();
    const { userId, email } = api.admin;
    const found = tests.map(({ projectId, owners }) => [projectId, owners] as const);
    expect(found).toHaveLength(2);
    expect(found).toEqual(
      expect.arrayContaining([
        [shop, [{ name: email, userId, team: null }]],
        [shop, [expect.objectContaining({ userId: null, team: expect.objectContaining({ userIds: [userId] }) })]],
      ]),
    );
    expect(unreadProjectIds).toEqual([gone]);
  });

  it('are not shown to another account', async () => {
    const other = await api.newAccount('elsewhere');
    expect(await ownersOf({ as: other })).toEqual({ tests: [], unreadProjectIds: [] });
  });
});
