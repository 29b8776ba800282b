import { mkdirSync, utimesSync, writeFileSync } from 'node:fs';
import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { loadOnce, SingleFlight } from '@assay/concurrency';
import type { ProjectId } from '@assay/contract';
import { clearAsAgent, removeAsAgent } from '../projectFiles/fileHelper.ts';
import { projectFolderName } from './projectFolder.ts';

/** What no open run uses. */
export type IdleStore = {
  name: string;
  /** Milliseconds since 1970. */
  usedAt: number;
  /** Does nothing once a run uses it again. */
  remove(): Promise<void>;
};

/**
 * What projects store on the agent for their next runs: home folders with the caches of package managers, installations,
 * mirrors of repositories; and uploaded builds. When each project was used last is recorded where no test can write.
 */
export class ProjectStores {
  readonly #folder: string;
  readonly #builds: { idle(): Promise<IdleStore[]> };
  /** How many runs of a project are open. */
  readonly #runs = new Map<string, number>();
  readonly #removals = new SingleFlight<string, void>();
  readonly #dueAtLeave = new Set<string>();
  readonly #adoptOnce = loadOnce(() => this.#adopt());

  /** @param folder of the agent */
  constructor(folder: string, builds: { idle(): Promise<IdleStore[]> }) {
    this.#folder = folder;
    this.#builds = builds;
  }

  get #uses(): string {
    return join(this.#folder, 'used');
  }

  /**
   * Keeps what the project has stored while a run of it is open.
   * @returns a function to call once the run is closed
   */
  enter(projectId: ProjectId): () => void {
    const name = projectFolderName(projectId);
    this.#runs.set(name, (this.#runs.get(name) ?? 0) + 1);
    let left = false;
    return () => {
      if (left) return;
      left = true;
      const runs = (this.#runs.get(name) ?? 1) - 1;
      if (runs > 0) return void this.#runs.set(name, runs);
      this.#runs.delete(name);
      // The next check of the disk tries again where this fails.
      if (this.#dueAtLeave.delete(name)) void this.#removeIdle(name).catch(() => undefined);
      else this.#recordUseAgain(name);
    };
  }

  /** Resolves once a run that has entered may use what is stored: a removal under way comes first. */
  async open(projectId: ProjectId): Promise<void> {
    const name = projectFolderName(projectId);
    await this.#removals.ended(name);
    this.#recordUse(name);
  }

  /** @returns the folders in which the project stores what outlasts its runs */
  foldersOf(projectId: ProjectId): string[] {
    const name = projectFolderName(projectId);
    return [join(this.#folder, 'projects', name), join(this.#folder, 'git', name)];
  }

  /** Removes all that the project stores: at once, or when its last open run is closed. */
  async remove(projectId: ProjectId): Promise<void> {
    const name = projectFolderName(projectId);
    if (this.#runs.has(name)) this.#dueAtLeave.add(name);
    else await this.#removeIdle(name);
  }

  /** @returns what no open run uses, the least recently used first */
  async idle(): Promise<IdleStore[]> {
    await this.#adoptOnce();
    const names = (await readdir(this.#uses)).filter((name) => !this.#runs.has(name));
    const projects = names.map(async (name) => ({
      name,
      usedAt: (await stat(join(this.#uses, name)).catch(() => null))?.mtimeMs ?? 0,
      remove: () => this.#removeIdle(name),
    }));
    const all = [...(await Promise.all(projects)), ...(await this.#builds.idle())];
    return all.sort((a, b) => a.usedAt - b.usedAt);
  }

  /** What an agent has stored that recorded no uses counts as used now. */
  async #adopt(): Promise<void> {
    mkdirSync(this.#uses, { recursive: true, mode: 0o700 });
    const known = new Set(await readdir(this.#uses));
    for (const parent of ['projects', 'git']) {
      const names = await readdir(join(this.#folder, parent)).catch(() => []);
      for (const name of names) {
        if (!isProjectFolder(name) || known.has(name)) continue;
        // One that was emptied says only whose user the project has.
        if ((await readdir(join(this.#folder, parent, name))).length > 0) this.#recordUse(name);
      }
    }
  }

  /** At once: a removal that comes next must not be followed by a record. */
  #recordUse(name: string): void {
    const record = join(this.#uses, name);
    const now = new Date();
    mkdirSync(this.#uses, { recursive: true, mode: 0o700 });
    writeFileSync(record, '');
    utimesSync(record, now, now);
  }

  /** Not on a full disk, where the record stays as it was when the run was opened. */
  #recordUseAgain(name: string): void {
    try {
      this.#recordUse(name);
    } catch {
      // The run is over, and must not fail any more.
    }
  }

  async #removeIdle(name: string): Promise<void> {
    if (this.#runs.has(name)) return;
    await this.#removals.join(name, () => this.#removeAll(name));
  }

  async #removeAll(name: string): Promise<void> {
    // 1. Nothing counts as installed from here on, also if the rest fails.
    await rm(join(this.#folder, 'installed', name), { recursive: true, force: true });
    // 2. The folder stays as long as there are other free users: its owner is the project's user.
    await clearAsAgent(this.#folder, join(this.#folder, 'projects', name));
    await removeAsAgent(this.#folder, join(this.#folder, 'git', name));
    // 3. Last, so that what an interrupted removal leaves is still known.
    await rm(join(this.#uses, name), { force: true });
  }
}

function isProjectFolder(name: string): boolean {
  return /^[0-9a-f]{24}$/.test(name);
}
