import { lstatSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { isSshUrl, withoutGitCredentials } from '@assay/contract';
import type { ProgressLog } from '../logs/progressLog.ts';
import { UnitProblem } from '../units/unitProblem.ts';
import { checkOut } from './checkOut.ts';
import { gitIn, nothingIfFailed } from './gitCommands.ts';
import type { FoundCommit, GitMirrors, WantedCommit } from './gitMirror.ts';
import { fetchLfsObjects } from './lfsObjects.ts';
import { isSubmoduleHost, submoduleUrl } from './submoduleUrl.ts';

/** How submodules of a run are fetched. */
export type SubmoduleOrder = {
  mirrors: GitMirrors;
  /** The repository itself. */
  wanted: WantedCommit;
  /** Other hosts than the repository's, `*` for any; they are read without a password or key. */
  hosts: readonly string[];
  /** Whether the mirror's objects are copied. */
  apart: boolean;
  log: ProgressLog;
  signal: AbortSignal;
};

type Submodule = { path: string; url: string; commit: string };

/** `named`: in one `.gitmodules`; git looks for each of them. */
const most = { submodules: 50, levels: 5, named: 100, path: 4000, url: 4000 };

/**
 * Checks the submodules of a checkout out, and theirs, before any test can reach it. A submodule that cannot be fetched
 * stays an empty folder, as in a plain clone, and the log names it.
 *
 * The repository decides where submodules are. So git reads them with the project's own password or deploy key, from the
 * host of the repository alone, and never with what the machine's user may read.
 * @param found the commit of the repository
 * @param folder of its checkout
 * @throws UnitProblem git.tooLarge, git.tooSlow
 */
export async function checkOutSubmodules(found: FoundCommit, folder: string, order: SubmoduleOrder): Promise<void> {
  const left = { submodules: most.submodules };
  await checkOutLevel(found, order.wanted.gitUrl, folder, order, left, most.levels);
}

async function checkOutLevel(
  found: FoundCommit,
  gitUrl: string,
  folder: string,
  order: SubmoduleOrder,
  left: { submodules: number },
  levels: number,
): Promise<void> {
  for (const submodule of await submodulesOf(found, gitUrl, order.signal)) {
    const name = `The submodule ${submodule.path}`;
    const url = withoutGitCredentials(submodule.url);
    if (levels === 0 || left.submodules === 0) {
      order.log.line(`${name} is not fetched: only ${most.submodules} are, on ${most.levels} levels.`);
      return;
    }
    left.submodules -= 1;
    const target = join(folder, submodule.path);
    if (!isFolderWithin(folder, target)) continue;
    if (!isSubmoduleHost(submodule.url, order.wanted.gitUrl, order.hosts)) {
      order.log.line(
        `${name} is not fetched: ${url} is on another host than the repository. ASSAY_SUBMODULE_HOSTS of this runner agent allows others.`,
      );
      continue;
    }
    try {
      const own = await order.mirrors.find(wantedOf(submodule, order.wanted), order.signal);
      await checkOut(own, submodule.url, target, folder, order.apart, order.signal);
      await fetchLfsObjects(own, submodule.url, target, order.log, order.signal);
      // Records it in the checkout's own settings, as a clone with submodules does.
      await gitIn(folder, order.signal).raw(['submodule', '--quiet', 'init', '--', `:(literal)${submodule.path}`]);
      order.log.line(`${name} is at ${own.commit} of ${url}`);
      await checkOutLevel(own, submodule.url, target, order, left, levels - 1);
    } catch (error) {
      if (!(error instanceof UnitProblem) || !['git.unreachable', 'git.refNotFound'].includes(error.code)) throw error;
      order.log.line(`${name} is not fetched: ${error.message}`);
    }
  }
}

/** Of the same host, it may be read as the repository is; of another one without a password or key. */
function wantedOf({ url, commit }: Submodule, wanted: WantedCommit): WantedCommit {
  const isSameHost = isSubmoduleHost(url, wanted.gitUrl, []);
  return {
    ...wanted,
    gitUrl: url,
    deployKey: isSameHost && isSshUrl(url) ? wanted.deployKey : null,
    ref: commit,
    commit,
    isChosenByRepository: true,
  };
}

/** @returns what `.gitmodules` of the commit names and the commit has */
async function submodulesOf(
  { mirror, commit }: FoundCommit,
  gitUrl: string,
  signal: AbortSignal,
): Promise<Submodule[]> {
  const git = gitIn(mirror, signal);
  const listed = await git
    .raw(['config', '--blob', `${commit}:.gitmodules`, '--null', '--get-regexp', '^submodule\\..*\\.(path|url)$'])
    .catch(nothingIfFailed);
  const settings = new Map<string, { path?: string; url?: string }>();
  for (const entry of listed.split('\0')) {
    const [, name = '', key, value] = /^submodule\.(.*)\.(path|url)\n(.*)$/s.exec(entry) ?? [];
    if (key === 'path' || key === 'url') settings.set(name, { ...settings.get(name), [key]: value });
  }
  const submodules: Submodule[] = [];
  for (const { path, url } of [...settings.values()].slice(0, most.named)) {
    if (!path || !url || path.length > most.path || url.length > most.url) continue;
    // Git refuses a path that leads out of the repository.
    const entry = await git.raw(['ls-tree', '-z', '--full-tree', commit, '--', path]).catch(nothingIfFailed);
    const [, at] = /^160000 commit ([0-9a-f]{40,64})\t/.exec(entry) ?? [];
    const resolved = submoduleUrl(gitUrl, url);
    if (at && resolved !== null) submodules.push({ path, url: resolved, commit: at });
  }
  return submodules;
}

/** Git has made the folder; a link in its place, or in that of a folder above, would lead elsewhere. */
function isFolderWithin(folder: string, target: string): boolean {
  const found = lstatSync(target, { throwIfNoEntry: false });
  return (
    found?.isDirectory() === true && realpathSync(target) === join(realpathSync(folder), target.slice(folder.length))
  );
}
