import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { ProjectId } from '@assay/contract';
import { hasSsh, sshGitServer } from '../../../../test/support/sshGitServer.ts';
import { sshKeyPair } from '../../../../test/support/sshKeyPair.ts';
import { checkOut, GitMirrors } from './gitMirror.ts';

describe("a project's repository", () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'assay-shallow-'));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  const git = (cwd: string, ...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=T', '-c', 'user.email=t@example.com', ...args], { cwd, stdio: 'pipe' });

  const commit = (repository: string, text: string) => {
    writeFileSync(join(repository, 'a.txt'), text);
    git(repository, 'add', '--all');
    git(repository, 'commit', '--quiet', '--message', text);
  };

  it('is checked out from a shallow clone, by branch and by tag, and again when it has moved on', async () => {
    const [origin, shallow, work] = ['origin', 'shallow', 'work'].map((name) => join(folder, name));
    for (const each of [origin, work]) mkdirSync(each ?? '');
    if (!origin || !shallow || !work) throw new Error('no folders');
    git(origin, 'init', '--quiet', '--initial-branch=main');
    commit(origin, 'one');
    commit(origin, 'two');
    git(folder, 'clone', '--quiet', '--depth', '1', pathToFileURL(origin).href, shallow);
    git(shallow, 'tag', 'v2');

    const mirrors = new GitMirrors(join(folder, 'mirrors'));
    const { signal } = new AbortController();
    const textOf = async (name: string, ref: string | null, apart: boolean) => {
      const wanted = {
        projectId: 'p' as ProjectId,
        gitUrl: shallow,
        deployKey: null,
        branch: 'main',
        ref,
        commit: null,
      };
      const found = await mirrors.find(wanted, signal);
      await checkOut(found, join(work, name), work, apart, signal);
      return readFileSync(join(work, name, 'a.txt'), 'utf8');
    };
    expect(await textOf('linked', null, false)).toBe('two');
    expect(await textOf('copied', null, true)).toBe('two');
    commit(shallow, 'three');
    expect(await textOf('later', null, false)).toBe('three');
    git(shallow, 'checkout', '--quiet', '--detach');
    commit(shallow, 'four');
    git(shallow, 'tag', 'v4');
    expect(await textOf('tagged', 'v4', true)).toBe('four');
  });

  (hasSsh ? it : it.skip)('is read by ssh with its deploy key, which is gone again (needs ssh)', async () => {
    const server = await sshGitServer({ 'a.txt': 'private' });
    try {
      const { privateKey: deployKey, publicKey } = sshKeyPair();
      const own = join(folder, "it's by ssh");
      mkdirSync(join(own, 'keys'), { recursive: true });
      writeFileSync(join(own, 'keys', 'of-a-killed-agent'), deployKey);
      const mirrors = new GitMirrors(own);
      const { signal } = new AbortController();
      const { repositoryUrl: gitUrl, commit } = server;
      const wanted = { projectId: 'p' as ProjectId, gitUrl, deployKey, branch: 'main', ref: null, commit: null };
      await expect(mirrors.find(wanted, signal)).rejects.toMatchObject({ code: 'git.unreachable' });
      server.allowed.push(publicKey);
      expect(await mirrors.find(wanted, signal)).toMatchObject({ commit, message: 'Begin' });
      expect(readdirSync(join(own, 'keys'))).toEqual([]);
      expect(readFileSync(join(own, 'known_hosts'), 'utf8')).toContain('ssh-rsa');
    } finally {
      await server.stop();
    }
  });
});
