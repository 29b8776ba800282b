import { crc32 } from 'node:zlib';
import { DamagedStoreError } from './damagedStoreError.ts';
import { type EventToEncode, encodeReadResponse } from './encodeReadResponse.ts';

/**
 * How one event lies in the `events` table: a fixed header, then the finished gRPC `ReadResp` message, so that a read
 * copies bytes to the socket without building objects.
 *
 * | bytes | content |
 * |---|---|
 * | 0–3 | CRC-32 of everything after it |
 * | 4–9 | position (also the key: a record found under the wrong key is as damaged as one with flipped bits) |
 * | 10–15 | stream number |
 * | 16–21 | revision, or `TOMBSTONE_REVISION` |
 * | 22–27 | created, ms since 1970 |
 * | 28–43 | event id |
 * | 44–67 | offset and length, each 4 bytes, of the stream name, the type and the `RecordedEvent` inside the response |
 * | 68– | the `ReadResp` |
 */
export const recordHeaderBytes = 68;

/** One stored event; its fields are decoded from the bytes on demand. */
export class EventRecord {
  readonly #bytes: Buffer;

  /**
   * @param bytes the record as stored
   * @param position the key it was found under
   * @throws DamagedStoreError when checksum or position do not match
   */
  constructor(bytes: Buffer, position: number) {
    if (
      bytes.length < recordHeaderBytes ||
      crc32(bytes.subarray(4)) !== bytes.readUInt32LE(0) ||
      bytes.readUIntLE(4, 6) !== position
    ) {
      throw new DamagedStoreError(`The event at position ${position} is damaged on disk: its checksum does not match.`);
    }
    this.#bytes = bytes;
  }

  get position(): number {
    return this.#bytes.readUIntLE(4, 6);
  }

  get revision(): number {
    return this.#bytes.readUIntLE(16, 6);
  }

  /** Milliseconds since 1970. */
  get created(): number {
    return this.#bytes.readUIntLE(22, 6);
  }

  get streamNumber(): number {
    return this.#bytes.readUIntLE(10, 6);
  }

  /** The event id as 32 hexadecimal digits. */
  get eventId(): string {
    return this.#bytes.toString('hex', 28, 44);
  }

  get streamName(): string {
    return this.#slice(44).toString('utf8');
  }

  get type(): string {
    return this.#slice(52).toString('utf8');
  }

  /** The encoded `RecordedEvent`, for messages that carry it beside a link. */
  get recordedEvent(): Buffer {
    return this.#slice(60);
  }

  /** The encoded `ReadResp`, with the id as a string. */
  get response(): Buffer {
    return this.#bytes.subarray(recordHeaderBytes);
  }

  get byteLength(): number {
    return this.#bytes.length;
  }

  #slice(at: number): Buffer {
    const start = recordHeaderBytes + this.#bytes.readUInt32LE(at);
    return this.#bytes.subarray(start, start + this.#bytes.readUInt32LE(at + 4));
  }
}

/** What is stored: the event as the client sees it, and the number of its stream. */
export type EventToStore = EventToEncode & {
  streamNumber: number;
};

/**
 * Lays out an event for the `events` table.
 * @param allocate returns a buffer of that many bytes
 */
export function encodeEventRecord(
  event: EventToStore,
  allocate: (bytes: number) => Buffer = Buffer.allocUnsafe,
): Buffer {
  const { bytes, name, type, recordedEvent } = encodeReadResponse(event, recordHeaderBytes, allocate);
  bytes.writeUIntLE(event.position, 4, 6);
  bytes.writeUIntLE(event.streamNumber, 10, 6);
  bytes.writeUIntLE(event.revision, 16, 6);
  bytes.writeUIntLE(event.created, 22, 6);
  bytes.write(event.eventId, 28, 16, 'hex');
  let at = 44;
  for (const { offset, length } of [name, type, recordedEvent]) {
    bytes.writeUInt32LE(offset, at);
    bytes.writeUInt32LE(length, at + 4);
    at += 8;
  }
  bytes.writeUInt32LE(crc32(bytes.subarray(4)), 0);
  return bytes;
}
