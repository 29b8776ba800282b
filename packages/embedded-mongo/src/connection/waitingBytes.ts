/** Bytes that all connections together hold on behalf of slow clients. */
export class WaitingBytes {
  total = 0;
  readonly #limit: number;

  constructor(limit: number) {
    this.#limit = limit;
  }

  get tooMuch(): boolean {
    return this.total > this.#limit;
  }
}

/** Messages that have not arrived whole: the connection that goes beyond the limit is closed. */
export const incomingBytes = new WaitingBytes(512 * 1024 * 1024);
/** Replies that nobody takes: beyond the limit cursors answer smaller batches. */
export const outgoingBytes = new WaitingBytes(128 * 1024 * 1024);

/** What one connection holds of them. */
export class Share {
  readonly #of: WaitingBytes;
  #held = 0;

  constructor(of: WaitingBytes) {
    this.#of = of;
  }

  hold(bytes: number): void {
    this.#of.total += bytes - this.#held;
    this.#held = bytes;
  }

  /** All connections together hold too much, and this one has a part in it. */
  get tooMuch(): boolean {
    return this.#of.tooMuch && this.#held > 64 * 1024;
  }
}
