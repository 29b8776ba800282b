import { execFile } from 'node:child_process';
import { join } from 'node:path';
import type { TestRunId } from '@assay/contract';
import type { Logger } from 'pino';
import type { Workspaces } from '../workspace/workspaces.ts';
import type { ActiveUnits } from './activeUnits.ts';

/** Part of the free space that the agent asks for before it takes work: below it, running tests have to go. */
const criticalPart = 1 / 4;
const measureWithinMs = 30_000;

/**
 * Ends the run that occupies most of a disk that is nearly full: tests share it with those of other accounts, with the
 * results that wait to be delivered, and often with the service.
 */
export class DiskGuard {
  readonly #units: Pick<ActiveUnits, 'runs' | 'worksOn' | 'endRun'>;
  readonly #workspaces: Pick<Workspaces, 'remove'>;
  readonly #folder: string;
  readonly #minFreeDisk: number;
  readonly #logger: Logger;
  #ending: TestRunId | null = null;

  /**
   * @param options.folder of the agent
   * @param options.minFreeDisk bytes
   */
  constructor(options: {
    units: Pick<ActiveUnits, 'runs' | 'worksOn' | 'endRun'>;
    workspaces: Pick<Workspaces, 'remove'>;
    folder: string;
    minFreeDisk: number;
    logger: Logger;
  }) {
    this.#units = options.units;
    this.#workspaces = options.workspaces;
    this.#folder = options.folder;
    this.#minFreeDisk = options.minFreeDisk;
    this.#logger = options.logger;
  }

  /** @param free bytes of the agent's disk, as of now */
  async check(free: number): Promise<void> {
    if (this.#ending !== null) {
      if (this.#units.worksOn(this.#ending)) return;
      const ended = this.#ending;
      this.#ending = null;
      return await this.#workspaces.remove(ended);
    }
    if (free >= this.#minFreeDisk * criticalPart) return;
    const largest = await this.#largestRun();
    if (largest === null) return;
    this.#logger.error({ ...largest, free }, 'the disk is nearly full, so the run that occupies most of it is ended');
    this.#ending = largest.testRunId;
    this.#units.endRun(largest.testRunId, 'diskFull');
  }

  async #largestRun(): Promise<{ testRunId: TestRunId; bytes: number } | null> {
    const sizes: { testRunId: TestRunId; bytes: number }[] = [];
    for (const testRunId of this.#units.runs) {
      sizes.push({ testRunId, bytes: await bytesIn(join(this.#folder, 'workspaces', testRunId)) });
    }
    return sizes.sort((a, b) => b.bytes - a.bytes)[0] ?? null;
  }
}

/** By the system's own command, which follows no link. */
function bytesIn(folder: string): Promise<number> {
  return new Promise((resolve) => {
    const args = ['-s', '-x', '-k', '--', folder];
    // What disappears while it is measured is reported as an error, beside the sum of all else.
    execFile('du', args, { timeout: measureWithinMs }, (_error, stdout) =>
      resolve((Number.parseInt(stdout, 10) || 0) * 1024),
    );
  });
}
