import type { OpenedRun } from './processHost.ts';

/** The runs whose folders are handed over, so that none outlives its agent. */
export class OpenRuns {
  readonly #open = new Set<OpenedRun>();

  /** @returns the run, which is forgotten once it is closed */
  add(run: OpenedRun): OpenedRun {
    const close = async () => {
      if (this.#open.delete(added)) await run.close();
    };
    const added = { ...run, close };
    this.#open.add(added);
    return added;
  }

  async closeAll(): Promise<void> {
    await Promise.all([...this.#open].map((run) => run.close()));
  }
}
