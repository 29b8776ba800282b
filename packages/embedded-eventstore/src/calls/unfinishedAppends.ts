import { tooMuchUnfinished } from '../protocol/callErrors.ts';

/** Clients that begin appends and never end them may have so much waiting here, all of them together. */
const maxBytes = 256 * 1024 * 1024;

/** The messages that wait in memory for the end of their appends, over all calls. */
export class UnfinishedAppends {
  #bytes = 0;

  /**
   * Makes room for a message.
   * @param bytes of all of it: what is kept of a message keeps the whole of it in memory
   * @throws CallError RESOURCE_EXHAUSTED when there is no room
   */
  take(bytes: number): void {
    if (this.#bytes + bytes > maxBytes) throw tooMuchUnfinished();
    this.#bytes += bytes;
  }

  /** To be called with what was taken, when it is handed on or dropped. */
  release(bytes: number): void {
    this.#bytes -= bytes;
  }
}
