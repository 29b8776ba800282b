import { execFile } from 'node:child_process';
import { mkdir, rename, rm } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { promisify } from 'node:util';
import { AnswerCache } from '@assay/concurrency';
import type { InstalledRuntime } from '../runtimes/installedRuntimes.ts';

const run = promisify(execFile);

/**
 * Copies of runtimes in a folder that all users may pass, for tests of users that cannot enter the home folder in which
 * a version manager has installed them. Their files are links where that is possible, and belong to the agent's user.
 */
export class SharedRuntimes {
  readonly #folder: string;
  readonly #copies = new AnswerCache();

  /** @param agentFolder of the agent, which other users may pass */
  constructor(agentFolder: string) {
    this.#folder = join(agentFolder, 'runtimes');
  }

  /** Removes the copies of an earlier start: what they are copies of may have changed. */
  async clear(): Promise<void> {
    await rm(this.#folder, { recursive: true, force: true });
  }

  /** @returns the runtime where all users can read it; null for one that is among other programs */
  async share(runtime: InstalledRuntime): Promise<InstalledRuntime | null> {
    const { name, version, folder, commands } = runtime;
    if (folder === null || commands === null) return null;
    const copy = join(this.#folder, `${name.toLowerCase()}-${version}`);
    await this.#copies.get(copy, Number.POSITIVE_INFINITY, () => this.#copy(folder, copy));
    const inCopy = (path: string) => join(copy, relative(folder, path));
    return { ...runtime, folder: copy, commands: inCopy(commands), program: inCopy(runtime.program) };
  }

  async #copy(folder: string, copy: string): Promise<void> {
    await mkdir(this.#folder, { recursive: true, mode: 0o711 });
    const partial = `${copy}.partial`;
    const copyBy = async (...how: string[]) => {
      await rm(partial, { recursive: true, force: true });
      await run('cp', ['-a', ...how, '--', folder, partial]);
    };
    // Links are refused between file systems.
    await copyBy('--link').catch(() => copyBy('--reflink=auto'));
    await rename(partial, copy);
  }
}
