import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { KeyedQueue } from '@assay/concurrency';
import type { Transfers } from '../projectFiles/fileHelper.ts';
import { ProjectFileError } from '../projectFiles/projectFileError.ts';
import type { FileMove, ProjectFiles, Transfer } from '../projectFiles/projectFiles.ts';

/**
 * Which installations of this agent are complete. The marks lie in a folder that no test can write: a mark beside the
 * installation could be planted, and writing it would follow a planted link. Each project has a folder of its own there.
 */
export class InstallationMarks {
  readonly #folder: string;
  readonly #uses = new KeyedQueue();

  /** @param folder of the agent alone */
  constructor(folder: string) {
    this.#folder = folder;
  }

  isComplete(installation: string): boolean {
    return existsSync(this.#markOf(installation));
  }

  async complete(installation: string): Promise<void> {
    const mark = this.#markOf(installation);
    await mkdir(dirname(mark), { recursive: true, mode: 0o700 });
    await writeFile(mark, '');
  }

  /** Call it before an installation is filled again: its mark may be of a folder that is gone. */
  async forget(installation: string): Promise<void> {
    await rm(this.#markOf(installation), { force: true });
  }

  /** Runs the work once no other work on the same installation is under way. */
  alone<Result>(installation: string, work: () => Promise<Result>): Promise<Result> {
    return this.#uses.run(installation, work);
  }

  #markOf(installation: string): string {
    const project = basename(dirname(dirname(installation)));
    return join(this.#folder, project, createHash('sha256').update(installation).digest('hex').slice(0, 32));
  }
}

/** A folder of a run that an installation keeps, by a name of its own there. */
export type KeptFolder = FileMove & { name: string };

/** Codes of a file system without hard links, or of a tree with too many files. */
const withoutHardLinks = ['EXDEV', 'EPERM', 'ENOTSUP', 'EMLINK', 'ETOOMANY'];

/** Installations of one project that later runs with the same inputs use again. No other project sees them. */
export class Installations {
  readonly #folder: string;
  readonly #files: ProjectFiles;
  readonly #transfers: Transfers;
  readonly #marks: InstallationMarks;

  /**
   * @param folder in the project's own, which its tests can write
   * @param transfers to and from the folders of runs
   */
  constructor(folder: string, files: ProjectFiles, transfers: Transfers, marks: InstallationMarks) {
    this.#folder = folder;
    this.#files = files;
    this.#transfers = transfers;
    this.#marks = marks;
  }

  /** @returns the path for an installation from these inputs: the same for all runs of the project. */
  pathOf(inputs: readonly string[]): string {
    return join(this.#folder, createHash('sha256').update(inputs.join('\0')).digest('hex').slice(0, 32));
  }

  /** Whether an earlier run has completed the installation, and it still exists. */
  async has(installation: string): Promise<boolean> {
    return this.#marks.isComplete(installation) && (await this.#files.isFolder(installation));
  }

  /**
   * Fills the folder of an installation once, in place, for what cannot be moved afterwards. Concurrent runs wait for the
   * first; an incomplete folder is filled again.
   * @returns whether it was complete already.
   */
  async fillOnce(installation: string, fill: () => Promise<void>): Promise<boolean> {
    return await this.#marks.alone(installation, async () => {
      if (await this.has(installation)) return true;
      await this.#clear(installation);
      await fill();
      await this.#marks.complete(installation);
      return false;
    });
  }

  /**
   * Moves folders of a run into an installation. When a concurrent run was faster, its copies stay and these are removed.
   */
  async keep(installation: string, folders: readonly KeptFolder[]): Promise<void> {
    await this.#marks.alone(installation, async () => {
      if (await this.has(installation)) {
        for (const { path } of folders) await this.#files.remove(path);
        return;
      }
      await this.#clear(installation);
      await this.#transfers.move(folders.map((folder) => [folder, this.#in(installation, folder.name)]));
      await this.#marks.complete(installation);
    });
  }

  /**
   * Gives a run the folders that an installation has of these, as hard links of their files: tools that resolve links
   * would find packages outside of the checkout. Where the system makes none, a folder alone is a link; of several
   * nothing is given, as links between them would lead nowhere.
   * @param folders of the run, where nothing is yet: the first one, and those that the installation may have besides
   * @returns whether they were given
   */
  async provide(installation: string, folders: readonly [KeptFolder, ...KeptFolder[]]): Promise<boolean> {
    const [first, ...others] = folders;
    if (others.length === 0 && process.platform === 'win32') {
      await this.#files.link(this.#in(installation, first.name).path, first.path);
      return true;
    }
    const transfers: Transfer[] = [];
    for (const folder of folders) {
      const from = this.#in(installation, folder.name);
      const isThere = folder === first || (await this.#files.firstExisting([from.path], true)) !== null;
      if (isThere) transfers.push([from, folder]);
    }
    try {
      await this.#transfers.linkFiles(transfers);
      return true;
    } catch (error) {
      if (!(error instanceof ProjectFileError) || !withoutHardLinks.includes(error.code)) throw error;
    }
    for (const { path } of folders) await this.#files.remove(path);
    if (others.length > 0) return false;
    await this.#files.link(this.#in(installation, first.name).path, first.path);
    return true;
  }

  /** The tests can put a link in place of the folder of installations, but not of the project's. */
  #in(installation: string, name: string): FileMove {
    return { path: join(installation, name), within: dirname(this.#folder) };
  }

  async #clear(installation: string): Promise<void> {
    await this.#marks.forget(installation);
    await this.#files.remove(installation);
    await this.#files.makeFolder(installation);
  }
}
