import { existsSync } from 'node:fs';
import { mkdir, readdir, rename, rm, stat, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { ArchiveError, unpackArchive } from '@assay/archives';
import { KeyedQueue } from '@assay/concurrency';
import { type BlobId, type BuildBlob, buildLimits, type LeaseId } from '@assay/contract';
import type { ServiceClient } from '../connection/serviceClient.ts';
import { RefusedError } from '../connection/serviceErrors.ts';
import type { ProgressLog } from '../logs/progressLog.ts';
import { UnitProblem } from '../units/unitProblem.ts';
import type { IdleStore } from './projectStores.ts';

/** Number of archives that are kept for the next run of the same build. */
const maxKept = 5;
const partly = '.part';

/** Uploaded builds on this agent: each is downloaded once and kept by its hash. */
export class BuildArchives {
  readonly #folder: string;
  readonly #client: Pick<ServiceClient, 'fetchBuild'>;
  readonly #used = new Map<BlobId, number>();
  readonly #fetches = new KeyedQueue<BlobId>();

  constructor(folder: string, client: Pick<ServiceClient, 'fetchBuild'>) {
    this.#folder = folder;
    this.#client = client;
  }

  /**
   * Unpacks a build into a new folder.
   * @param lease of a unit of the run, which entitles to the download
   * @throws UnitProblem when the archive is invalid
   */
  async unpack(build: BuildBlob, lease: LeaseId, folder: string, log: ProgressLog, signal: AbortSignal): Promise<void> {
    const { blobId } = build;
    this.#used.set(blobId, (this.#used.get(blobId) ?? 0) + 1);
    try {
      const path = await this.#archive(build, lease, log, signal);
      await mkdir(folder, { recursive: true });
      const { files } = await unpackArchive(path, folder, buildLimits, signal);
      log.line(`Unpacked ${files} files.`);
    } catch (error) {
      if (error instanceof RefusedError)
        throw new UnitProblem(error.code, `The build '${build.name}': ${error.message}`);
      if (!(error instanceof ArchiveError)) throw error;
      throw new UnitProblem('build.unusable', `The build '${build.name}' cannot be unpacked. ${error.message}`);
    } finally {
      const users = (this.#used.get(blobId) ?? 1) - 1;
      if (users > 0) this.#used.set(blobId, users);
      else this.#used.delete(blobId);
      await this.#dropOld();
    }
  }

  async #archive(build: BuildBlob, lease: LeaseId, log: ProgressLog, signal: AbortSignal): Promise<string> {
    const { blobId } = build;
    const path = join(this.#folder, blobId);
    // After another run has failed to fetch it, which it reports itself, this run tries again.
    await this.#fetches.run(blobId, async () => {
      if (existsSync(path)) {
        log.line('The build is already here from an earlier run.');
        const now = new Date();
        await utimes(path, now, now);
        return;
      }
      await mkdir(this.#folder, { recursive: true, mode: 0o700 });
      const part = `${path}-${lease}${partly}`;
      try {
        await this.#client.fetchBuild(lease, build, part, signal);
        await rename(part, path);
      } finally {
        await rm(part, { force: true });
      }
    });
    return path;
  }

  /** @returns the archives that no run is unpacking, and when each was used last (milliseconds since 1970). */
  async idle(): Promise<IdleStore[]> {
    const names = await readdir(this.#folder).catch(() => []);
    const idle = names.filter((name) => !name.endsWith(partly) && !this.#used.has(name as BlobId));
    return await Promise.all(
      idle.map(async (name) => ({
        name,
        usedAt: (await stat(join(this.#folder, name)).catch(() => null))?.mtimeMs ?? 0,
        remove: async () => {
          if (!this.#used.has(name as BlobId)) await rm(join(this.#folder, name), { force: true });
        },
      })),
    );
  }

  async #dropOld(): Promise<void> {
    const old = (await this.idle()).sort((a, b) => b.usedAt - a.usedAt).slice(maxKept);
    for (const archive of old) await archive.remove();
  }
}
