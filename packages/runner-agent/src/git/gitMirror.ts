import { createHash, randomUUID } from 'node:crypto';
import { existsSync, rmSync } from 'node:fs';
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { KeyedQueue } from '@assay/concurrency';
import { type GitAuth, gitAuth, type ProjectId, whyGitFailed, withoutGitCredentials } from '@assay/contract';
import { proxiesOf } from '@assay/proxies';
import { diskUsage } from '../process/diskUsage.ts';
import { isDiskFull, UnitProblem } from '../units/unitProblem.ts';
import { projectFolderName } from '../workspace/projectFolder.ts';
import { firstOutput } from './firstOutput.ts';
import { gitIn, gitMemory, gitProgram, nothingIfFailed } from './gitCommands.ts';

export type WantedCommit = {
  projectId: ProjectId;
  gitUrl: string;
  deployKey: string | null;
  branch: string;
  ref: string | null;
  commit: string | null;
  /** For an address that the repository chose: nothing that this machine may read counts, only what the project has. */
  isChosenByRepository?: boolean;
};
export type FoundCommit = { mirror: string; commit: string; message: string };

/** What one repository may cost the agent, and with it all others. */
export type GitLimits = {
  /** Of one transfer. */
  fetchMs: number;
  mirrorBytes: number;
  /** Files and folders of a checkout. */
  files: number;
  /** Of all files of a checkout. */
  bytes: number;
  /** That git may have for its data, in bytes. */
  memory: number;
};
const gibibyte = 1024 ** 3;
export const gitLimits: GitLimits = {
  fetchMs: 30 * 60_000,
  mirrorBytes: 10 * gibibyte,
  files: 500_000,
  bytes: 10 * gibibyte,
  memory: gitMemory,
};
const measureEveryMs = 2000;
const longestMessage = 500;
const shownBranches = 10;
const measureWithinMs = 30_000;

const refspecs = ['+refs/heads/*:refs/heads/*', '+refs/tags/*:refs/tags/*'];

/**
 * Bare copies of the repositories, so that a run fetches only new objects. Each project has its own: what one account
 * may read at an address, another may not.
 */
export class GitMirrors {
  readonly #folder: string;
  readonly #limits: GitLimits;
  /** By the path of a mirror. */
  readonly #uses = new KeyedQueue();

  constructor(folder: string, limits = gitLimits) {
    this.#limits = limits;
    this.#folder = folder;
    // Keys of an agent that was killed.
    rmSync(this.#keys, { recursive: true, force: true });
  }

  get #keys(): string {
    return join(this.#folder, 'keys');
  }

  /**
   * Updates the mirror and finds the commit in it.
   * @throws UnitProblem git.unreachable, git.tooLarge, git.tooSlow, git.branchNotFound or git.refNotFound.
   */
  async find(wanted: WantedCommit, signal: AbortSignal): Promise<FoundCommit> {
    const name = createHash('sha256').update(wanted.gitUrl).digest('hex').slice(0, 24);
    const mirror = join(this.#folder, projectFolderName(wanted.projectId), name);
    return await this.#uses.run(mirror, async () => {
      signal.throwIfAborted();
      await this.#create(mirror, signal);
      const known = wanted.commit ? await commitOf(mirror, wanted.commit, signal) : null;
      if (!known) await this.#fetch(mirror, wanted, refspecs, signal);
      const commit = known ?? (await this.#resolve(mirror, wanted, signal));
      return { mirror, commit, message: await subjectOf(mirror, commit, signal) };
    });
  }

  async #create(mirror: string, signal: AbortSignal): Promise<void> {
    if (existsSync(join(mirror, 'HEAD'))) return;
    await rm(mirror, { recursive: true, force: true });
    await mkdir(mirror, { recursive: true });
    await gitIn(mirror, signal).raw(['init', '--bare', '--quiet']);
  }

  async #fetch(
    mirror: string,
    asked: Omit<WantedCommit, 'projectId'>,
    what: readonly string[],
    signal: AbortSignal,
  ): Promise<void> {
    const { gitUrl } = asked;
    const fetch = ({ url }: GitAuth) => [
      ...['fetch', '--prune', '--no-tags', '--update-shallow', '--quiet', '--', url],
      ...what,
    ];
    try {
      await this.#ask(mirror, asked, fetch, signal);
    } catch (error) {
      signal.throwIfAborted();
      if (isDiskFull(error) || error instanceof UnitProblem) throw error;
      const said = error instanceof Error ? error.message : String(error);
      throw new UnitProblem(
        'git.unreachable',
        `The repository ${withoutGitCredentials(gitUrl)} could not be read. Check the git URL of the project, and that this ` +
          `runner agent may read it (a deploy key or a token, as it never asks for a password). ${whyGitFailed(said, proxiesOf(process.env).noteFor(gitUrl))}`,
      );
    }
  }

  /** Runs git with access to the repository's server, within the limits of a transfer. */
  async #ask(
    mirror: string,
    { gitUrl, deployKey, isChosenByRepository }: Pick<WantedCommit, 'gitUrl' | 'deployKey' | 'isChosenByRepository'>,
    orderOf: (auth: GitAuth) => string[],
    signal: AbortSignal,
  ): Promise<string> {
    const knownHosts = join(this.#folder, 'known_hosts');
    const keyFile = deployKey === null ? null : join(this.#keys, randomUUID());
    let printed = '';
    try {
      if (deployKey !== null && keyFile !== null) {
        await mkdir(this.#keys, { recursive: true, mode: 0o700 });
        await writeFile(keyFile, deployKey, { mode: 0o600 });
      }
      const auth = gitAuth(sourceOf(gitUrl));
      await this.#bounded(mirror, gitUrl, signal, async (ending) => {
        const apart = isChosenByRepository ? this.#folder : null;
        printed = await gitIn(mirror, ending, { ssh: { knownHosts, keyFile }, auth, apart }).raw(orderOf(auth));
      });
      return printed;
    } finally {
      if (keyFile !== null) await rm(keyFile, { force: true });
    }
  }

  /** A transfer that exceeds a limit is ended, and leaves no mirror. */
  async #bounded(
    mirror: string,
    gitUrl: string,
    signal: AbortSignal,
    work: (ending: AbortSignal) => Promise<void>,
  ): Promise<void> {
    const { fetchMs, mirrorBytes } = this.#limits;
    const ending = new AbortController();
    const name = withoutGitCredentials(gitUrl);
    const advice = 'Split it, remove large files from its history, or upload a build instead.';
    const timer = setTimeout(() => {
      const message = `The repository ${name} was not transferred within ${durationOf(fetchMs)}. ${advice}`;
      ending.abort(new UnitProblem('git.tooSlow', message));
    }, fetchMs);
    const measure = async () => {
      if ((await diskUsage([mirror], 'bytes', AbortSignal.timeout(measureWithinMs))) <= mirrorBytes) return;
      const message = `The repository ${name} has more than ${sizeOf(mirrorBytes)}. ${advice}`;
      ending.abort(new UnitProblem('git.tooLarge', message));
    };
    // The last measurement counts, and may fail.
    const measuring = setInterval(() => void measure().catch(() => undefined), measureEveryMs);
    try {
      await work(AbortSignal.any([signal, ending.signal]));
      await measure();
      ending.signal.throwIfAborted();
    } catch (error) {
      // Git that was killed leaves what it has received so far.
      await removeTemporary(mirror);
      signal.throwIfAborted();
      if (!ending.signal.aborted) throw error;
      await rm(mirror, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
      throw ending.signal.reason;
    } finally {
      clearTimeout(timer);
      clearInterval(measuring);
    }
  }

  async #resolve(mirror: string, wanted: WantedCommit, signal: AbortSignal): Promise<string> {
    const ref = wanted.commit ?? wanted.ref;
    if (ref === null) {
      const found = await commitOf(mirror, `refs/heads/${wanted.branch}`, signal);
      if (found) return found;
      throw new UnitProblem('git.branchNotFound', await this.#branchMessage(mirror, wanted, signal));
    }
    for (const name of [`refs/tags/${ref}`, `refs/heads/${ref}`, ref]) {
      const found = await commitOf(mirror, name, signal);
      if (found) return found;
    }
    // A commit outside all branches and tags (of a pull request, for example): some servers provide it by its hash.
    if (/^[0-9a-f]{40}$/.test(ref)) {
      await this.#fetch(mirror, wanted, [`+${ref}:refs/assay/${ref}`], signal).catch(unlessTooMuch);
      signal.throwIfAborted();
      const found = await commitOf(mirror, ref, signal);
      if (found) return found;
    }
    throw new UnitProblem(
      'git.refNotFound',
      `There is no commit or tag '${ref}' in ${withoutGitCredentials(wanted.gitUrl)}. Check how it is written, and that it ` +
        'was pushed.',
    );
  }

  /** @returns the branch that HEAD of the repository names now; null where it does not say */
  async #headOf(mirror: string, { gitUrl, deployKey, isChosenByRepository }: WantedCommit, signal: AbortSignal) {
    const list = (auth: GitAuth) => ['ls-remote', '--symref', '--quiet', '--', auth.url, 'HEAD'];
    const listed = await this.#ask(mirror, { gitUrl, deployKey, isChosenByRepository }, list, signal).catch(() => '');
    signal.throwIfAborted();
    return /^ref: refs\/heads\/(\S+)\tHEAD$/m.exec(listed)?.[1] ?? null;
  }

  async #branchMessage(mirror: string, wanted: WantedCommit, signal: AbortSignal): Promise<string> {
    const listed = await gitIn(mirror, signal).raw([
      'for-each-ref',
      `--count=${shownBranches + 1}`,
      '--format=%(refname:lstrip=2)',
      'refs/heads',
    ]);
    const names = listed.trim().split('\n').filter(Boolean);
    const some = names.slice(0, shownBranches).join(', ') + (names.length > shownBranches ? ', …' : '');
    const head = names.length > 0 ? await this.#headOf(mirror, wanted, signal) : null;
    const named = head === null ? 'Its branches are' : `Its default branch is '${head}', its branches are`;
    const there = names.length > 0 ? `${named}: ${some}.` : 'It has no branch at all: push one first.';
    return (
      `There is no branch '${wanted.branch}' in ${withoutGitCredentials(wanted.gitUrl)}. ${there} ` +
      "Choose one of them for the run, or change the project's default branch."
    );
  }
}

/** A transfer that exceeds a limit has removed the mirror; any other failure means that the commit is not available. */
function unlessTooMuch(error: unknown): void {
  if (error instanceof UnitProblem && ['git.tooLarge', 'git.tooSlow'].includes(error.code)) throw error;
}

async function removeTemporary(mirror: string): Promise<void> {
  const packs = join(mirror, 'objects', 'pack');
  const names: string[] = await readdir(packs).catch(() => []);
  for (const name of names) if (name.startsWith('tmp_')) await rm(join(packs, name), { force: true });
}

export function sizeOf(bytes: number): string {
  const mebibytes = Math.round(bytes / 1024 ** 2);
  return mebibytes >= 1024 ? `${Math.round(mebibytes / 1024)} GiB` : `${mebibytes} MiB`;
}

function durationOf(milliseconds: number): string {
  const minutes = Math.round(milliseconds / 60_000);
  return minutes > 0 ? `${minutes} minutes` : `${milliseconds / 1000} seconds`;
}

function sourceOf(gitUrl: string): string {
  const isRemote = /^[a-z][a-z0-9+.-]+:\/\//i.test(gitUrl) || /^[^/\\]+@[^/\\]+:/.test(gitUrl);
  return isRemote ? gitUrl : resolve(gitUrl);
}

/** @returns the first line of a commit's message, which may be of any size in the repository */
async function subjectOf(mirror: string, commit: string, signal: AbortSignal): Promise<string> {
  const order = ['log', '-1', '--format=%s', commit, '--'];
  // A character has at most four bytes in UTF-8.
  const subject = await firstOutput(gitProgram(), order, mirror, 4 * longestMessage, signal);
  // Without half a surrogate pair.
  return subject
    .trim()
    .slice(0, longestMessage)
    .replace(/[\uD800-\uDBFF]$/, '');
}

async function commitOf(mirror: string, name: string, signal: AbortSignal): Promise<string | null> {
  if (name.startsWith('-')) return null;
  const wanted = `${name}^{commit}`;
  const answer = await gitIn(mirror, signal)
    .raw(['rev-parse', '--verify', '--quiet', '--end-of-options', wanted])
    .catch(nothingIfFailed);
  return /^[0-9a-f]{40,64}$/m.exec(answer)?.[0] ?? null;
}
