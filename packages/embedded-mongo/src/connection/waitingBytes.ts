/** Bytes held for slow clients by all connections together. */
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

/** Incomplete messages: a connection that exceeds the limit is closed. */
export const incomingBytes = new WaitingBytes(512 * 1024 * 1024);
/** Unread replies: beyond the limit, cursors return smaller batches. */
export const outgoingBytes = new WaitingBytes(128 * 1024 * 1024);

/** The share of one connection. */
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

  /** The total exceeds its limit, and this connection has a substantial share in it. */
  get tooMuch(): boolean {
    return this.#of.tooMuch && this.#held > 64 * 1024;
  }
}
