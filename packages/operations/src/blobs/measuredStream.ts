import { createHash } from 'node:crypto';
import { Transform, type TransformCallback } from 'node:stream';
import type { BlobId } from '@assay/contract';
import { OperationsError } from '../operationsError.ts';

/** Passes bytes through while hashing and counting them; fails with `blob.tooLarge` beyond the limit. */
export class MeasuredStream extends Transform {
  size = 0;
  /** The stream's error, however it failed. */
  failure: Error | null = null;
  readonly #limit: number;
  readonly #hash = createHash('sha256');

  constructor(limit: number) {
    super();
    this.#limit = limit;
    // Listens from the start: an upload may fail before its file is open and anyone else listens.
    this.once('error', (error) => {
      this.failure = error;
    });
  }

  override _transform(chunk: Buffer, _encoding: BufferEncoding, done: TransformCallback): void {
    this.size += chunk.length;
    if (this.size > this.#limit) {
      done(new OperationsError('blob.tooLarge', `The content is larger than ${this.#limit} bytes.`));
      return;
    }
    this.#hash.update(chunk);
    done(null, chunk);
  }

  /** Call it once, at the end. @throws OperationsError `blob.hashMismatch` when the bytes have another SHA-256. */
  requireHash(expected: BlobId): void {
    const actual = this.#hash.digest('hex');
    if (actual === expected) return;
    throw new OperationsError('blob.hashMismatch', `The content's SHA-256 is ${actual}, not ${expected}.`);
  }
}
