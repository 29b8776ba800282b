import { join, relative, sep } from 'node:path';
import { ProjectFileError } from '../../projectFiles/projectFileError.ts';
import type { FileWatch, OpenedFile, ProjectFiles } from '../../projectFiles/projectFiles.ts';
import { UnitProblem } from '../../units/unitProblem.ts';

/**
 * Of one command: different names of result files, and their characters; contents that were replaced. Files can be
 * renamed without an end, and a helper that was taken over can answer anything: memory is for all runs of the agent.
 */
const most = { names: 100_000, characters: 16 * 1024 * 1024, replaced: 100_000 };

/** A content of a result file that another one has replaced. */
export type ReplacedContent = {
  /** Relative to the directory. */
  name: string;
  /** Null: it could not be stored. */
  content: OpenedFile | null;
  /** Whether `changed` returned the file when it had this content. */
  wasReturned: boolean;
};

/** The result files of one command: those that it wrote, without those that existed before. */
export class ResultFiles {
  readonly #files: ProjectFiles;
  readonly #directory: string;
  readonly #globs: readonly string[];
  /** The last state of each file and the one before. */
  readonly #states = new Map<string, [newest: string, before: string | null]>();
  readonly #names = new Set<string>();
  #characters = 0;
  #replaced = 0;
  #watch: FileWatch | null = null;

  /** @param globs relative to the directory; files outside it are ignored */
  constructor(files: ProjectFiles, directory: string, globs: readonly string[]) {
    this.#files = files;
    this.#directory = directory;
    this.#globs = globs;
  }

  /** What exists is of others; what is written from now on is the command's. */
  async begin(): Promise<void> {
    await this.changed();
    this.#watch = await this.#files.watch(this.#directory, this.#globs, { dot: true });
  }

  async end(): Promise<void> {
    await this.#watch?.close();
    this.#watch = null;
  }

  /** @returns the files that are new or changed since the last call, sorted by name; relative paths. */
  async changed(): Promise<string[]> {
    const found = await this.#files.find(this.#directory, this.#globs, { dot: true });
    const changed: string[] = [];
    for (const file of found) {
      // What a link leads to was not written by the command.
      if (file.isLink) continue;
      const name = this.#nameOf(file.path);
      const state = stateOf(file);
      const [newest = null] = this.#states.get(name) ?? [];
      if (newest === state) continue;
      changed.push(name);
      this.#states.set(name, [state, newest]);
    }
    return changed;
  }

  /**
   * Yields the contents that were replaced since the last call, in the order in which that happened. Close each before
   * the next: the helper has few handles.
   * @throws UnitProblem results.unreadable
   */
  async *replaced(): AsyncGenerator<ReplacedContent> {
    for (;;) {
      const some = (await this.#watch?.replaced()) ?? [];
      if (some.length === 0) return;
      this.#replaced += some.length;
      if (this.#replaced > most.replaced) throw tooMany('contents of result files');
      for (const file of some) {
        const name = this.#nameOf(file.path);
        const wasReturned = this.#states.get(name)?.includes(stateOf(file)) ?? false;
        yield { name, content: file.content, wasReturned };
      }
    }
  }

  /** @returns the file, opened; null when it was removed meanwhile. */
  async open(name: string): Promise<OpenedFile | null> {
    try {
      return await this.#files.open(join(this.#directory, name), this.#directory);
    } catch (error) {
      if (error instanceof ProjectFileError && error.code === 'ENOENT') return null;
      throw error;
    }
  }

  /** @throws UnitProblem results.unreadable */
  #nameOf(path: string): string {
    const name = relative(this.#directory, path).split(sep).join('/');
    if (this.#names.has(name)) return name;
    this.#characters += name.length;
    if (this.#names.size >= most.names || this.#characters > most.characters) throw tooMany('result files');
    this.#names.add(name);
    return name;
  }
}

function stateOf({ modifiedMs, size, inode }: { modifiedMs: number; size: number; inode: number }): string {
  return `${modifiedMs} ${size} ${inode}`;
}

function tooMany(what: string): UnitProblem {
  return new UnitProblem(
    'results.unreadable',
    `There are more than ${most.names.toLocaleString('en')} ${what}, or their paths are too long. Name fewer files in ` +
      "the project's settings.",
  );
}
