import { createHash } from 'node:crypto';
import { mkdir, stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { InvalidFields } from '@assay/application';
import type { BranchView, CommitView } from '@assay/contract';
import { messages } from '@assay/contract';
import type { Static } from 'typebox';
import { ApiError } from '../http/apiErrors.ts';
import { AnswerCache } from './answerCache.ts';
import { gitCommand, withoutPasswords } from './gitCommand.ts';

type Branch = Static<typeof BranchView>;

/** What forms show of a repository, local or remote. */
export type RepositoryReader = {
  /** By name. @throws ApiError git.unreachable */
  branches(gitUrl: string): Promise<Branch[]>;
  /** The newest hundred of a branch, newest first. @throws ApiError git.unreachable */
  commits(gitUrl: string, branch: string): Promise<CommitView[]>;
  /** @returns null when there is no such commit. @throws ApiError git.unreachable */
  commit(gitUrl: string, commit: string): Promise<CommitView | null>;
};

/** How long answers are cached: branch lists 15 minutes, commit lists 5, commits 60. */
const keptMs = { branches: 15 * 60_000, commits: 5 * 60_000, commit: 60 * 60_000 };
const maxCommits = 100;
/** Separators that never occur in a commit: between fields, and after each commit. */
const [field, record] = ['\u001f', '\u001e'];

/** Branch names as git takes them (git-check-ref-format), and none that reads as an option or a refspec. */
const branchName = /^(?!-)(?!.*\.\.)[^\s~^:?*[\\\p{Cc}]{1,250}$/u;

function sourceOf(gitUrl: string): string {
  if (gitUrl.startsWith('-') || gitUrl.includes('::'))
    throw unreachable(gitUrl, 'This is not the address of a repository.');
  const isRemote = /^[a-z][a-z0-9+.-]+:\/\//i.test(gitUrl) || /^[^/\\]+@[^/\\]+:/.test(gitUrl);
  return isRemote ? gitUrl : resolve(gitUrl);
}

function unreachable(gitUrl: string, reason: string, cause?: unknown): ApiError {
  const message = `The repository ${withoutPasswords(gitUrl)} cannot be read. ${reason}`;
  return new ApiError('git.unreachable', { message, cause });
}

function lastLineOf(error: unknown): string {
  const text = withoutPasswords(error instanceof Error ? error.message : String(error));
  const errorLines = text.split('\n').filter((line) => /^(fatal|error|ssh|remote):/i.test(line.trim()));
  return errorLines.at(0)?.trim() ?? text.trim().split('\n').at(-1) ?? '';
}

function commitsOf(log: string): CommitView[] {
  return log
    .split(record)
    .map((text) => text.replace(/^\n/, ''))
    .filter((text) => text !== '')
    .map((text) => {
      const [id = '', user = '', date = '', message = ''] = text.split(field);
      return { id, user, date: new Date(date).toISOString(), message: message.trim() };
    });
}

/** Reads repositories with git itself; commits come from bare clones without blobs, fetched on demand. */
export function repositoryReader(cacheDir: string): RepositoryReader {
  const cache = new AnswerCache();
  const busy = new Map<string, Promise<unknown>>();

  /** One git at a time per clone: two fetches would collide on its lock files. */
  async function alone<Result>(folder: string, work: () => Promise<Result>): Promise<Result> {
    const before = busy.get(folder) ?? Promise.resolve();
    const mine = before.then(work, work);
    busy.set(folder, mine);
    try {
      return await mine;
    } finally {
      if (busy.get(folder) === mine) busy.delete(folder);
    }
  }

  async function copyOf(gitUrl: string): Promise<string> {
    const folder = join(cacheDir, createHash('sha256').update(gitUrl).digest('hex').slice(0, 32));
    const there = await stat(join(folder, 'HEAD')).then(
      () => true,
      () => false,
    );
    if (!there) {
      await mkdir(folder, { recursive: true });
      await gitCommand(folder).raw(['init', '--bare', '--quiet']);
    }
    return folder;
  }

  async function fetch(folder: string, gitUrl: string, refspecs: string[]): Promise<void> {
    const options = ['--no-tags', '--prune', '--quiet', '--filter=blob:none'];
    try {
      await gitCommand(folder).raw(['fetch', ...options, '--', sourceOf(gitUrl), ...refspecs]);
    } catch (error) {
      throw unreachable(gitUrl, lastLineOf(error), error);
    }
  }

  async function readBranches(gitUrl: string): Promise<Branch[]> {
    await mkdir(cacheDir, { recursive: true });
    let listed: string;
    try {
      listed = await gitCommand(cacheDir).raw(['ls-remote', '--heads', '--quiet', '--', sourceOf(gitUrl)]);
    } catch (error) {
      throw error instanceof ApiError ? error : unreachable(gitUrl, lastLineOf(error), error);
    }
    return listed
      .split('\n')
      .map((line) => /^([0-9a-f]{40,64})\trefs\/heads\/(.+)$/.exec(line.trim()))
      .flatMap((match) => (match?.[1] && match[2] ? [{ name: match[2], commit: match[1] }] : []))
      .sort((a, b) => a.name.localeCompare(b.name));
  }

  async function readCommits(gitUrl: string, branch: string): Promise<CommitView[]> {
    const folder = await copyOf(gitUrl);
    return alone(folder, async () => {
      await fetch(folder, gitUrl, [`+refs/heads/${branch}:refs/heads/${branch}`]);
      const format = `--format=%H${'%x1f'}%an${'%x1f'}%cI${'%x1f'}%s${'%x1e'}`;
      return commitsOf(
        await gitCommand(folder).raw(['log', `--max-count=${maxCommits}`, format, `refs/heads/${branch}`, '--']),
      );
    });
  }

  async function findCommit(folder: string, commit: string): Promise<CommitView | null> {
    const format = `--format=%H${'%x1f'}%an${'%x1f'}%cI${'%x1f'}%B${'%x1e'}`;
    const log = await gitCommand(folder)
      .raw(['log', '--max-count=1', format, '--end-of-options', `${commit}^{commit}`, '--'])
      .catch(() => '');
    return commitsOf(log)[0] ?? null;
  }

  async function readCommit(gitUrl: string, commit: string): Promise<CommitView | null> {
    const folder = await copyOf(gitUrl);
    return alone(folder, async () => {
      const known = await findCommit(folder, commit);
      if (known) return known;
      await fetch(folder, gitUrl, ['+refs/heads/*:refs/heads/*', '+refs/tags/*:refs/tags/*']);
      return findCommit(folder, commit);
    });
  }

  return {
    branches: (gitUrl) => cache.get(`branches ${gitUrl}`, keptMs.branches, () => readBranches(gitUrl)),
    commits: async (gitUrl, branch) => {
      if (!branchName.test(branch)) throw new InvalidFields({ field: 'branch', message: messages.invalidValue });
      return cache.get(`commits ${gitUrl} ${branch}`, keptMs.commits, () => readCommits(gitUrl, branch));
    },
    commit: async (gitUrl, commit) => {
      if (!/^[0-9a-f]{4,64}$/i.test(commit)) return null;
      return cache.get(`commit ${gitUrl} ${commit}`, keptMs.commit, () => readCommit(gitUrl, commit));
    },
  };
}
