import { stat } from 'node:fs/promises';
import { Transform } from 'node:stream';
import { ArchiveError, type ArchiveLimits } from './archive.ts';

/** No real build output compresses better than this; only bombs do. */
const maxRatio = 200;
const ratioFromBytes = 64 * 1024 * 1024;

/** Counts what is unpacked from an archive and stops it before it is too much. */
export class Measure {
  bytes = 0;
  readonly #maxBytes: number;
  readonly #limits: ArchiveLimits;

  private constructor(limits: ArchiveLimits, packedBytes: number) {
    this.#limits = limits;
    this.#maxBytes = Math.min(limits.unpackedBytes, Math.max(ratioFromBytes, packedBytes * maxRatio));
  }

  static async of(path: string, limits: ArchiveLimits): Promise<Measure> {
    return new Measure(limits, (await stat(path)).size);
  }

  /** @returns a stream to send one file's content through. */
  stream(): Transform {
    return new Transform({
      transform: (chunk: Buffer, _encoding, done) => {
        this.bytes += chunk.length;
        if (this.bytes > this.#maxBytes) done(this.#tooLarge());
        else done(null, chunk);
      },
    });
  }

  #tooLarge(): ArchiveError {
    const why =
      this.#maxBytes < this.#limits.unpackedBytes
        ? `Unpacked, the archive is more than ${maxRatio} times its own size.`
        : `Unpacked, the archive is larger than ${this.#limits.unpackedBytes} bytes.`;
    return new ArchiveError('tooLarge', why);
  }
}
