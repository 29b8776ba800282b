import { crc32 } from 'node:zlib';
import { mongoError } from '../errors/mongoError.ts';

/**
 * A stored record is four bytes of CRC-32 and the BSON. LMDB does not check its pages: with bits flipped in its file
 * it was seen to hand out a wrong value, which no reply may carry.
 */
export function sealRecord(bson: Buffer): Buffer {
  const sealed = Buffer.allocUnsafe(bson.length + 4);
  sealed.writeUInt32LE(crc32(bson), 0);
  bson.copy(sealed, 4);
  return sealed;
}

/** The BSON inside; throws DataCorruptionDetected when it is not what was written. */
export function openRecord(sealed: Buffer, namespace: string): Buffer {
  const bson = sealed.subarray(4);
  if (sealed.length < 9 || crc32(bson) !== sealed.readUInt32LE(0)) {
    throw mongoError('DataCorruptionDetected', `a record of ${namespace} does not match its checksum`);
  }
  return bson;
}
