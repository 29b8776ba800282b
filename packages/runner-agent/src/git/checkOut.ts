import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { gitAuth } from '@assay/contract';
import { UnitProblem } from '../units/unitProblem.ts';
import { gitIn, gitProgram, nothingIfFailed } from './gitCommands.ts';
import { type FoundCommit, gitLimits, sizeOf } from './gitMirror.ts';
import { isTreeWithin } from './treeSize.ts';

/**
 * Nothing of the repository, and no program that the machine's own settings name, runs while files are written: filters
 * (Git LFS reads settings of the repository), hooks, and watchers of files.
 */
async function withoutPrograms(parent: string, signal: AbortSignal): Promise<string[]> {
  const filters = new Set(['filter.lfs']);
  const listed = await gitIn(parent, signal)
    .raw(['config', '--null', '--name-only', '--get-regexp', '^filter\\..'])
    // It fails without any.
    .catch(nothingIfFailed);
  for (const name of listed.split('\0').filter(Boolean)) filters.add(name.slice(0, name.lastIndexOf('.')));
  const off = [...filters].flatMap((filter) =>
    ['smudge=', 'process=', 'clean=', 'required=false'].map((setting) => `${filter}.${setting}`),
  );
  return ['core.hooksPath=/dev/null', 'core.fsmonitor=false', ...off].flatMap((setting) => ['-c', setting]);
}

/**
 * Checks a commit out into a new or empty folder, before any test can reach it; hard links to the mirror's objects make
 * it cheap. As in a plain clone, the folder has all branches and tags, and the repository's address as `origin`.
 * @param gitUrl of the repository
 * @param apart copies the objects instead, for processes that must not reach the mirror
 * @throws UnitProblem git.tooLarge, git.invalidPath
 */
export async function checkOut(
  found: FoundCommit,
  gitUrl: string,
  folder: string,
  parent: string,
  apart: boolean,
  signal: AbortSignal,
  limits = gitLimits,
): Promise<void> {
  const { files, bytes, memory } = limits;
  if (!(await isTreeWithin(gitProgram(memory), found, limits, signal))) {
    throw new UnitProblem(
      'git.tooLarge',
      `The commit ${found.commit} has more than ${files.toLocaleString('en')} files and folders, more than ` +
        `${sizeOf(bytes)} in its files, or a path of more than 4,096 characters. Remove what the tests do not need.`,
    );
  }
  try {
    await write(found, folder, parent, apart, signal, memory);
    await gitIn(folder, signal).raw(['remote', 'set-url', 'origin', withoutCredentials(gitUrl)]);
  } catch (error) {
    signal.throwIfAborted();
    const said = error instanceof Error ? error.message : '';
    const [, path] = /invalid path '(.+)'/.exec(said) ?? [];
    if (path !== undefined) {
      throw new UnitProblem(
        'git.invalidPath',
        `Git does not check out the commit ${found.commit}: the path '${path.slice(0, 200)}' is invalid. Rename it in the repository.`,
      );
    }
    if (!/out of memory|cannot allocate memory/i.test(said)) throw error;
    throw new UnitProblem(
      'git.tooLarge',
      `Git needs more than ${sizeOf(memory)} of memory to check out the commit ${found.commit}. Remove large files from it.`,
    );
  }
}

async function write(
  found: FoundCommit,
  folder: string,
  parent: string,
  apart: boolean,
  signal: AbortSignal,
  memory: number,
): Promise<void> {
  const quiet = await withoutPrograms(parent, signal);
  const clone = [
    ...quiet,
    'clone',
    '--template=',
    apart ? '--no-hardlinks' : '--local',
    '--no-checkout',
    '--quiet',
    '--',
    found.mirror,
    folder,
  ];
  await gitIn(parent, signal, {}, memory).raw(clone);
  const repository = gitIn(folder, signal, {}, memory);
  // Git copies a shallow repository by its branches, and the commit may be on none of them.
  if (existsSync(join(found.mirror, 'shallow')))
    await repository.raw([...quiet, 'fetch', '--update-shallow', '--no-tags', '--quiet', 'origin', found.commit]);
  await repository.raw([...quiet, 'checkout', '--quiet', '--detach', found.commit]);
}

/** @returns an address that a program of the tests may use, with what it has itself */
function withoutCredentials(gitUrl: string): string {
  return gitAuth(gitUrl).url;
}
