import { MalformedBson } from '../bson/readBson.ts';
import { maxMessageBytes } from './wireMessages.ts';

/** Splits a byte stream into frames by their length prefix. Throws MalformedBson for an impossible length. */
export class FrameReader {
  readonly #mostBytes: () => number;
  #chunks: Buffer[] = [];
  #length = 0;

  /** @param mostBytes of a frame, at present */
  constructor(mostBytes = () => maxMessageBytes) {
    this.#mostBytes = mostBytes;
  }

  /** Bytes received and not yet taken. */
  get buffered(): number {
    return this.#length;
  }

  push(chunk: Buffer): void {
    this.#chunks.push(chunk);
    this.#length += chunk.length;
  }

  /** The next whole frame, or undefined until more bytes arrive. */
  next(): Buffer | undefined {
    if (this.#length < 16) return undefined;
    const size = this.#peek(4).readInt32LE(0);
    if (size < 16 || size > this.#mostBytes()) throw new MalformedBson(`message length ${size}`);
    if (this.#length < size) return undefined;
    const joined = this.#peek(size);
    const frame = joined.subarray(0, size);
    this.#chunks = joined.length > size ? [joined.subarray(size), ...this.#chunks.slice(1)] : this.#chunks.slice(1);
    this.#length -= size;
    return frame;
  }

  /** Joins chunks only until the first holds `size` bytes. */
  #peek(size: number): Buffer {
    const [first] = this.#chunks;
    if (first !== undefined && first.length >= size) return first;
    const joined = Buffer.concat(this.#chunks);
    this.#chunks = [joined];
    return joined;
  }
}
