import { crc32 } from 'node:zlib';

/**
 * A hash over a set of records that does not depend on their order: each write adjusts it by what it removes and adds,
 * and a walk over the whole collection must arrive at the same value. It reveals a record that a damaged file silently
 * leaves out, which no checksum of a record can. Two lanes of 32 bits: it protects against accidents, not against
 * attacks.
 */
export class SetHash {
  low: number;
  high: number;

  constructor(low = 0, high = 0) {
    this.low = low;
    this.high = high;
  }

  add(recordId: number, checksum: number): void {
    this.low = (this.low + lane(recordId, checksum, 0x9e3779b9)) >>> 0;
    this.high = (this.high + lane(recordId, checksum, 0x7f4a7c15)) >>> 0;
  }

  remove(recordId: number, checksum: number): void {
    this.low = (this.low - lane(recordId, checksum, 0x9e3779b9)) >>> 0;
    this.high = (this.high - lane(recordId, checksum, 0x7f4a7c15)) >>> 0;
  }

  /** For a record whose seal is not available. */
  removeBson(recordId: number, bson: Buffer): void {
    this.remove(recordId, crc32(bson));
  }

  equals(other: SetHash): boolean {
    return this.low === other.low && this.high === other.high;
  }

  /** 16 hexadecimal digits. */
  toString(): string {
    return [this.high, this.low].map((half) => half.toString(16).padStart(8, '0')).join('');
  }
}

/** Spreads every bit of id and checksum over 32 bits (multiply and shift, as in hash finalizers). */
function lane(recordId: number, checksum: number, seed: number): number {
  let hash = Math.imul(checksum ^ seed, 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13) ^ recordId, 0xc2b2ae35);
  hash = Math.imul(hash ^ (hash >>> 16) ^ Math.floor(recordId / 0x100000000), 0x27d4eb2f);
  return hash ^ (hash >>> 15);
}
