import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { commandLinesWith } from '../../../../test/support/commandLines.ts';
import { gitServer } from '../../../../test/support/gitServer.ts';
import { receivingServer } from '../../../../test/support/receivingServer.ts';
import { hasSsh, sshGitServer } from '../../../../test/support/sshGitServer.ts';
import { sshKeyPair } from '../../../../test/support/sshKeyPair.ts';
import { git, gitFolderOfEach, repositoryWith, wantedFrom } from '../../test/mirroredRepository.ts';
import { checkOut } from './checkOut.ts';
import { GitMirrors, gitLimits } from './gitMirror.ts';

describe("a project's repository", () => {
  const folder = gitFolderOfEach();

  const commit = (repository: string, text: string) => {
    writeFileSync(join(repository, 'a.txt'), text);
    git(repository, 'add', '--all');
    git(repository, 'commit', '--quiet', '--message', text);
  };

  it('is checked out from a shallow clone, by branch and by tag, and again when it has moved on', async () => {
    const [origin, shallow, work] = ['origin', 'shallow', 'work'].map((name) => join(folder.path, name));
    for (const each of [origin, work]) mkdirSync(each ?? '');
    if (!origin || !shallow || !work) throw new Error('no folders');
    git(origin, 'init', '--quiet', '--initial-branch=main');
    commit(origin, 'one');
    commit(origin, 'two');
    git(folder.path, 'clone', '--quiet', '--depth', '1', pathToFileURL(origin).href, shallow);
    git(shallow, 'tag', 'v2');

    const mirrors = new GitMirrors(join(folder.path, 'mirrors'));
    const { signal } = new AbortController();
    const textOf = async (name: string, ref: string | null, apart: boolean) => {
      const found = await mirrors.find({ ...wantedFrom(shallow), ref }, signal);
      await checkOut(found, shallow, join(work, name), work, apart, signal);
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

  it('leaves no mirror where it is too large', async () => {
    const gitUrl = repositoryWith(folder.path, randomBytes(2 * 1024 ** 2), 1, 1);
    const { signal } = new AbortController();
    const own = join(folder.path, 'mirrors');
    const mirrors = new GitMirrors(own, { ...gitLimits, mirrorBytes: 1024 ** 2 });
    await expect(mirrors.find(wantedFrom(gitUrl), signal)).rejects.toMatchObject({
      code: 'git.tooLarge',
      message: expect.stringContaining('more than 1 MiB'),
    });
    expect(readdirSync(own, { recursive: true })).toHaveLength(1);
    expect(await new GitMirrors(own).find(wantedFrom(gitUrl), signal)).toMatchObject({ message: 'large' });
  });

  it('has the beginning of a subject of any length, in whole characters', async () => {
    const gitUrl = repositoryWith(folder.path, '', 1, 0);
    const tree = git(gitUrl, 'rev-parse', 'main^{tree}').toString().trim();
    const mirrors = new GitMirrors(join(folder.path, 'mirrors'));
    for (const [subject, shown] of [
      ['Short', 'Short'],
      [`a${'😀'.repeat(1_500_000)}`, `a${'😀'.repeat(249)}`],
      ['n'.repeat(5000), 'n'.repeat(500)],
    ] as const) {
      const input = `${subject}\n\nBody`;
      const args = ['-c', 'user.name=T', '-c', 'user.email=t@example.com', 'commit-tree', tree];
      const commit = execFileSync('git', args, { cwd: gitUrl, input }).toString().trim();
      git(gitUrl, 'update-ref', 'refs/heads/main', commit);
      expect(await mirrors.find(wantedFrom(gitUrl), new AbortController().signal)).toMatchObject({ message: shown });
    }
  });

  it('names ten of its branches where the wanted one is missing', async () => {
    const gitUrl = repositoryWith(folder.path, '', 1, 0);
    for (let at = 0; at < 12; at += 1) git(gitUrl, 'branch', `b${String(at).padStart(2, '0')}`, 'main');
    const wanted = { ...wantedFrom(gitUrl), branch: 'other' };
    const finding = new GitMirrors(join(folder.path, 'mirrors')).find(wanted, new AbortController().signal);
    await expect(finding).rejects.toMatchObject({
      code: 'git.branchNotFound',
      message: expect.stringContaining('b08, b09, ….'),
    });
  });

  it('names the default branch where the wanted one was renamed', async () => {
    const gitUrl = repositoryWith(folder.path, '', 1, 0);
    git(gitUrl, 'branch', 'zero', 'main');
    git(gitUrl, 'symbolic-ref', 'HEAD', 'refs/heads/zero');
    const wanted = { ...wantedFrom(gitUrl), branch: 'master' };
    const finding = new GitMirrors(join(folder.path, 'mirrors')).find(wanted, new AbortController().signal);
    await expect(finding).rejects.toMatchObject({
      code: 'git.branchNotFound',
      message: expect.stringContaining("Its default branch is 'zero', its branches are: main, zero."),
    });
  });

  it('is given up where its server floods git with messages', async () => {
    const line = (text: string) => (text.length + 4).toString(16).padStart(4, '0') + text;
    const advertised = ['version 2\n', 'ls-refs\n', 'fetch\n'].map(line).join('');
    const refs = `${line(`${'1'.repeat(40)} refs/heads/main\n`)}0000`;
    const flood = line(`\u0002${'m'.repeat(60_000)}\n`).repeat(100);
    const server = createServer((request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        const isAnnounced = request.method === 'GET';
        response.setHeader('content-type', `application/x-git-upload-pack-${isAnnounced ? 'advertisement' : 'result'}`);
        if (isAnnounced) return response.end(`${line('# service=git-upload-pack\n')}0000${advertised}0000`);
        const isListing = Buffer.concat(chunks).includes('command=ls-refs');
        return response.end(isListing ? refs : `${line('packfile\n')}${flood}0000`);
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    try {
      const own = join(folder.path, 'mirrors');
      const wanted = wantedFrom(`http://127.0.0.1:${port}/r.git`);
      await expect(new GitMirrors(own).find(wanted, new AbortController().signal)).rejects.toMatchObject({
        code: 'git.tooLarge',
        message: expect.stringContaining('printed more than 4 MiB'),
      });
      const left = readdirSync(own, { recursive: true }).map(String);
      expect(left.filter((path) => path.includes('tmp_'))).toEqual([]);
    } finally {
      server.closeAllConnections();
      server.close();
    }
  });

  it('leaves no mirror where it is not transferred in time', async () => {
    const server = createServer(() => undefined);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    const { signal } = new AbortController();
    const own = join(folder.path, 'mirrors');
    const mirrors = new GitMirrors(own, { ...gitLimits, fetchMs: 500 });
    await expect(mirrors.find(wantedFrom(`http://127.0.0.1:${port}/r.git`), signal)).rejects.toMatchObject({
      code: 'git.tooSlow',
      message: expect.stringContaining('within 0.5 seconds'),
    });
    expect(readdirSync(own, { recursive: true })).toHaveLength(1);
    server.closeAllConnections();
    server.close();
  });

  it('is read with a password that no command line on the machine shows', async () => {
    const shown: string[] = [];
    // Git waits for the answer meanwhile.
    const server = await gitServer(
      () => {
        if (process.platform === 'linux')
          shown.push(...commandLinesWith('p@ss-w0rd'), ...commandLinesWith('p%40ss-w0rd'));
        return 'p@ss-w0rd';
      },
      { 'a.txt': 'private' },
    );
    try {
      const mirrors = new GitMirrors(join(folder.path, 'mirrors'));
      const { signal } = new AbortController();
      const gitUrl = server.repositoryUrl.replace('http://', 'http://ada:p%40ss-w0rd@');
      expect(await mirrors.find(wantedFrom(gitUrl), signal)).toMatchObject({ commit: server.commit });
      expect(shown).toEqual([]);
      const wrong = wantedFrom(gitUrl.replace('w0rd', 'other'));
      await expect(mirrors.find(wrong, signal)).rejects.toMatchObject({ code: 'git.unreachable' });
    } finally {
      await server.stop();
    }
  });

  it('gives its password to no host that it redirects to', async () => {
    const [other, moved] = await Promise.all([receivingServer(), receivingServer()]);
    try {
      other.reply = () => ({ status: 401, headers: { 'www-authenticate': 'Basic realm="git"' } });
      moved.reply = ({ path }) => ({ status: 302, headers: { location: `${other.url}${path}` } });
      const mirrors = new GitMirrors(join(folder.path, 'mirrors'));
      const gitUrl = `${moved.url.replace('http://', 'http://ada:s3cret@')}/shop.git`;
      await expect(mirrors.find(wantedFrom(gitUrl), new AbortController().signal)).rejects.toMatchObject({
        code: 'git.unreachable',
      });
      expect(other.received.length).toBeGreaterThan(0);
      for (const { headers } of other.received) expect(headers).not.toHaveProperty('authorization');
    } finally {
      await Promise.all([other.stop(), moved.stop()]);
    }
  });

  (hasSsh ? it : it.skip)('is read by ssh with its deploy key, which is gone again (needs ssh)', async () => {
    const server = await sshGitServer({ 'a.txt': 'private' });
    try {
      const { privateKey: deployKey, publicKey } = sshKeyPair();
      const own = join(folder.path, "it's by ssh");
      mkdirSync(join(own, 'keys'), { recursive: true });
      writeFileSync(join(own, 'keys', 'of-a-killed-agent'), deployKey);
      const mirrors = new GitMirrors(own);
      const { signal } = new AbortController();
      const { repositoryUrl: gitUrl, commit } = server;
      const wanted = { ...wantedFrom(gitUrl), deployKey };
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
