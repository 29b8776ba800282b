import type { OpenedRun } from './processHost.ts';

/** The runs whose folders are handed over, so that none outlives its agent. */
export class OpenRuns {
  readonly #open = new Set<OpenedRun>();

  /** @returns the run, which is closed once, and forgotten when that is done */
  add(run: OpenedRun): OpenedRun {
    let closing: Promise<void> | null = null;
    const close = () => {
      closing ??= run.close().finally(() => this.#open.delete(added));
      return closing;
    };
    const added = { ...run, close };
    this.#open.add(added);
    return added;
  }

  /** Also waits for those that are being closed: their processes would outlive the agent. */
  async closeAll(): Promise<void> {
    await Promise.all([...this.#open].map((run) => run.close()));
  }
}
