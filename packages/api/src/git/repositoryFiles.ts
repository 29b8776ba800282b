import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { RepositoryFiles } from '@assay/application';
import type { SimpleGit } from 'simple-git';
import type { GitIn, GitSource } from './gitCommand.ts';
import { gitFailureOf, unreachable } from './repositorySource.ts';

/** What is read of a repository: in one minute, half a gigabyte at most from a server that sends what nobody asked for. */
const limits = { ms: 60_000, copyBytes: 512 * 1024 ** 2, fileBytes: 8 * 1024 ** 2, paths: 200_000 };
const watchMs = 500;

type Blob = { id: string; path: string };

/**
 * Reads a few files of a branch's newest commit. The copy has no history and, where the server can filter, only the
 * files that are wanted; it is gone afterwards.
 * @param wanted which of all paths to read; larger ones than 8 MiB are left out
 * @param from `gitUrl` is shown in messages, `target` is what git reads
 * @param gone ends it, as does a minute
 * @throws ApiError git.unreachable
 */
export async function readRepositoryFiles(
  { gitUrl, target, keyFile, branch }: GitSource & { gitUrl: string; branch: string },
  wanted: (paths: readonly string[]) => string[],
  gitIn: GitIn,
  gone: AbortSignal,
): Promise<{ commit: string; files: RepositoryFiles }> {
  const folder = await mkdtemp(join(tmpdir(), 'assay-look-'));
  const limit = new AbortController();
  const timer = setTimeout(() => limit.abort(new Error('It takes longer than a minute.')), limits.ms);
  const watch = setInterval(() => void endAtSize(folder, limit), watchMs);
  try {
    const git = gitIn(folder, { keyFile, target, gone: AbortSignal.any([gone, limit.signal]) });
    return await readFrom(git, target.source, branch, wanted);
  } catch (error) {
    if (limit.signal.aborted) throw unreachable(gitUrl, limit.signal.reason.message);
    throw gitFailureOf(gitUrl, error);
  } finally {
    clearTimeout(timer);
    clearInterval(watch);
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

async function readFrom(
  git: SimpleGit,
  source: string,
  branch: string,
  wanted: (paths: readonly string[]) => string[],
): Promise<{ commit: string; files: RepositoryFiles }> {
  const lean = ['--no-tags', '--quiet', '--filter=blob:none'];
  await git.raw(['init', '--bare', '--quiet']);
  // By a name: git takes no path for the name of a repository that it may read more from later.
  await git.raw(['remote', 'add', 'origin', source]);
  await git.raw(['fetch', ...lean, '--depth=1', 'origin', `+refs/heads/${branch}:refs/heads/looked-at`]);
  const commit = (await git.raw(['rev-parse', 'refs/heads/looked-at'])).trim();
  const blobs = blobsOf(await git.raw(['ls-tree', '-r', '-z', '--full-tree', commit]));
  const paths = blobs.map(({ path }) => path);
  const chosen = new Set(wanted(paths));
  const blobsToRead = blobs.filter(({ path }) => chosen.has(path));
  // All at once; a server that does not send them by id has sent all before.
  if (blobsToRead.length > 0) {
    const ids = [...new Set(blobsToRead.map(({ id }) => id))];
    await git.raw(['fetch', ...lean, '--no-write-fetch-head', 'origin', ...ids]).catch(() => undefined);
  }
  const texts = new Map<string, string>();
  for (const { id, path } of blobsToRead) {
    const size = Number(await git.raw(['cat-file', '-s', id]));
    if (size <= limits.fileBytes) texts.set(path, await git.raw(['cat-file', 'blob', id]));
  }
  return { commit, files: { paths, texts } };
}

/** Links and repositories within the repository are no files. */
function blobsOf(tree: string): Blob[] {
  return tree
    .split('\0')
    .slice(0, limits.paths)
    .flatMap((entry) => {
      const [, id, path] = /^100[0-7]{3} blob ([0-9a-f]{40,64})\t(.+)$/s.exec(entry) ?? [];
      return id && path ? [{ id, path }] : [];
    });
}

async function endAtSize(folder: string, limit: AbortController): Promise<void> {
  const packs = join(folder, 'objects', 'pack');
  const names = await readdir(packs).catch(() => []);
  const sizes = await Promise.all(
    names.map((name) =>
      stat(join(packs, name)).then(
        ({ size }) => size,
        () => 0,
      ),
    ),
  );
  if (sizes.reduce((sum, size) => sum + size, 0) <= limits.copyBytes) return;
  limit.abort(new Error('It is too large to be looked at: its server sends all of it.'));
}
