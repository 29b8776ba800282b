import { pipeline, type Readable, Transform } from 'node:stream';
import { crc32 } from 'node:zlib';
import type { Entry, ZipFile } from 'yauzl';

/**
 * Opens the content of a zip's entry. It ends in an error where it is not what was packed: to look at the checksum is
 * left to us by yauzl, and only packed data that is damaged in its form fails by itself.
 */
export async function openZipContent(zip: ZipFile, entry: Entry): Promise<Readable> {
  let sum = 0;
  const check = new Transform({
    transform: (chunk: Buffer, _encoding, done) => {
      sum = crc32(chunk, sum);
      done(null, chunk);
    },
    flush: (done) => {
      done(sum === entry.crc32 ? null : new Error(`'${entry.fileName}' is damaged, its checksum is another one`));
    },
  });
  // Whoever reads is told; damaged data may be told of once more when nobody reads it any longer.
  check.on('error', () => undefined);
  return pipeline(await zip.openReadStreamPromise(entry), check, () => undefined);
}
