import { stat } from 'node:fs/promises';
import { Transform } from 'node:stream';
import { ArchiveError, type ArchiveLimits } from './archive.ts';

/** Nothing that people build packs better than this; only what was made to be a bomb does. */
const greatestRatio = 200;
const ratioFromBytes = 64 * 1024 * 1024;

/** Counts what comes out of an archive, and stops it before it is too much. */
export class Measure {
  bytes = 0;
  readonly #most: number;
  readonly #limits: ArchiveLimits;

  private constructor(limits: ArchiveLimits, packedBytes: number) {
    this.#limits = limits;
    this.#most = Math.min(limits.unpackedBytes, Math.max(ratioFromBytes, packedBytes * greatestRatio));
  }

  static async of(path: string, limits: ArchiveLimits): Promise<Measure> {
    return new Measure(limits, (await stat(path)).size);
  }

  /** @returns a stream to send one file's content through. */
  stream(): Transform {
    return new Transform({
      transform: (chunk: Buffer, _encoding, done) => {
        this.bytes += chunk.length;
        if (this.bytes > this.#most) done(this.#tooLarge());
        else done(null, chunk);
      },
    });
  }

  #tooLarge(): ArchiveError {
    const why =
      this.#most < this.#limits.unpackedBytes
        ? `Unpacked, the archive is more than ${greatestRatio} times its own size.`
        : `Unpacked, the archive is larger than ${this.#limits.unpackedBytes} bytes.`;
    return new ArchiveError('tooLarge', why);
  }
}
