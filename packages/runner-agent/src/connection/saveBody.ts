import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { BlobId } from '@assay/contract';
import type { Response } from '@assay/proxies';

/** Writes a response body to a file. @returns the hash of its content. */
export async function saveBody(response: Response, to: string): Promise<BlobId> {
  const hash = createHash('sha256');
  const measure = new Transform({
    transform: (chunk: Buffer, _encoding, done) => {
      hash.update(chunk);
      done(null, chunk);
    },
  });
  await pipeline(response.body ? Readable.fromWeb(response.body) : Readable.from([]), measure, createWriteStream(to));
  return hash.digest('hex') as BlobId;
}
