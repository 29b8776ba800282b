import { createHash, randomUUID } from 'node:crypto';
import { existsSync, rmSync } from 'node:fs';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { type ProjectId, whyGitFailed, withoutGitCredentials } from '@assay/contract';
import { isDiskFull, UnitProblem } from '../units/unitProblem.ts';
import { gitIn } from './gitCommands.ts';
import { projectFolderName } from './projectFolder.ts';

type WantedCommit = {
  projectId: ProjectId;
  gitUrl: string;
  deployKey: string | null;
  branch: string;
  ref: string | null;
  commit: string | null;
};
export type FoundCommit = { mirror: string; commit: string; message: string };

const refspecs = ['+refs/heads/*:refs/heads/*', '+refs/tags/*:refs/tags/*'];

/**
 * Bare copies of the repositories, so that a run fetches only new objects. Each project has its own: what one account
 * may read at an address, another may not.
 */
export class GitMirrors {
  readonly #folder: string;
  readonly #busy = new Map<string, Promise<unknown>>();

  constructor(folder: string) {
    this.#folder = folder;
    // Keys of an agent that was killed.
    rmSync(this.#keys, { recursive: true, force: true });
  }

  get #keys(): string {
    return join(this.#folder, 'keys');
  }

  /**
   * Updates the mirror and finds the commit in it.
   * @throws UnitProblem git.unreachable, git.branchNotFound or git.refNotFound.
   */
  async find(wanted: WantedCommit, signal: AbortSignal): Promise<FoundCommit> {
    const name = createHash('sha256').update(wanted.gitUrl).digest('hex').slice(0, 24);
    const mirror = join(this.#folder, projectFolderName(wanted.projectId), name);
    return await this.#alone(mirror, async () => {
      signal.throwIfAborted();
      await this.#create(mirror, signal);
      const known = wanted.commit ? await commitOf(mirror, wanted.commit, signal) : null;
      if (!known) await this.#fetch(mirror, wanted, refspecs, signal);
      const commit = known ?? (await this.#resolve(mirror, wanted, signal));
      const message = await gitIn(mirror, signal).raw(['log', '-1', '--format=%s', commit, '--']);
      return { mirror, commit, message: message.trim().slice(0, 500) };
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
    { gitUrl, deployKey }: Pick<WantedCommit, 'gitUrl' | 'deployKey'>,
    what: readonly string[],
    signal: AbortSignal,
  ): Promise<void> {
    const knownHosts = join(this.#folder, 'known_hosts');
    const keyFile = deployKey === null ? null : join(this.#keys, randomUUID());
    try {
      if (deployKey !== null && keyFile !== null) {
        await mkdir(this.#keys, { recursive: true, mode: 0o700 });
        await writeFile(keyFile, deployKey, { mode: 0o600 });
      }
      const fetch = ['fetch', '--prune', '--no-tags', '--update-shallow', '--quiet', '--', sourceOf(gitUrl), ...what];
      await gitIn(mirror, signal, { knownHosts, keyFile }).raw(fetch);
    } catch (error) {
      signal.throwIfAborted();
      if (isDiskFull(error)) throw error;
      const said = error instanceof Error ? error.message : String(error);
      throw new UnitProblem(
        'git.unreachable',
        `The repository ${withoutGitCredentials(gitUrl)} could not be read. Check the git URL of the project, and that this ` +
          `runner agent may read it (a deploy key or a token, as it never asks for a password). ${whyGitFailed(said)}`,
      );
    } finally {
      if (keyFile !== null) await rm(keyFile, { force: true });
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
      await this.#fetch(mirror, wanted, [`+${ref}:refs/assay/${ref}`], signal).catch(() => undefined);
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

  async #branchMessage(mirror: string, wanted: WantedCommit, signal: AbortSignal): Promise<string> {
    const listed = await gitIn(mirror, signal).raw(['for-each-ref', '--format=%(refname:lstrip=2)', 'refs/heads']);
    const names = listed.trim().split('\n').filter(Boolean);
    const some = names.slice(0, 10).join(', ') + (names.length > 10 ? ', …' : '');
    const there = names.length > 0 ? `Its branches are: ${some}.` : 'It has no branch at all: push one first.';
    return (
      `There is no branch '${wanted.branch}' in ${withoutGitCredentials(wanted.gitUrl)}. ${there} ` +
      "Choose one of them for the run, or change the project's default branch."
    );
  }

  async #alone<Result>(mirror: string, work: () => Promise<Result>): Promise<Result> {
    const before = this.#busy.get(mirror) ?? Promise.resolve();
    const mine = before.then(work, work);
    this.#busy.set(mirror, mine);
    try {
      return await mine;
    } finally {
      if (this.#busy.get(mirror) === mine) this.#busy.delete(mirror);
    }
  }
}

/**
 * Nothing of the repository, and no program that the machine's own settings name, runs while files are written: filters
 * (Git LFS reads settings of the repository), hooks, and watchers of files.
 */
const withoutPrograms = [
  ...['core.hooksPath=/dev/null', 'core.fsmonitor=false'],
  ...['filter.lfs.smudge=', 'filter.lfs.process=', 'filter.lfs.clean=', 'filter.lfs.required=false'],
].flatMap((setting) => ['-c', setting]);

/**
 * Checks a commit out into a new folder, before any test can reach it; hard links to the mirror's objects make it cheap.
 * @param apart copies the objects instead, for processes that must not reach the mirror
 */
export async function checkOut(
  found: FoundCommit,
  folder: string,
  parent: string,
  apart: boolean,
  signal: AbortSignal,
): Promise<void> {
  const clone = [
    ...withoutPrograms,
    'clone',
    '--template=',
    apart ? '--no-hardlinks' : '--local',
    '--no-checkout',
    '--no-tags',
    '--quiet',
    '--',
    found.mirror,
    folder,
  ];
  await gitIn(parent, signal).raw(clone);
  const repository = gitIn(folder, signal);
  // Git copies a shallow repository by its branches, and the commit may be on none of them.
  if (existsSync(join(found.mirror, 'shallow')))
    await repository.raw([
      ...withoutPrograms,
      'fetch',
      '--update-shallow',
      '--no-tags',
      '--quiet',
      'origin',
      found.commit,
    ]);
  await repository.raw([...withoutPrograms, 'checkout', '--quiet', '--detach', found.commit]);
}

function sourceOf(gitUrl: string): string {
  const isRemote = /^[a-z][a-z0-9+.-]+:\/\//i.test(gitUrl) || /^[^/\\]+@[^/\\]+:/.test(gitUrl);
  return isRemote ? gitUrl : resolve(gitUrl);
}

async function commitOf(mirror: string, name: string, signal: AbortSignal): Promise<string | null> {
  if (name.startsWith('-')) return null;
  const wanted = `${name}^{commit}`;
  const answer = await gitIn(mirror, signal)
    .raw(['rev-parse', '--verify', '--quiet', '--end-of-options', wanted])
    .catch(() => '');
  signal.throwIfAborted();
  return /^[0-9a-f]{40,64}$/m.exec(answer)?.[0] ?? null;
}
