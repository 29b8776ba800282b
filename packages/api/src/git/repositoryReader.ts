import { createHash } from 'node:crypto';
import { mkdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { type GitAccess, InvalidFields, type RepositoryFiles } from '@assay/application';
import { type AccountId, type CommitView, messages, withoutGitCredentials } from '@assay/contract';
import { AnswerCache } from './answerCache.ts';
import type { GitAddresses } from './gitAddresses.ts';
import { type GitSource, gitCommand } from './gitCommand.ts';
import { type Branch, type RemoteBranches, remoteBranches } from './remoteBranches.ts';
import { readRepositoryFiles } from './repositoryFiles.ts';
import { gitFailureOf, repositorySource, unreachable } from './repositorySource.ts';
import { withKeyFile } from './withKeyFile.ts';

/** A repository of an account; accounts share no copies and no answers, since they may have different rights there. */
type Repository = { accountId: AccountId; gitUrl: string };

/** With the e-mail address of its author, which nobody is shown. */
export type Commit = Omit<CommitView, 'userId'> & { email: string };

/** What forms show of a repository, local or remote. */
export type RepositoryReader = {
  /** By name. @throws ApiError git.unreachable */
  branches(of: Repository): Promise<Branch[]>;
  /** Forgets branches and lists of commits, as somebody has pushed. @param shownUrl without user and password */
  forget(accountId: AccountId, shownUrl: string): void;
  /** Its HEAD, or what looks like it. @throws ApiError git.unreachable, also where there is no commit yet */
  defaultBranch(of: Repository): Promise<string>;
  /** The newest hundred of a branch, newest first. @throws ApiError git.unreachable */
  commits(of: Repository, branch: string): Promise<Commit[]>;
  /** @returns null when there is no such commit. @throws ApiError git.unreachable */
  commit(of: Repository, commit: string): Promise<Commit | null>;
  /**
   * Reads a few files of a branch, of the default one where that is null; an account reads one repository at a time.
   * @param wanted which of all paths to read
   * @throws ApiError git.unreachable; InvalidFields for a branch that is not there
   */
  lookAt(
    of: Repository,
    branch: string | null,
    wanted: (paths: readonly string[]) => string[],
    gone: AbortSignal,
  ): Promise<LookedAt>;
};

export type LookedAt = {
  defaultBranch: string;
  branches: Branch[];
  branch: string;
  commit: string;
  files: RepositoryFiles;
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

function defaultBranchOf({ head, branches }: RemoteBranches, { gitUrl }: Repository): string {
  const names = branches.map(({ name }) => name);
  const found = [head, 'main', 'master', names[0]].find((name) => name && names.includes(name));
  if (!found) throw unreachable(gitUrl, 'It has no commit yet.');
  return found;
}

function commitsOf(log: string): Commit[] {
  return log
    .split(record)
    .map((text) => text.replace(/^\n/, ''))
    .filter((text) => text !== '')
    .map((text) => {
      const [id = '', user = '', email = '', date = '', message = ''] = text.split(field);
      return { id, user, email, date: new Date(date).toISOString(), message: message.trim() };
    });
}

/**
 * Reads repositories with git itself; commits come from bare clones without blobs, fetched on demand.
 * @param accessTo tells what git needs to read it
 */
export function repositoryReader(
  cacheDir: string,
  addresses: GitAddresses,
  accessTo: (repository: Repository) => Promise<GitAccess>,
): RepositoryReader {
  const gitIn = gitCommand(addresses, join(cacheDir, 'known_hosts'));
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

  /** Does something that asks the repository's server. */
  async function asking<Result>(of: Repository, work: (from: GitSource) => Promise<Result>): Promise<Result> {
    await mkdir(cacheDir, { recursive: true });
    const { gitUrl, deployKey } = await accessTo(of);
    const target = await repositorySource(gitUrl, addresses);
    try {
      return await withKeyFile(deployKey, (keyFile) => work({ target, keyFile }));
    } catch (error) {
      throw gitFailureOf(of.gitUrl, error);
    }
  }

  async function fetch(folder: string, of: Repository, refspecs: string[]): Promise<void> {
    const options = ['--no-tags', '--prune', '--quiet', '--filter=blob:none'];
    await asking(of, (from) => gitIn(folder, from).raw(['fetch', ...options, '--', from.target.source, ...refspecs]));
  }

  function readBranches(of: Repository): Promise<RemoteBranches> {
    return asking(of, (from) => remoteBranches(gitIn(cacheDir, from), from.target.source));
  }

  async function readCommits(of: Repository, branch: string): Promise<Commit[]> {
    const folder = await copyOf(of);
    return alone(folder, async () => {
      await fetch(folder, of, [`+refs/heads/${branch}:refs/heads/${branch}`]);
      const format = `--format=%H${'%x1f'}%an${'%x1f'}%ae${'%x1f'}%cI${'%x1f'}%s${'%x1e'}`;
      return commitsOf(
        await gitIn(folder).raw(['log', `--max-count=${maxCommits}`, format, `refs/heads/${branch}`, '--']),
      );
    });
  }

  async function findCommit(folder: string, commit: string): Promise<Commit | null> {
    const format = `--format=%H${'%x1f'}%an${'%x1f'}%ae${'%x1f'}%cI${'%x1f'}%B${'%x1e'}`;
    const log = await gitIn(folder)
      .raw(['log', '--max-count=1', format, '--end-of-options', `${commit}^{commit}`, '--'])
      .catch(() => '');
    return commitsOf(log)[0] ?? null;
  }

  async function readCommit(of: Repository, commit: string): Promise<Commit | null> {
    const folder = await copyOf(of);
    return alone(folder, async () => {
      const known = await findCommit(folder, commit);
      if (known) return known;
      await fetch(folder, of, ['+refs/heads/*:refs/heads/*', '+refs/tags/*:refs/tags/*']);
      return findCommit(folder, commit);
    });
  }

  async function lookAt(
    of: Repository,
    wantedBranch: string | null,
    wanted: (paths: readonly string[]) => string[],
    gone: AbortSignal,
  ): Promise<LookedAt> {
    gone.throwIfAborted();
    const listed = await readBranches(of);
    const { branches } = listed;
    const defaultBranch = defaultBranchOf(listed, of);
    const branch = wantedBranch ?? defaultBranch;
    if (!branches.some(({ name }) => name === branch))
      throw new InvalidFields({ field: 'branch', message: 'There is no such branch' });
    const read = await asking(of, (from) =>
      readRepositoryFiles({ gitUrl: of.gitUrl, branch, ...from }, wanted, gitIn, gone),
    );
    return { defaultBranch, branches, branch, ...read };
  }

  const branchesOf = (of: Repository) => cache.get(`branches ${keyOf(of)}`, keptMs.branches, () => readBranches(of));

  return {
    lookAt: (of, branch, wanted, gone) => alone(`look ${of.accountId}`, () => lookAt(of, branch, wanted, gone)),
    forget: (accountId, shownUrl) => {
      const starts = ['branches', 'commits'].map((kind) => `${kind} ${keyOf({ accountId, gitUrl: shownUrl })}`);
      cache.drop((key) => starts.some((start) => withoutGitCredentials(key).startsWith(start)));
    },
    branches: async (of) => (await branchesOf(of)).branches,
    defaultBranch: async (of) => defaultBranchOf(await branchesOf(of), of),
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
