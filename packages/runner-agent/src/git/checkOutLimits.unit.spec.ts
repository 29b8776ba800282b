import { execFileSync } from 'node:child_process';
import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { git, gitFolderOfEach, repositoryWith, wantedFrom } from '../../test/mirroredRepository.ts';
import { checkOut } from './checkOut.ts';
import { GitMirrors, gitLimits } from './gitMirror.ts';

describe("a project's repository", () => {
  const folder = gitFolderOfEach();

  it('is not checked out where few objects stand for millions of files', async () => {
    const gitUrl = repositoryWith(folder.path, 'content', 5, 20);
    const { signal } = new AbortController();
    const found = await new GitMirrors(join(folder.path, 'mirrors')).find(wantedFrom(gitUrl), signal);
    const limits = { ...gitLimits, files: 10_000 };
    await expect(
      checkOut(found, gitUrl, join(folder.path, 'out'), folder.path, true, signal, limits),
    ).rejects.toMatchObject({
      code: 'git.tooLarge',
      message: expect.stringContaining('more than 10,000 files and folders'),
    });
    expect(existsSync(join(folder.path, 'out'))).toBe(false);
  });

  it('is not checked out where its folders are empty and countless', async () => {
    const gitUrl = repositoryWith(folder.path, '', 1, 0);
    const empty = '4b825dc642cb6eb9a060e54bf8d69288fbee4904';
    const make = (input: string) => execFileSync('git', ['mktree'], { cwd: gitUrl, input }).toString().trim();
    let tree = empty;
    for (let level = 0; level < 5; level += 1)
      tree = make(Array.from({ length: 20 }, (_, at) => `040000 tree ${tree}\tentry-${at}\n`).join(''));
    const commit = git(gitUrl, 'commit-tree', '-m', 'empty', tree).toString().trim();
    git(gitUrl, 'update-ref', 'refs/heads/main', commit);
    const { signal } = new AbortController();
    const found = await new GitMirrors(join(folder.path, 'mirrors')).find(wantedFrom(gitUrl), signal);
    const checking = checkOut(found, gitUrl, join(folder.path, 'out'), folder.path, true, signal);
    await expect(checking).rejects.toMatchObject({ code: 'git.tooLarge' });
  });

  it('is not checked out where its files are too large', async () => {
    const gitUrl = repositoryWith(folder.path, Buffer.alloc(2 * 1024 ** 2), 1, 1);
    const { signal } = new AbortController();
    const found = await new GitMirrors(join(folder.path, 'mirrors')).find(wantedFrom(gitUrl), signal);
    const limits = { ...gitLimits, bytes: 1024 ** 2 };
    await expect(
      checkOut(found, gitUrl, join(folder.path, 'out'), folder.path, true, signal, limits),
    ).rejects.toMatchObject({
      code: 'git.tooLarge',
      message: expect.stringContaining('more than 1 MiB'),
    });
    await checkOut(found, gitUrl, join(folder.path, 'out'), folder.path, true, signal);
    expect(statSync(join(folder.path, 'out', 'entry-0')).size).toBe(2 * 1024 ** 2);
  });

  it('is not checked out where a path is longer than a file system accepts', async () => {
    const gitUrl = repositoryWith(folder.path, '', 1, 0);
    const make = (input: string, ...args: string[]) =>
      execFileSync('git', args, { cwd: gitUrl, input }).toString().trim();
    const blob = make('content', 'hash-object', '-w', '--stdin');
    const tree = make(`100644 blob ${blob}\t${'n'.repeat(5000)}\n`, 'mktree');
    git(gitUrl, 'update-ref', 'refs/heads/main', git(gitUrl, 'commit-tree', '-m', 'm', tree).toString().trim());
    const { signal } = new AbortController();
    const found = await new GitMirrors(join(folder.path, 'mirrors')).find(wantedFrom(gitUrl), signal);
    await expect(checkOut(found, gitUrl, join(folder.path, 'out'), folder.path, true, signal)).rejects.toMatchObject({
      code: 'git.tooLarge',
      message: expect.stringContaining('a path of more than 4,096 characters'),
    });
  });

  const onLinux = process.platform === 'linux' ? it : it.skip;
  onLinux('is not checked out where git needs too much memory for it (on Linux)', async () => {
    const gitUrl = repositoryWith(folder.path, '', 1, 0);
    const make = (input: Buffer | string, ...args: string[]) =>
      execFileSync('git', args, { cwd: gitUrl, input }).toString().trim();
    // Git changes the encoding of a whole file at once.
    const attributes = make('* working-tree-encoding=UTF-16LE\n', 'hash-object', '-w', '--stdin');
    const large = make(Buffer.alloc(64 * 1024 ** 2, 'x'), 'hash-object', '-w', '--stdin');
    const tree = make(`100644 blob ${attributes}\t.gitattributes\n100644 blob ${large}\tlarge\n`, 'mktree');
    git(gitUrl, 'update-ref', 'refs/heads/main', git(gitUrl, 'commit-tree', '-m', 'm', tree).toString().trim());
    const { signal } = new AbortController();
    const found = await new GitMirrors(join(folder.path, 'mirrors')).find(wantedFrom(gitUrl), signal);
    const limits = { ...gitLimits, memory: 48 * 1024 ** 2 };
    await expect(
      checkOut(found, gitUrl, join(folder.path, 'out'), folder.path, true, signal, limits),
    ).rejects.toMatchObject({
      code: 'git.tooLarge',
      message: expect.stringContaining('more than 48 MiB of memory'),
    });
  });
});
