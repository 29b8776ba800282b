import { abortableSleep } from '@assay/concurrency';

/** Bytes of files that wait to be delivered for a unit, before its next test is reported. */
const enough = 256 * 1024 * 1024;
/** Then the next files are kept anyway: while the service is away, nothing may be lost. */
const waitAtMostMs = 60_000;

/** Counts the files of a unit's events that the service does not have yet: tests must not fill the disk with copies. */
export class UndeliveredFiles {
  readonly #limit: number;
  readonly #waitMs: number;
  readonly #bytes = new Map<number, number>();
  #acknowledgement = new AbortController();

  constructor(limit = enough, waitMs = waitAtMostMs) {
    this.#limit = limit;
    this.#waitMs = waitMs;
  }

  get bytes(): number {
    return [...this.#bytes.values()].reduce((sum, each) => sum + each, 0);
  }

  add(sequence: number, bytes: number): void {
    if (bytes > 0) this.#bytes.set(sequence, bytes);
  }

  /** The service has every event before this sequence number, with its files. */
  acknowledge(nextSequence: number): void {
    for (const sequence of this.#bytes.keys()) if (sequence < nextSequence) this.#bytes.delete(sequence);
    this.#acknowledgement.abort();
    this.#acknowledgement = new AbortController();
  }

  /** Resolves once there is room for more files: at the latest after a minute, or when the signal fires. */
  async room(signal: AbortSignal): Promise<void> {
    const over = AbortSignal.any([signal, AbortSignal.timeout(this.#waitMs)]);
    while (this.bytes >= this.#limit && !over.aborted) {
      const next = AbortSignal.any([over, this.#acknowledgement.signal]);
      await abortableSleep(this.#waitMs, next);
    }
  }
}
