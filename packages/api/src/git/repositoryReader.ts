import { mkdir } from 'node:fs/promises';
import { type GitAccess, InvalidFields } from '@assay/application';
import { AnswerCache, FairSemaphore } from '@assay/concurrency';
import { type AccountId, type CommitView, messages, withoutGitCredentials } from '@assay/contract';
import type { GitAddresses } from './gitAddresses.ts';
import { type Git, type GitSource, gitCommand } from './gitCommand.ts';
import { GitLimitExceeded, type GitLimits, withinLimits } from './gitLimits.ts';
import { listedFiles, mostListed } from './listedFiles.ts';
import { type NamedFiles, pathsOfFiles } from './pathsOfFiles.ts';
import { type Branch, type RemoteBranches, remoteBranches } from './remoteBranches.ts';
import { RepositoryCopies } from './repositoryCopies.ts';
import { type ChooseFiles, type FilesRead, readRepositoryFiles, readTexts } from './repositoryFiles.ts';
import { gitFailureOf, repositorySource, unreachable } from './repositorySource.ts';
import { withKeyFile } from './withKeyFile.ts';

/** A repository of an account; accounts share no copies and no answers, since they may have different rights there. */
export type Repository = { accountId: AccountId; gitUrl: string };

/** With the e-mail address of its author, which nobody is shown. */
export type Commit = Omit<CommitView, 'userId'> & { email: string };

/** A commit with the paths that it touches. */
export type TouchingCommit = Omit<Commit, 'email'> & { files: string[] };

/** What forms show of a repository, local or remote. */
export type RepositoryReader = {
  /** By name. @throws ApiError git.unreachable */
  branches(of: Repository): Promise<Branch[]>;
  /**
   * Forgets branches, lists of commits and commits, also missing ones: a push was reported.
   * @param shownUrl without user and password
   */
  forget(accountId: AccountId, shownUrl: string): void;
  /** Its HEAD, or what looks like it. @throws ApiError git.unreachable, also where there is no commit yet */
  defaultBranch(of: Repository): Promise<string>;
  /** The newest hundred of a branch, newest first. @throws ApiError git.unreachable */
  commits(of: Repository, branch: string): Promise<Commit[]>;
  /** @returns null when there is no such commit. @throws ApiError git.unreachable */
  commit(of: Repository, commit: string): Promise<Commit | null>;
  /**
   * The commits after one up to another, newest first, up to fifty.
   * @throws ApiError git.unreachable; also where one of the commits is not there
   */
  touching(of: Repository, after: string, upTo: string): Promise<TouchingCommit[]>;
  /**
   * The texts of files at a commit by path, without those that it does not have or that are longer than `longestText`.
   * @returns null when the commit is missing. @throws ApiError git.unreachable
   */
  filesAt(of: Repository, commit: string, paths: readonly string[]): Promise<ReadonlyMap<string, string> | null>;
  /**
   * The paths in the repository of files as tests name them, without those that it does not have at the commit or that could
   * be one of several.
   * @returns null when the commit is missing. @throws ApiError git.unreachable
   */
  pathsAt(of: Repository, commit: string, files: NamedFiles): Promise<ReadonlyMap<string, string> | null>;
  /**
   * Reads a few files of a branch, of the default one where that is null; an account reads one repository at a time.
   * @throws ApiError git.unreachable; InvalidFields for a branch that is not there
   */
  lookAt(of: Repository, branch: string | null, choose: ChooseFiles, gone: AbortSignal): Promise<LookedAt>;
};

export type LookedAt = FilesRead & { defaultBranch: string; branches: Branch[]; branch: string };

/** How long answers are cached: branch lists 15 minutes, commit lists 5, commits 60; a missing commit may be pushed. */
const keptMs = { branches: 15 * 60_000, commits: 5 * 60_000, commit: 60 * 60_000, missingCommit: 5 * 60_000 };
const maxCommits = 100;
/** The last moment that a date in ISO 8601 has four digits for. */
const lastDate = Date.parse('9999-12-31T23:59:59.999Z');
/** Characters of a commit's name, address and message that are read; a repository decides how long they are. */
const longest = { name: 200, subject: 1000, message: 64 * 1024 };
/** Of what is read for lists of branches and commits. */
const usualLimits: GitLimits & { copiesBytes: number } = {
  ms: 5 * 60_000,
  copyBytes: 4 * 1024 ** 3,
  copiesBytes: 10 * 1024 ** 3,
};
/** Reads of repositories at a time, of all accounts and of one. */
const readsAtOnce = { total: 12, perAccount: 4 };
/** Fields of a commit, each ended by NUL, which is in no commit; the message of `%s` or `%B` comes last. */
const formatOf = (message: '%s' | '%B') => `--format=tformat:${['%H', '%an', '%ae', '%cI', message].join('%x00')}`;
const fieldsOfCommit = 5;
const mostTouching = 50;
const commitId = /^[0-9a-f]{4,64}$/i;

/** Branch names as git takes them (git-check-ref-format), and none that reads as an option or a refspec. */
const branchName = /^(?!-)(?!.*\.\.)[^\s~^:?*[\\\p{Cc}]{1,250}$/u;

function keepFound(found: unknown): number {
  return found === null ? keptMs.missingCommit : keptMs.commit;
}

/** @throws GitLimitExceeded; other errors are ignored */
function passLimits(error: unknown): void {
  if (error instanceof GitLimitExceeded) throw error;
}

function keyOf({ accountId, gitUrl }: Repository): string {
  return `${accountId} ${gitUrl}`;
}

function defaultBranchOf({ head, branches }: RemoteBranches, { gitUrl }: Repository): string {
  const names = branches.map(({ name }) => name);
  const found = [head, 'main', 'master', names[0]].find((name) => name && names.includes(name));
  if (!found) throw unreachable(gitUrl, 'It has no commit yet.');
  return found;
}

function commitsOf(log: string, messageLength: number): Commit[] {
  const fields = log.split('\0');
  // What follows the last NUL is not a field.
  const count = Math.floor((fields.length - 1) / fieldsOfCommit);
  return Array.from({ length: count }, (_, index) => {
    const start = index * fieldsOfCommit;
    const [id = '', user = '', email = '', date = '', message = ''] = fields.slice(start, start + fieldsOfCommit);
    const [shownUser, shownEmail] = [user, email].map((name) => name.slice(0, longest.name)) as [string, string];
    const shown = message.slice(0, messageLength).trim();
    return { id, user: shownUser, email: shownEmail, date: dateOf(date), message: shown };
  });
}

/** Git shows what a repository says: no date at all, or one that no calendar has. */
function dateOf(date: string): string {
  const ms = Date.parse(date);
  return new Date(ms >= 0 && ms <= lastDate ? ms : 0).toISOString();
}

function touchingOf(log: string): TouchingCommit[] {
  return log
    .split('\x01')
    .slice(1)
    .map((entry) => {
      const [id = '', user = '', date = '', subject = '', ...files] = entry.split('\0');
      const paths = files.map((path) => path.trim()).filter((path) => path !== '');
      return {
        id,
        user: user.slice(0, longest.name),
        date: dateOf(date),
        message: subject.slice(0, longest.subject).trim(),
        files: paths,
      };
    });
}

/**
 * Reads repositories with git itself; commits come from bare clones without blobs, fetched on demand.
 * @param accessTo tells what git needs to read it
 * @param options.limits of the clones, in milliseconds and bytes
 * @param options.now the clock of cached answers, in milliseconds
 */
export function repositoryReader(
  cacheDir: string,
  addresses: GitAddresses,
  accessTo: (repository: Repository) => Promise<GitAccess>,
  { limits = usualLimits, now = Date.now }: { limits?: typeof usualLimits; now?: () => number } = {},
): RepositoryReader {
  const gitIn = gitCommand(addresses, cacheDir);
  const cache = new AnswerCache({ now });
  const copies = new RepositoryCopies(cacheDir, limits.copiesBytes);
  const reads = new FairSemaphore(readsAtOnce.total, readsAtOnce.perAccount);
  const proposals = new FairSemaphore(readsAtOnce.total, 1);

  /** Reads a repository for its account, within the reads that it may have at a time. */
  function reading<Result>(of: Repository, work: () => Promise<Result>): Promise<Result> {
    return reads.run(of.accountId, work).catch((error: unknown) => {
      throw gitFailureOf(of.gitUrl, error, addresses);
    });
  }

  /** Does something that asks the repository's server. */
  async function asking<Result>(of: Repository, work: (from: GitSource) => Promise<Result>): Promise<Result> {
    await mkdir(cacheDir, { recursive: true });
    const { gitUrl, deployKey } = await accessTo(of);
    const target = await repositorySource(gitUrl, addresses);
    return await withKeyFile(deployKey, (keyFile) => work({ target, keyFile }));
  }

  /** Uses the account's copy of a repository, in which `fetch` gets what is missing. */
  function inCopy<Result>(
    of: Repository,
    work: (folder: string, fetch: (refspecs: readonly string[]) => Promise<void>) => Promise<Result>,
  ): Promise<Result> {
    return copies.use(keyOf(of), async (folder, isNew) => {
      if (isNew) await gitIn(folder).raw(['init', '--bare', '--quiet']);
      return await work(folder, async (refspecs) => {
        const options = ['--no-tags', '--prune', '--quiet', '--filter=blob:none'];
        await asking(of, (from) =>
          withinLimits(folder, limits, undefined, (gone) =>
            gitIn(folder, { ...from, gone }).raw(['fetch', ...options, '--', from.target.source, ...refspecs]),
          ),
        );
      });
    });
  }

  function readBranches(of: Repository): Promise<RemoteBranches> {
    return asking(of, (from) =>
      withinLimits(cacheDir, limits, undefined, (gone) =>
        remoteBranches(gitIn(cacheDir, { ...from, gone }), from.target.source),
      ),
    );
  }

  function readCommits(of: Repository, branch: string): Promise<Commit[]> {
    return inCopy(of, async (folder, fetch) => {
      await fetch([`+refs/heads/${branch}:refs/heads/${branch}`]);
      const order = ['log', '-z', `--max-count=${maxCommits}`, formatOf('%s'), `refs/heads/${branch}`, '--'];
      return commitsOf(await gitIn(folder).raw(order), longest.subject);
    });
  }

  async function findCommit(folder: string, commit: string): Promise<Commit | null> {
    const log = await gitIn(folder)
      .raw(['log', '-z', '--max-count=1', formatOf('%B'), '--end-of-options', `${commit}^{commit}`, '--'])
      .catch((error) => {
        if (error instanceof GitLimitExceeded) throw error;
        return '';
      });
    return commitsOf(log, longest.message)[0] ?? null;
  }

  /** Works in a copy that has the commit, which is fetched if it is missing; null: the repository does not have it. */
  function atCommit<Result>(
    of: Repository,
    commit: string,
    work: (git: Git, fetch: (refspecs: readonly string[]) => Promise<void>) => Promise<Result>,
  ): Promise<Result | null> {
    return inCopy(of, async (folder, fetch) => {
      if (!(await findCommit(folder, commit))) await fetch(['+refs/heads/*:refs/heads/*', '+refs/tags/*:refs/tags/*']);
      return (await findCommit(folder, commit)) ? work(gitIn(folder), fetch) : null;
    });
  }

  function readFilesAt(of: Repository, commit: string, paths: readonly string[]) {
    return atCommit(of, commit, async (git, fetch) => {
      const list = await git.first(['ls-tree', '-z', '--full-tree', commit, '--', ...paths], mostListed.bytes);
      const files = listedFiles(list);
      // The copy has no contents. A server that does not send them by id has sent all before.
      if (files.length > 0) await fetch(files.map(({ id }) => id)).catch(passLimits);
      return await readTexts(git, files);
    });
  }

  function readPathsAt(of: Repository, commit: string, files: NamedFiles) {
    return atCommit(of, commit, async (git) => {
      const list = await git.first(['ls-tree', '-r', '-z', '--name-only', '--full-tree', commit], mostListed.bytes);
      const paths = list.toString().split('\0').slice(0, mostListed.paths);
      return await pathsOfFiles(
        paths.filter(({ length }) => length <= mostListed.path),
        files,
      );
    });
  }

  function readCommit(of: Repository, commit: string): Promise<Commit | null> {
    return inCopy(of, async (folder, fetch) => {
      const known = await findCommit(folder, commit);
      if (known) return known;
      await fetch(['+refs/heads/*:refs/heads/*', '+refs/tags/*:refs/tags/*']);
      return await findCommit(folder, commit);
    });
  }

  function readTouching(of: Repository, after: string, upTo: string): Promise<TouchingCommit[]> {
    return inCopy(of, async (folder, fetch) => {
      const known = (await findCommit(folder, after)) && (await findCommit(folder, upTo));
      if (!known) await fetch(['+refs/heads/*:refs/heads/*', '+refs/tags/*:refs/tags/*']);
      const fields = `--format=tformat:%x01${['%H', '%an', '%cI', '%s'].join('%x00')}`;
      // Renames are found by content, which the copy does not have.
      const order = ['log', '-z', '--no-renames', '--name-only', '-m', '--first-parent', `--max-count=${mostTouching}`];
      const range = ['--end-of-options', `${after}..${upTo}`, '--'];
      return touchingOf(await gitIn(folder).raw([...order, fields, ...range]));
    });
  }

  async function lookAt(
    of: Repository,
    wantedBranch: string | null,
    choose: ChooseFiles,
    gone: AbortSignal,
  ): Promise<LookedAt> {
    const listed = await readBranches(of);
    const { branches } = listed;
    const defaultBranch = defaultBranchOf(listed, of);
    const branch = wantedBranch ?? defaultBranch;
    if (!branches.some(({ name }) => name === branch))
      throw new InvalidFields({ field: 'branch', message: 'There is no such branch' });
    const read = await asking(of, (from) => readRepositoryFiles({ branch, ...from }, choose, gitIn, gone));
    return { defaultBranch, branches, branch, ...read };
  }

  const branchesOf = (of: Repository) =>
    cache.get(`branches ${keyOf(of)}`, keptMs.branches, () => reading(of, () => readBranches(of)));

  return {
    lookAt: (of, branch, choose, gone) =>
      proposals.run(of.accountId, () => reading(of, () => lookAt(of, branch, choose, gone)), gone),
    forget: (accountId, shownUrl) => {
      const starts = ['branches', 'commits', 'commit'].map(
        (kind) => `${kind} ${keyOf({ accountId, gitUrl: shownUrl })}`,
      );
      cache.drop((key) => starts.some((start) => withoutGitCredentials(key).startsWith(start)));
    },
    branches: async (of) => (await branchesOf(of)).branches,
    defaultBranch: async (of) => defaultBranchOf(await branchesOf(of), of),
    commits: async (of, branch) => {
      if (!branchName.test(branch)) throw new InvalidFields({ field: 'branch', message: messages.invalidValue });
      return cache.get(`commits ${keyOf(of)} ${branch}`, keptMs.commits, () =>
        reading(of, () => readCommits(of, branch)),
      );
    },
    touching: async (of, after, upTo) => {
      if (!commitId.test(after) || !commitId.test(upTo)) return [];
      return cache.get(`commits ${keyOf(of)} ${after}..${upTo}`, keptMs.commit, () =>
        reading(of, () => readTouching(of, after, upTo)),
      );
    },
    filesAt: async (of, commit, paths) => {
      if (!commitId.test(commit)) return null;
      return cache.get(`commit ${keyOf(of)} ${commit} files ${JSON.stringify(paths)}`, keepFound, () =>
        reading(of, () => readFilesAt(of, commit, paths)),
      );
    },
    pathsAt: async (of, commit, files) => {
      if (!commitId.test(commit)) return null;
      return cache.get(`commit ${keyOf(of)} ${commit} paths ${JSON.stringify(files)}`, keepFound, () =>
        reading(of, () => readPathsAt(of, commit, files)),
      );
    },
    commit: async (of, commit) => {
      if (!commitId.test(commit)) return null;
      return cache.get(`commit ${keyOf(of)} ${commit}`, keepFound, () => reading(of, () => readCommit(of, commit)));
    },
  };
}
