import { lstat } from 'node:fs/promises';
import { join } from 'node:path';
import { glob } from 'tinyglobby';

/** The result files of one command: those that it wrote, without those that existed before. */
export class ResultFiles {
  readonly #directory: string;
  readonly #globs: readonly string[];
  readonly #states = new Map<string, string>();

  /** @param globs relative to the directory; files outside it are ignored */
  constructor(directory: string, globs: readonly string[]) {
    this.#directory = directory;
    this.#globs = globs;
  }

  /** @returns the files that are new or changed since the last call, sorted by name; relative paths. */
  async changed(): Promise<string[]> {
    if (this.#globs.length === 0) return [];
    const ignore = ['**/node_modules/**', '**/.git/**'];
    const names = await glob([...this.#globs], { cwd: this.#directory, ignore, dot: true, followSymbolicLinks: false });
    const changed: string[] = [];
    for (const name of names.filter((each) => !each.startsWith('..')).sort()) {
      // A link could lead to a file that only the agent may read.
      const found = await lstat(join(this.#directory, name)).catch(() => null);
      if (!found?.isFile()) continue;
      const state = `${found.mtimeMs} ${found.size}`;
      if (this.#states.get(name) !== state) changed.push(name);
      this.#states.set(name, state);
    }
    return changed;
  }
}
