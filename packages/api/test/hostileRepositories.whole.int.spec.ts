import { execFileSync } from 'node:child_process';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { AccountId, CommitView } from '@assay/contract';
import { proxiesOf } from '@assay/proxies';
import { diskUsage } from '../../runner-agent/src/process/diskUsage.ts';
import { repositoryReader } from '../src/git/repositoryReader.ts';
import { type ApiUnderTest, startApi } from './apiUnderTest.ts';

describe('repositories that attack the service which shows their commits', () => {
  let api: ApiUnderTest;
  beforeAll(async () => {
    api = await startApi();
  });
  afterAll(() => api.stop());

  async function repositoryOf(name: string, commands: string): Promise<string> {
    const repository = join(api.dataDir, name);
    await mkdir(repository);
    const git = 'git -c user.name=Ada -c user.email=ada@example.com -c core.compression=0 -c core.bigFileThreshold=1m';
    execFileSync('/bin/bash', ['-ec', `git init --quiet --initial-branch=main\n${commands.replaceAll('GIT', git)}`], {
      cwd: repository,
    });
    return repository;
  }

  async function projectOf(name: string, commands: string): Promise<string> {
    const gitUrl = await repositoryOf(name, commands);
    const body = { name, key: name, gitUrl, defaultBranch: 'main', testingFramework: 'Playwright' };
    return (await api.done('POST', '/projects', { body })).id;
  }

  it('cannot fill its disk: a copy ends at its limit and is removed', async () => {
    const folder = await repositoryOf(
      'large',
      'head -c 10M /dev/urandom > large.bin\nGIT add .\nGIT commit --quiet -m Large\nrm large.bin',
    );
    const copies = join(api.dataDir, 'limited-copies');
    const addresses = {
      protocols: ['file'],
      hosts: null,
      localFolders: [api.dataDir],
      guard: null,
      proxies: proxiesOf({}),
    };
    const limits = { ms: 60_000, copyBytes: 1024 ** 2, copiesBytes: 1024 ** 2 };
    const reader = repositoryReader(copies, addresses, async () => ({ gitUrl: folder, deployKey: null }), { limits });
    const of = { accountId: 'account-1' as AccountId, gitUrl: folder };
    await expect(reader.commits(of, 'main')).rejects.toMatchObject({ code: 'git.unreachable' });
    expect(await diskUsage([copies], 'bytes', AbortSignal.timeout(30_000))).toBeLessThan(limits.copiesBytes);
  });

  it.each([
    ['a message', "GIT commit --quiet --allow-empty -m $'One\\x1eTwo'"],
    ['a message of several lines', "GIT commit --quiet --allow-empty -m $'One\\x1e\\x1f\\n\\nTwo\\x1e'"],
    ['the name of an author', "GIT commit --quiet --allow-empty --author=$'A\\x1fB <a@example.com>' -m One"],
    [
      'a date of a year that no calendar has',
      'tree=$(git write-tree)\n' +
        'commit=$(printf "tree $tree\\nauthor A <a@b.c> 99999999999999 +0000\\ncommitter A <a@b.c> 99999999999999 +0000\\n\\nOne\\n" | git hash-object -t commit -w --stdin --literally)\n' +
        'git update-ref refs/heads/main $commit',
    ],
    [
      'no date at all',
      'tree=$(git write-tree)\n' +
        'commit=$(printf "tree $tree\\nauthor A <a@b.c>\\ncommitter A <a@b.c>\\n\\nOne\\n" | git hash-object -t commit -w --stdin --literally)\n' +
        'git update-ref refs/heads/main $commit',
    ],
  ])('cannot make its list of commits fail by %s', async (title, command) => {
    const id = await projectOf(title.replaceAll(' ', '-'), command);
    const { status, body } = await api.call<CommitView[]>('GET', `/projects/${id}/commits?branch=main`);
    expect(status).toBe(200);
    expect(body).toEqual([
      expect.objectContaining({ date: expect.stringMatching(/^\d{4}-/), message: expect.stringMatching(/^One/) }),
    ]);
  });
});
