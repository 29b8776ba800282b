import { withTimeout } from '@assay/concurrency';
import type { Logger } from 'pino';

/** Accounts whose trackers are asked at the same time. */
const atOnce = 16;
/** How long others wait for the tracker of one account: it may take minutes, answer by answer. */
const turnMs = 15_000;

/**
 * Works on what accounts have at their trackers, some accounts at a time. Work at a tracker that answers slowly continues
 * after the runs of its job, and delays no other account.
 */
export class TrackerTurns<Item> {
  readonly #turnMs: number;
  /** What is not done yet, by account and tracker. */
  readonly #busy = new Map<string, Promise<void>>();

  constructor(waitMs = turnMs) {
    this.#turnMs = waitMs;
  }

  /**
   * @param groups by account and tracker; one whose work of an earlier run is not done is left out
   * @param work on one of them; its failure stops no other
   */
  async take(
    groups: ReadonlyMap<string, Item>,
    work: (key: string, group: Item) => Promise<void>,
    log: Pick<Logger, 'warn'>,
  ): Promise<void> {
    const waiting = [...groups].filter(([key]) => !this.#busy.has(key));
    const takeNext = async (): Promise<void> => {
      for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
        const [key, group] = next;
        const done = work(key, group)
          .catch((err: unknown) => log.warn({ err, of: key }, 'issues of a tracker could not be worked on'))
          .finally(() => this.#busy.delete(key));
        this.#busy.set(key, done);
        await withTimeout(done, this.#turnMs);
      }
    };
    await Promise.all(Array.from({ length: atOnce }, takeNext));
  }
}
