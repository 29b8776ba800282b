import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { glob } from 'tinyglobby';

/** The result files of one command: those that it wrote, not what lay there before. */
export class ResultFiles {
  readonly #directory: string;
  readonly #globs: readonly string[];
  readonly #states = new Map<string, string>();

  /** @param globs relative to the directory; nothing outside of it is looked at */
  constructor(directory: string, globs: readonly string[]) {
    this.#directory = directory;
    this.#globs = globs;
  }

  /** @returns the files that are new or changed since the last call, in the order of their names; relative paths. */
  async changed(): Promise<string[]> {
    if (this.#globs.length === 0) return [];
    const ignore = ['**/node_modules/**', '**/.git/**'];
    const names = await glob([...this.#globs], { cwd: this.#directory, ignore, dot: true, followSymbolicLinks: false });
    const changed: string[] = [];
    for (const name of names.filter((each) => !each.startsWith('..')).sort()) {
      const found = await stat(join(this.#directory, name)).catch(() => null);
      if (!found?.isFile()) continue;
      const state = `${found.mtimeMs} ${found.size}`;
      if (this.#states.get(name) !== state) changed.push(name);
      this.#states.set(name, state);
    }
    return changed;
  }
}
