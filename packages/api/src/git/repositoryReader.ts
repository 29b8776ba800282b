import { createHash } from 'node:crypto';
import { mkdir, realpath, stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { InvalidFields } from '@assay/application';
import {
  type AccountId,
  type BranchView,
  type CommitView,
  messages,
  whyGitFailed,
  withoutGitCredentials,
} from '@assay/contract';
import type { Static } from 'typebox';
import { ApiError } from '../http/apiErrors.ts';
import { AnswerCache } from './answerCache.ts';
import { type GitAddresses, refusalOfGitUrl } from './gitAddresses.ts';
import { gitCommand } from './gitCommand.ts';

type Branch = Static<typeof BranchView>;

/** A repository of an account; accounts share no copies and no answers, since they may have different rights there. */
type Repository = { accountId: AccountId; gitUrl: string };

/** What forms show of a repository, local or remote. */
export type RepositoryReader = {
  /** By name. @throws ApiError git.unreachable */
  branches(of: Repository): Promise<Branch[]>;
  /** The newest hundred of a branch, newest first. @throws ApiError git.unreachable */
  commits(of: Repository, branch: string): Promise<CommitView[]>;
  /** @returns null when there is no such commit. @throws ApiError git.unreachable */
  commit(of: Repository, commit: string): Promise<CommitView | null>;
};

/** How long answers are cached: branch lists 15 minutes, commit lists 5, commits 60. */
const keptMs = { branches: 15 * 60_000, commits: 5 * 60_000, commit: 60 * 60_000 };
const maxCommits = 100;
/** Separators that never occur in a commit: between fields, and after each commit. */
const [field, record] = ['\u001f', '\u001e'];

/** Branch names as git takes them (git-check-ref-format), and none that reads as an option or a refspec. */
const branchName = /^(?!-)(?!.*\.\.)[^\s~^:?*[\\\p{Cc}]{1,250}$/u;

function keyOf({ accountId, gitUrl }: Repository): string {
  return `${accountId} ${gitUrl}`;
}

function unreachable(gitUrl: string, reason: string, cause?: unknown): ApiError {
  const message = `The repository ${withoutGitCredentials(gitUrl)} cannot be read. ${reason}`;
  return new ApiError('git.unreachable', { message, cause });
}

function failureOf(gitUrl: string, error: unknown): ApiError {
  const said = error instanceof Error ? error.message : String(error);
  // What git said stays here, as a log would show it with the password.
  return unreachable(gitUrl, whyGitFailed(said));
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
export function repositoryReader(cacheDir: string, addresses: GitAddresses): RepositoryReader {
  const gitIn = (folder: string) => gitCommand(folder, addresses);
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

  /** @throws ApiError git.unreachable, also for projects of before a rule */
  async function sourceOf(gitUrl: string): Promise<string> {
    const isRemote = /^[a-z][a-z0-9+.-]+:\/\//i.test(gitUrl) || /^[^/\\]+@[^/\\]+:/.test(gitUrl);
    // A link may lead out of the folder.
    const source = isRemote ? gitUrl : await realpath(gitUrl).catch(() => resolve(gitUrl));
    const refusal = refusalOfGitUrl(gitUrl, addresses) ?? refusalOfGitUrl(source, addresses);
    if (refusal !== null) throw unreachable(gitUrl, refusal);
    return source;
  }

  async function copyOf({ accountId, gitUrl }: Repository): Promise<string> {
    const folder = join(cacheDir, createHash('sha256').update(keyOf({ accountId, gitUrl })).digest('hex').slice(0, 32));
    const there = await stat(join(folder, 'HEAD')).then(
      () => true,
      () => false,
    );
    if (!there) {
      await mkdir(folder, { recursive: true });
      await gitIn(folder).raw(['init', '--bare', '--quiet']);
    }
    return folder;
  }

  async function fetch(folder: string, gitUrl: string, refspecs: string[]): Promise<void> {
    const source = await sourceOf(gitUrl);
    const options = ['--no-tags', '--prune', '--quiet', '--filter=blob:none'];
    try {
      await gitIn(folder).raw(['fetch', ...options, '--', source, ...refspecs]);
    } catch (error) {
      throw failureOf(gitUrl, error);
    }
  }

  async function readBranches(gitUrl: string): Promise<Branch[]> {
    await mkdir(cacheDir, { recursive: true });
    let listed: string;
    try {
      listed = await gitIn(cacheDir).raw(['ls-remote', '--heads', '--quiet', '--', await sourceOf(gitUrl)]);
    } catch (error) {
      throw error instanceof ApiError ? error : failureOf(gitUrl, error);
    }
    return listed
      .split('\n')
      .map((line) => /^([0-9a-f]{40,64})\trefs\/heads\/(.+)$/.exec(line.trim()))
      .flatMap((match) => (match?.[1] && match[2] ? [{ name: match[2], commit: match[1] }] : []))
      .sort((a, b) => a.name.localeCompare(b.name));
  }

  async function readCommits(of: Repository, branch: string): Promise<CommitView[]> {
    const folder = await copyOf(of);
    return alone(folder, async () => {
      await fetch(folder, of.gitUrl, [`+refs/heads/${branch}:refs/heads/${branch}`]);
      const format = `--format=%H${'%x1f'}%an${'%x1f'}%cI${'%x1f'}%s${'%x1e'}`;
      return commitsOf(
        await gitIn(folder).raw(['log', `--max-count=${maxCommits}`, format, `refs/heads/${branch}`, '--']),
      );
    });
  }

  async function findCommit(folder: string, commit: string): Promise<CommitView | null> {
    const format = `--format=%H${'%x1f'}%an${'%x1f'}%cI${'%x1f'}%B${'%x1e'}`;
    const log = await gitIn(folder)
      .raw(['log', '--max-count=1', format, '--end-of-options', `${commit}^{commit}`, '--'])
      .catch(() => '');
    return commitsOf(log)[0] ?? null;
  }

  async function readCommit(of: Repository, commit: string): Promise<CommitView | null> {
    const folder = await copyOf(of);
    return alone(folder, async () => {
      const known = await findCommit(folder, commit);
      if (known) return known;
      await fetch(folder, of.gitUrl, ['+refs/heads/*:refs/heads/*', '+refs/tags/*:refs/tags/*']);
      return findCommit(folder, commit);
    });
  }

  return {
    branches: (of) => cache.get(`branches ${keyOf(of)}`, keptMs.branches, () => readBranches(of.gitUrl)),
    commits: async (of, branch) => {
      if (!branchName.test(branch)) throw new InvalidFields({ field: 'branch', message: messages.invalidValue });
      return cache.get(`commits ${keyOf(of)} ${branch}`, keptMs.commits, () => readCommits(of, branch));
    },
    commit: async (of, commit) => {
      if (!/^[0-9a-f]{4,64}$/i.test(commit)) return null;
      return cache.get(`commit ${keyOf(of)} ${commit}`, keptMs.commit, () => readCommit(of, commit));
    },
  };
}
