import type { Hash } from 'node:crypto';
import { DamagedStoreError } from '../storage/damagedStoreError.ts';
import { EventRecord } from '../storage/eventRecord.ts';
import {
  chainedHash,
  decodeSegment,
  firstPositionOf,
  isMarked,
  positionsPerSegment,
  type Segment,
  segmentOf,
} from '../storage/segmentLedger.ts';
import { streamIndexKey, unpackNumber } from '../storage/storeFiles.ts';
import type { Verification } from './verification.ts';

/**
 * Checks every event, and that every event is there that the ledger records as written and not scavenged.
 * @param hash is fed every record
 * @returns the number of events
 */
export async function checkEvents({ snapshot, report, step }: Verification, hash: Hash): Promise<number> {
  const { events, streamIndex, at } = snapshot;
  const ledger = new LedgerCheck(readLedger(), report);
  let count = 0;
  for (const { key, value } of events.getRange({ ...at })) {
    count += 1;
    if (!ledger.event(key, value)) {
      report(`After position ${ledger.position} the table of events continues with ${key}: reading stopped there.`);
      break;
    }
    hash.update(value);
    const record = recordOf(value, key);
    if (record) {
      const indexed = streamIndex.get(streamIndexKey(record.streamNumber, record.revision), at);
      if (!indexed || unpackNumber(indexed) !== key) {
        report(`The event at position ${key} is not in the index of its stream '${record.streamName}'.`);
      }
    }
    await step();
  }
  ledger.end();
  return count;

  function recordOf(bytes: Buffer, position: number): EventRecord | undefined {
    try {
      return new EventRecord(bytes, position);
    } catch (error) {
      if (!(error instanceof DamagedStoreError)) throw error;
      report(error.message);
      return undefined;
    }
  }

  function readLedger(): Map<number, Segment> {
    const segments = new Map<number, Segment>();
    for (const { key, value } of snapshot.ledger.getRange({ ...at })) {
      if (key !== segments.size) throw new DamagedStoreError(`The ledger row of segment ${segments.size} is missing.`);
      segments.set(key, decodeSegment(key, value));
    }
    return segments;
  }
}

/** Follows the events in order and compares them with the ledger. */
class LedgerCheck {
  readonly #segments: Map<number, Segment>;
  readonly #report: (problem: string) => void;
  #hash: Buffer = Buffer.alloc(32);
  #number = 0;
  /** The last position looked at. */
  position = 0;

  constructor(segments: Map<number, Segment>, report: (problem: string) => void) {
    this.#segments = segments;
    this.#report = report;
  }

  /** @returns whether the positions keep ascending, as those of an intact table do */
  event(position: number, record: Buffer): boolean {
    if (!Number.isInteger(position) || position <= this.position) return false;
    const number = segmentOf(position);
    // An event beyond all ledger rows is reported once, not for each segment in between.
    if (number >= this.#segments.size) {
      this.#report(`The event at position ${position} is not in the ledger.`);
      return position <= firstPositionOf(this.#segments.size + 1) ? this.#moveTo(position) : false;
    }
    while (this.#number < number) this.#endSegment();
    this.#missing(this.position + 1, position - 1);
    const { scavenged } = this.#segments.get(number) ?? { scavenged: Buffer.alloc(0) };
    if (isMarked(scavenged, position))
      this.#report(`The event at position ${position} is still there although it was scavenged.`);
    this.#hash = chainedHash(this.#hash, record);
    return this.#moveTo(position);
  }

  #moveTo(position: number): boolean {
    this.position = position;
    return true;
  }

  end(): void {
    while (this.#number < this.#segments.size) this.#endSegment();
  }

  #endSegment(): void {
    const segment = this.#segments.get(this.#number);
    const first = firstPositionOf(this.#number);
    if (segment) {
      const last = first + segment.written - 1;
      this.#missing(this.position + 1, last);
      if (segment.written < positionsPerSegment && this.#number < this.#segments.size - 1) {
        this.#report(`Positions ${last + 1} to ${first + positionsPerSegment - 1} were never written.`);
      }
      if (!this.#hash.equals(segment.hash)) {
        this.#report(
          `The events at positions ${first} to ${last} are not those that were written: their hash differs.`,
        );
      }
    }
    this.position = first + positionsPerSegment - 1;
    this.#hash = Buffer.alloc(32);
    this.#number += 1;
  }

  /** @param from the first position of a gap within one segment; the gap ends before `to` */
  #missing(from: number, to: number): void {
    const scavenged = this.#segments.get(segmentOf(from))?.scavenged ?? Buffer.alloc(0);
    for (let position = from; position <= to; position += 1) {
      if (!isMarked(scavenged, position)) this.#report(`The event at position ${position} is missing.`);
    }
  }
}
