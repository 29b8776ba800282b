import { join } from 'node:path';
import { SingleFlight, withTimeout } from '@assay/concurrency';
import type { LeaseId, ProjectId, TestRunId } from '@assay/contract';
import type { Logger } from 'pino';
import { spoolFilesOf } from '../events/spoolFile.ts';
import { diskUsage } from '../process/diskUsage.ts';
import { tmpRootOf } from '../process/unitTmp.ts';
import { removedFilesUsage } from '../sandbox/removedFiles.ts';
import { sharedUsage } from '../sandbox/sharedFolders.ts';
import type { IdleStore, ProjectStores } from '../workspace/projectStores.ts';
import { removeFolder } from '../workspace/retryWhileHeld.ts';
import type { Workspaces } from '../workspace/workspaces.ts';
import type { ActiveUnits } from './activeUnits.ts';
import { type DiskSpace, freeDiskSpace, type Shortage, shortageOf } from './diskSpace.ts';

/** Part of the free space that the agent asks for before it takes work: below it, running tests have to go. */
const criticalPart = 1 / 4;
/** How long running tests are spared while something is removed, which can have millions of files. */
const defaultSpareMs = 30_000;
/** How long all runs are measured. */
const defaultMeasureMs = 30_000;
/** How long a run that was ended may take to report its end before the next run is ended. */
const endWithinMs = 2 * 60_000;
const dayMs = 24 * 60 * 60_000;
/** What a project has stored is removed when no run has used it for this long. */
const unusedMs = 14 * dayMs;

type Occupier = {
  testRunId: TestRunId;
  projectId: ProjectId;
  leases: readonly LeaseId[];
  /** Bytes or files, whichever are short. */
  used: number;
};

type EndedRun = Occupier & { endedAt: number };

/**
 * Keeps free space on the disk of the agent: tests share it with those of other accounts, with the results that wait to
 * be delivered, and often with the service. First goes what no run uses, then the run of the project that occupies most.
 */
export class DiskGuard {
  readonly #units: Pick<ActiveUnits, 'runs' | 'worksOn' | 'endRun'>;
  readonly #workspaces: Pick<Workspaces, 'removeWithStores'>;
  readonly #stores: Pick<ProjectStores, 'idle' | 'foldersOf'>;
  readonly #folder: string;
  readonly #spools: string;
  readonly #minFreeDisk: number;
  readonly #logger: Logger;
  readonly #now: () => number;
  readonly #spareMs: number;
  readonly #measureMs: number;
  readonly #ended = new Map<TestRunId, EndedRun>();
  /** When runs and projects were seen first. */
  readonly #firstSeen = new Map<TestRunId | ProjectId, number>();
  #checking = false;
  readonly #removals = new SingleFlight<'idle', void>();
  #cleanedAt = Number.NEGATIVE_INFINITY;

  /**
   * @param options.folder of the agent
   * @param options.spools the folder of results that wait to be delivered
   * @param options.minFreeDisk bytes
   * @param options.now milliseconds since 1970
   * @param options.spareMs how long running tests are spared while something is removed
   * @param options.measureMs how long runs are measured
   */
  constructor(options: {
    units: Pick<ActiveUnits, 'runs' | 'worksOn' | 'endRun'>;
    workspaces: Pick<Workspaces, 'removeWithStores'>;
    stores: Pick<ProjectStores, 'idle' | 'foldersOf'>;
    folder: string;
    spools: string;
    minFreeDisk: number;
    logger: Logger;
    now?: () => number;
    spareMs?: number;
    measureMs?: number;
  }) {
    this.#units = options.units;
    this.#workspaces = options.workspaces;
    this.#stores = options.stores;
    this.#folder = options.folder;
    this.#spools = options.spools;
    this.#minFreeDisk = options.minFreeDisk;
    this.#logger = options.logger;
    this.#now = options.now ?? Date.now;
    this.#spareMs = options.spareMs ?? defaultSpareMs;
    this.#measureMs = options.measureMs ?? defaultMeasureMs;
  }

  /**
   * To be called every second or so; a check that is under way goes on.
   * @param free of the agent's disk, as of now
   */
  async check(free: DiskSpace): Promise<void> {
    if (this.#checking) return;
    this.#checking = true;
    try {
      await this.#check(free);
    } finally {
      this.#checking = false;
    }
  }

  async #check(free: DiskSpace): Promise<void> {
    const now = this.#now();
    for (const [testRunId, { projectId }] of this.#units.runs) {
      for (const each of [testRunId, projectId]) this.#firstSeen.set(each, this.#firstSeen.get(each) ?? now);
    }
    // 1. What runs that were ended have left.
    for (const ended of this.#ended.values()) {
      if (!this.#units.worksOn(ended.testRunId)) return await this.#removeEnded(ended);
      if (now - ended.endedAt < endWithinMs) return;
    }
    // 2. At the start and once a day, what has not been used for long.
    if (now - this.#cleanedAt >= dayMs) {
      this.#cleanedAt = now;
      for (const [each, seenAt] of this.#firstSeen) if (now - seenAt >= unusedMs) this.#firstSeen.delete(each);
      await withTimeout(
        this.#removeIdle(({ usedAt }) => Promise.resolve(now - usedAt >= unusedMs)),
        this.#spareMs,
      );
    }
    if (this.#shortage(free) === null) return;
    // 3. What no run uses, until there is enough space.
    const isShort = async () => this.#shortage(await freeDiskSpace(this.#folder)) !== null;
    await withTimeout(this.#removeIdle(isShort), this.#spareMs);
    const left = await freeDiskSpace(this.#folder);
    const shortage = this.#shortage(left, criticalPart);
    if (shortage === null) return;
    // 4. A run.
    const largest = await this.#largestRun(shortage);
    if (largest === null) return;
    const message = 'the disk is nearly full, so a run of the project that occupies most of it is ended';
    this.#logger.error({ ...largest, shortage, free: left }, message);
    this.#ended.set(largest.testRunId, { ...largest, endedAt: this.#now() });
    this.#units.endRun(largest.testRunId, 'diskFull');
  }

  #shortage(free: DiskSpace, part = 1): Shortage | null {
    return shortageOf(free, this.#minFreeDisk, part);
  }

  async #removeEnded({ testRunId, projectId, leases }: EndedRun): Promise<void> {
    this.#ended.delete(testRunId);
    const removal = async () => {
      await this.#workspaces.removeWithStores(testRunId, projectId);
      // Results that the service does not have yet are sent at the next start, without their files.
      for (const lease of leases) await removeFolder(spoolFilesOf(this.#spools, lease));
    };
    await withTimeout(
      removal().catch((error) => this.#logger.warn({ err: error, testRunId }, 'a run that was ended is not removed')),
      this.#spareMs,
    );
  }

  /** One removal at a time: a later one joins it. */
  #removeIdle(due: (store: IdleStore) => Promise<boolean>): Promise<void> {
    return this.#removals.join('idle', () => this.#removeAll(due));
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

  async #largestRun(shortage: Shortage): Promise<Occupier | null> {
    const signal = AbortSignal.timeout(this.#measureMs);
    const usage = (folders: readonly string[]) => diskUsage(folders, shortage, signal);
    const all = [...this.#units.runs].filter(([testRunId]) => !this.#ended.has(testRunId));
    const projectIds = [...new Set(all.map(([, { projectId }]) => projectId))];
    const [runs, stored] = await Promise.all([
      Promise.all(
        all.map(async ([testRunId, { projectId, leases }]): Promise<Occupier> => {
          const spools = leases.map((lease) => spoolFilesOf(this.#spools, lease));
          const own = [join(this.#folder, 'workspaces', testRunId), tmpRootOf(this.#folder, testRunId), ...spools];
          return { testRunId, projectId, leases, used: await usage(own) };
        }),
      ),
      Promise.all(projectIds.map(async (each) => [each, await this.#storedBy(each, shortage, signal)] as const)),
    ]);
    const totals = new Map(stored);
    for (const { projectId, used } of runs) totals.set(projectId, (totals.get(projectId) ?? 0) + used);
    const totalOf = ({ projectId }: Occupier) => totals.get(projectId) ?? 0;
    const ageOf = (id: TestRunId | ProjectId) => this.#firstSeen.get(id) ?? 0;
    // Those that take too long to measure are the largest. A slow disk must not cost the older ones of them.
    const [largest] = runs.sort(
      (a, b) =>
        compare(totalOf(b), totalOf(a)) ||
        compare(ageOf(b.projectId), ageOf(a.projectId)) ||
        compare(b.used, a.used) ||
        compare(ageOf(b.testRunId), ageOf(a.testRunId)),
    );
    return largest ? { ...largest, used: totalOf(largest) } : null;
  }

  /** @returns what a project has besides its runs */
  async #storedBy(projectId: ProjectId, shortage: Shortage, signal: AbortSignal): Promise<number> {
    const stored = this.#stores.foldersOf(projectId);
    const elsewhere = stored.flatMap((each) => [
      sharedUsage(each, shortage, signal),
      removedFilesUsage(each, shortage, signal),
    ]);
    const all = await Promise.all([diskUsage(stored, shortage, signal), ...elsewhere]);
    return all.reduce((sum, each) => sum + each, 0);
  }
}

/** Also of infinite numbers, whose difference is not a number. */
function compare(a: number, b: number): number {
  return a === b ? 0 : a - b;
}
