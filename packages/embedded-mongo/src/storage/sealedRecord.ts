import { crc32 } from 'node:zlib';
import { damaged } from './damage.ts';

/**
 * A stored record is four bytes of CRC-32 and its content. LMDB does not check its pages: with flipped bits in its file
 * it has been seen to return a wrong value, which no reply may contain.
 */
export function sealRecord(content: Buffer): Buffer {
  const sealed = Buffer.allocUnsafe(content.length + 4);
  sealed.writeUInt32LE(crc32(content), 0);
  content.copy(sealed, 4);
  return sealed;
}

/** The content; throws DataCorruptionDetected when it is not what was written. */
export function openRecord(sealed: Buffer, namespace: string): Buffer {
  const content = sealed.subarray(4);
  if (sealed.length < 9 || crc32(content) !== checksumOf(sealed)) {
    throw damaged(`A record of ${namespace} does not match its checksum`);
  }
  return content;
}

/** The checksum of a sealed record. */
export function checksumOf(sealed: Buffer): number {
  return sealed.readUInt32LE(0);
}
