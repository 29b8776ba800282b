import { execFileSync } from 'node:child_process';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { CommitView } from '@assay/contract';
import { diskUsage } from '../../runner-agent/src/process/diskUsage.ts';
import { type ApiUnderTest, startApi } from './apiUnderTest.ts';

/** What docs/security.md says that is read of a repository. */
const mostBytes = 512 * 1024 ** 2;

describe('repositories that attack the service which shows their commits', () => {
  let api: ApiUnderTest;
  beforeAll(async () => {
    api = await startApi();
  });
  afterAll(() => api.stop());

  async function projectOf(name: string, commands: string): Promise<string> {
    const repository = join(api.dataDir, name);
    await mkdir(repository);
    const git = 'git -c user.name=Ada -c user.email=ada@example.com -c core.compression=0 -c core.bigFileThreshold=1m';
    execFileSync('/bin/bash', ['-ec', `git init --quiet --initial-branch=main\n${commands.replaceAll('GIT', git)}`], {
      cwd: repository,
    });
    const body = { name, key: name, gitUrl: repository, defaultBranch: 'main', testingFramework: 'Playwright' };
    return (await api.done('POST', '/projects', { body })).id;
  }

  it('cannot fill its disk: no more of them is copied than half a gigabyte', async () => {
    const id = await projectOf(
      'large',
      'head -c 600M /dev/urandom > large.bin\nGIT add .\nGIT commit --quiet -m Large\nrm large.bin',
    );
    await api.call('GET', `/projects/${id}/commits?branch=main`);
    const copies = join(api.dataDir, 'git-cache');
    expect(await diskUsage([copies], 'bytes', AbortSignal.timeout(30_000))).toBeLessThan(mostBytes);
  });

  it.each([
    ['a message', "GIT commit --quiet --allow-empty -m $'One\\x1eTwo'"],
    ['the name of an author', "GIT commit --quiet --allow-empty --author=$'A\\x1fB <a@example.com>' -m One"],
  ])('cannot make it fail by %s with its separators', async (_, command) => {
    const id = await projectOf(`separators-${command.includes('author') ? 'author' : 'message'}`, command);
    const { status, body } = await api.call<CommitView[]>('GET', `/projects/${id}/commits?branch=main`);
    expect(status).toBe(200);
    expect(body).toHaveLength(1);
  });
});
