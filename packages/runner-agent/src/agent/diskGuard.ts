import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ProjectId, TestRunId } from '@assay/contract';
import type { Logger } from 'pino';
import { bytesIn } from '../process/bytesIn.ts';
import { tmpRootOf } from '../process/unitTmp.ts';
import type { IdleStore, ProjectStores } from '../workspace/projectStores.ts';
import type { Workspaces } from '../workspace/workspaces.ts';
import type { ActiveUnits } from './activeUnits.ts';
import { freeDiskSpace } from './freeDiskSpace.ts';

/** Part of the free space that the agent asks for before it takes work: below it, running tests have to go. */
const criticalPart = 1 / 4;
/** How long running tests are spared while idle stores are removed: one can have millions of files. */
const spareMs = 30_000;
const dayMs = 24 * 60 * 60_000;
/** What a project has stored is removed when no run has used it for this long. */
const unusedMs = 14 * dayMs;

type Occupier = { testRunId: TestRunId; projectId: ProjectId; bytes: number };

/**
 * Keeps free space on the disk of the agent: tests share it with those of other accounts, with the results that wait to
 * be delivered, and often with the service. First goes what no run uses, then the run of the project that occupies most.
 */
export class DiskGuard {
  readonly #units: Pick<ActiveUnits, 'runs' | 'worksOn' | 'endRun'>;
  readonly #workspaces: Pick<Workspaces, 'removeWithStores'>;
  readonly #stores: Pick<ProjectStores, 'idle' | 'foldersOf'>;
  readonly #folder: string;
  readonly #minFreeDisk: number;
  readonly #logger: Logger;
  readonly #now: () => number;
  #ending: Occupier | null = null;
  #checking = false;
  #removing: Promise<void> | null = null;
  #cleanedAt = Number.NEGATIVE_INFINITY;

  /**
   * @param options.folder of the agent
   * @param options.minFreeDisk bytes
   * @param options.now milliseconds since 1970
   */
  constructor(options: {
    units: Pick<ActiveUnits, 'runs' | 'worksOn' | 'endRun'>;
    workspaces: Pick<Workspaces, 'removeWithStores'>;
    stores: Pick<ProjectStores, 'idle' | 'foldersOf'>;
    folder: string;
    minFreeDisk: number;
    logger: Logger;
    now?: () => number;
  }) {
    this.#units = options.units;
    this.#workspaces = options.workspaces;
    this.#stores = options.stores;
    this.#folder = options.folder;
    this.#minFreeDisk = options.minFreeDisk;
    this.#logger = options.logger;
    this.#now = options.now ?? Date.now;
  }

  /**
   * To be called every second or so; a check that is under way goes on.
   * @param free bytes of the agent's disk, as of now
   */
  async check(free: number): Promise<void> {
    if (this.#checking) return;
    this.#checking = true;
    try {
      await this.#check(free);
    } finally {
      this.#checking = false;
    }
  }

  async #check(free: number): Promise<void> {
    // 1. What the run that was ended has left.
    if (this.#ending !== null) {
      const { testRunId, projectId } = this.#ending;
      if (this.#units.worksOn(testRunId)) return;
      this.#ending = null;
      return await this.#workspaces.removeWithStores(testRunId, projectId);
    }
    // 2. At the start and once a day, what has not been used for long.
    const now = this.#now();
    if (now - this.#cleanedAt >= dayMs) {
      this.#cleanedAt = now;
      await this.#spared(this.#removeIdle(({ usedAt }) => Promise.resolve(now - usedAt >= unusedMs)));
    }
    if (free >= this.#minFreeDisk) return;
    // 3. What no run uses, until there is enough space.
    await this.#spared(this.#removeIdle(async () => (await freeDiskSpace(this.#folder)) < this.#minFreeDisk));
    const left = await freeDiskSpace(this.#folder);
    if (left >= this.#minFreeDisk * criticalPart) return;
    // 4. A run.
    const largest = await this.#largestRun();
    if (largest === null) return;
    const message = 'the disk is nearly full, so a run of the project that occupies most of it is ended';
    this.#logger.error({ ...largest, free: left }, message);
    this.#ending = largest;
    this.#units.endRun(largest.testRunId, 'diskFull');
  }

  /** One removal at a time: a later one joins it. */
  #removeIdle(due: (store: IdleStore) => Promise<boolean>): Promise<void> {
    this.#removing ??= this.#removeAll(due).finally(() => {
      this.#removing = null;
    });
    return this.#removing;
  }

  async #removeAll(due: (store: IdleStore) => Promise<boolean>): Promise<void> {
    for (const store of await this.#stores.idle()) {
      if (!(await due(store))) return;
      const { name, usedAt } = store;
      const lastUse = new Date(usedAt).toISOString();
      try {
        await store.remove();
        this.#logger.info({ store: name, lastUse }, 'what a project or a build has stored was removed');
      } catch (error) {
        this.#logger.warn({ err: error, store: name, lastUse }, 'what a project has stored could not be removed');
      }
    }
  }

  async #spared(removal: Promise<void>): Promise<void> {
    const over = new AbortController();
    const late = sleep(spareMs, undefined, { signal: over.signal }).catch(() => undefined);
    await Promise.race([removal, late]);
    over.abort();
    // One that goes on is reported by the check that joins it.
    removal.catch(() => undefined);
  }

  async #largestRun(): Promise<Occupier | null> {
    const runs: Occupier[] = [];
    const projects = new Map<ProjectId, number>();
    for (const [testRunId, projectId] of this.#units.runs) {
      const own = [join(this.#folder, 'workspaces', testRunId), tmpRootOf(this.#folder, testRunId)];
      const bytes = await bytesIn(own);
      const before = projects.get(projectId) ?? (await bytesIn(this.#stores.foldersOf(projectId)));
      projects.set(projectId, before + bytes);
      runs.push({ testRunId, projectId, bytes });
    }
    const totalOf = ({ projectId }: Occupier) => projects.get(projectId) ?? 0;
    const [largest] = runs.sort((a, b) => totalOf(b) - totalOf(a) || b.bytes - a.bytes);
    return largest ? { ...largest, bytes: totalOf(largest) } : null;
  }
}
