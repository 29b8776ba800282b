/** Larger ones are made anew each time. */
const maxKeptBytes = 64 * 1024;

/**
 * Memory for what is needed for a moment only, one after the other. LMDB copies what it is given, and looks up the address
 * of each block of memory that it does not know: a buffer of its own for every event costs more than what is in it.
 */
export class ReusedBuffer {
  readonly #kept = Buffer.allocUnsafeSlow(maxKeptBytes);

  /** @returns so many bytes, of any content; they are good until the next ones are taken */
  readonly take = (bytes: number): Buffer =>
    bytes <= maxKeptBytes ? this.#kept.subarray(0, bytes) : Buffer.allocUnsafeSlow(bytes);
}
