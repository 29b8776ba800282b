import { tooMuchUnfinished } from '../protocol/callErrors.ts';

/** All clients together may have this many bytes of unfinished appends waiting here. */
const maxBytes = 256 * 1024 * 1024;

/** The messages of unfinished appends, over all calls. */
export class UnfinishedAppends {
  #bytes = 0;

  /**
   * Makes room for a message.
   * @param bytes size of the whole message: keeping a part of it keeps all of it in memory
   * @throws CallError RESOURCE_EXHAUSTED when there is no room
   */
  take(bytes: number): void {
    if (this.#bytes + bytes > maxBytes) throw tooMuchUnfinished();
    this.#bytes += bytes;
  }

  /** Gives back what was taken, once it has been handed on or dropped. */
  release(bytes: number): void {
    this.#bytes -= bytes;
  }
}
