import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { createGzip } from 'node:zlib';

const MiB = 1024 * 1024;

/**
 * Packs nothing but zeros, a thousandth of their size, without ever having them all in memory.
 * @param mebibytes of zeros
 */
export function gzipOfZeros(mebibytes: number): Promise<Buffer> {
  const zeros = Buffer.alloc(MiB);
  const parts = Array.from({ length: mebibytes }, () => zeros);
  return buffer(Readable.from(parts).pipe(createGzip()));
}
