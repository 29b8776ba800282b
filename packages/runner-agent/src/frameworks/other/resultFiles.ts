import { relative, sep } from 'node:path';
import type { ProjectFiles } from '../../projectFiles/projectFiles.ts';

/** The result files of one command: those that it wrote, without those that existed before. */
export class ResultFiles {
  readonly #files: ProjectFiles;
  readonly #directory: string;
  readonly #globs: readonly string[];
  readonly #states = new Map<string, string>();

  /** @param globs relative to the directory; files outside it are ignored */
  constructor(files: ProjectFiles, directory: string, globs: readonly string[]) {
    this.#files = files;
    this.#directory = directory;
    this.#globs = globs;
  }

  /** @returns the files that are new or changed since the last call, sorted by name; relative paths. */
  async changed(): Promise<string[]> {
    const found = await this.#files.find(this.#directory, this.#globs, { dot: true });
    const changed: string[] = [];
    for (const { path, isLink, size, modifiedMs } of found) {
      // What a link leads to was not written by the command.
      if (isLink) continue;
      const name = relative(this.#directory, path).split(sep).join('/');
      const state = `${modifiedMs} ${size}`;
      if (this.#states.get(name) !== state) changed.push(name);
      this.#states.set(name, state);
    }
    return changed;
  }
}
