/** Larger buffers are allocated each time. */
const maxKeptBytes = 64 * 1024;

/**
 * Memory for short-lived values, used one at a time. LMDB copies what it is given, and looks up the address of every
 * block of memory it has not seen: a new buffer for each event costs more than its content.
 */
export class ReusedBuffer {
  readonly #kept = Buffer.allocUnsafeSlow(maxKeptBytes);

  /** @returns that many bytes with any content, valid until the next call */
  readonly take = (bytes: number): Buffer =>
    bytes <= maxKeptBytes ? this.#kept.subarray(0, bytes) : Buffer.allocUnsafeSlow(bytes);
}
