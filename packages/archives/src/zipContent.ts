import { pipeline, type Readable, Transform } from 'node:stream';
import { crc32 } from 'node:zlib';
import type { Entry, ZipFile } from 'yauzl';

/**
 * Opens the content of a zip entry, which ends in an error when it is not what was packed: yauzl leaves checking the
 * checksum to us, and only structurally damaged data fails by itself.
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
  // The reader gets this error; damaged data may report another one when nobody reads any longer.
  check.on('error', () => undefined);
  return pipeline(await zip.openReadStreamPromise(entry), check, () => undefined);
}
