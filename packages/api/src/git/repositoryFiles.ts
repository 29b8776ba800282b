import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { longestText } from '@assay/application';
import type { Git, GitIn, GitSource } from './gitCommand.ts';
import { withinLimits } from './gitLimits.ts';
import { type ListedFile, mostListed } from './listedFiles.ts';

/** What is read of a repository: in one minute, half a gigabyte at most from a server that sends what nobody asked for. */
const limits = { ms: 60_000, copyBytes: 512 * 1024 ** 2 };
/** The most that is read of its files, in bytes. */
const mostRead = 64 * 1024 ** 2;

/** The list of a commit's files as git prints it, and the texts of some of them, by path. */
export type FilesRead = { commit: string; list: Uint8Array; texts: Map<string, string> };

/** Chooses the files whose texts are read, the most important first. */
export type ChooseFiles = (list: Uint8Array, signal: AbortSignal) => Promise<ListedFile[]>;

/**
 * Reads a few files of a branch's newest commit. The copy has no history and, where the server can filter, only the
 * files that are wanted; it is gone afterwards.
 * @param choose which to read; files that are longer than `longestText` are left out, and those that exceed 64 MiB
 * together with the ones before them
 * @param gone ends it, as does a minute
 * @throws GitLimitExceeded; GitError
 */
export async function readRepositoryFiles(
  { target, keyFile, branch }: GitSource & { branch: string },
  choose: ChooseFiles,
  gitIn: GitIn,
  gone: AbortSignal,
): Promise<FilesRead> {
  const folder = await mkdtemp(join(tmpdir(), 'assay-look-'));
  try {
    return await withinLimits(folder, limits, gone, (signal) =>
      readFrom(gitIn(folder, { keyFile, target, gone: signal }), target.source, branch, (list) => choose(list, signal)),
    );
  } finally {
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

async function readFrom(
  git: Git,
  source: string,
  branch: string,
  choose: (list: Uint8Array) => Promise<ListedFile[]>,
): Promise<FilesRead> {
  const lean = ['--no-tags', '--quiet', '--filter=blob:none'];
  await git.raw(['init', '--bare', '--quiet']);
  // By a name: git takes no path for the name of a repository that it may read more from later.
  await git.raw(['remote', 'add', 'origin', source]);
  await git.raw(['fetch', ...lean, '--depth=1', 'origin', `+refs/heads/${branch}:refs/heads/looked-at`]);
  const commit = (await git.raw(['rev-parse', 'refs/heads/looked-at'])).trim();
  const list = await git.first(['ls-tree', '-r', '-z', '--full-tree', commit], mostListed.bytes);
  const chosen = await choose(list);
  // All at once; a server that does not send them by id has sent all before.
  if (chosen.length > 0) {
    const ids = [...new Set(chosen.map(({ id }) => id))];
    await git.raw(['fetch', ...lean, '--no-write-fetch-head', 'origin', ...ids]).catch(() => undefined);
  }
  return { commit, list, texts: await readTexts(git, chosen) };
}

/**
 * Reads files by two processes of git, however many they are.
 * @returns their texts by path, without those that are not there or too long
 */
export async function readTexts(git: Git, files: readonly ListedFile[]): Promise<Map<string, string>> {
  const lines = (ids: readonly string[]) => ids.map((id) => `${id}\n`).join('');
  const ids = [...new Set(files.map(({ id }) => id))];
  const listed = await git.first(['cat-file', '--batch-check'], mostListed.bytes, lines(ids));
  const limitOf = new Map<string, number>();
  for (const { id, path } of files) limitOf.set(id, Math.min(limitOf.get(id) ?? longestText(path), longestText(path)));
  const sizes = new Map<string, number>();
  let total = 0;
  for (const line of listed.toString().split('\n')) {
    const [, id, size] = /^(\S+) blob (\d+)$/.exec(line) ?? [];
    if (id === undefined || Number(size) > (limitOf.get(id) ?? 0) || total + Number(size) > mostRead) continue;
    total += Number(size);
    sizes.set(id, Number(size));
  }
  // Each is preceded by a line with its id, type and size, and followed by an end of line.
  const overhead = ids.length * 128;
  const content = await git.first(['cat-file', '--batch'], total + overhead, lines([...sizes.keys()]));
  const texts = new Map<string, string>();
  let offset = 0;
  for (const [id, size] of sizes) {
    const start = content.indexOf('\n', offset) + 1;
    texts.set(id, content.toString('utf8', start, start + size));
    offset = start + size + 1;
  }
  return new Map(files.flatMap(({ id, path }) => (texts.has(id) ? [[path, texts.get(id) ?? '']] : [])));
}
