import { closeSync, openSync, readSync, writeSync } from 'node:fs';

/** Size of the buffers for writing and reading, in bytes. */
const pieceBytes = 256 * 1024;
/** Bytes read at once where the next text is likely to be somewhere else. */
const leapBytes = 4 * 1024;

export type SpooledText = { at: number; bytes: number };

/**
 * Texts in a temporary file, to be read back in another order: an upload may be too large for memory. Reads and writes
 * are synchronous, so use it in a separate thread.
 */
export class ResultSpool {
  readonly #file: number;
  #size = 0;
  #waiting: string[] = [];
  #waitingBytes = 0;
  /** The last block read; texts are mostly requested in file order. */
  #window = Buffer.alloc(0);
  #windowAt = 0;
  #lastEnd = 0;

  constructor(path: string) {
    this.#file = openSync(path, 'w+');
  }

  add(text: string): SpooledText {
    const bytes = Buffer.byteLength(text);
    const place = { at: this.#size, bytes };
    this.#size += bytes;
    this.#waiting.push(text);
    this.#waitingBytes += bytes;
    if (this.#waitingBytes >= pieceBytes) this.#write();
    return place;
  }

  /** @returns the text's bytes, valid until the next read. */
  read({ at, bytes }: SpooledText): Buffer {
    if (this.#waiting.length > 0) this.#write();
    if (at < this.#windowAt || at + bytes > this.#windowAt + this.#window.length) {
      const ahead = at === this.#lastEnd ? pieceBytes : leapBytes;
      this.#window = Buffer.allocUnsafe(Math.min(Math.max(bytes, ahead), this.#size - at));
      this.#windowAt = at;
      for (let read = 0; read < this.#window.length; ) {
        const more = readSync(this.#file, this.#window, read, this.#window.length - read, at + read);
        if (more === 0) throw new Error('the spool of an upload is shorter than what was written to it');
        read += more;
      }
    }
    this.#lastEnd = at + bytes;
    const start = at - this.#windowAt;
    return this.#window.subarray(start, start + bytes);
  }

  close(): void {
    closeSync(this.#file);
  }

  #write(): void {
    const piece = Buffer.from(this.#waiting.join(''));
    for (let written = 0; written < piece.length; ) written += writeSync(this.#file, piece, written);
    this.#waiting = [];
    this.#waitingBytes = 0;
  }
}
