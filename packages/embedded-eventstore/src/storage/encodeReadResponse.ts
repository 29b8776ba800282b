import { BoundedCache } from './boundedCache.ts';
import { lengthDelimited, ProtobufWriter, varintBytes } from './protobufWriter.ts';
import { tombstoneRevision } from './tombstoneRevision.ts';

/** An event with everything that a reader is sent. */
export type EventToEncode = {
  /** 32 hexadecimal digits. */
  eventId: string;
  streamName: string;
  revision: number;
  position: number;
  type: string;
  contentType: string;
  /** Milliseconds since 1970. */
  created: number;
  metadata: Uint8Array;
  data: Uint8Array;
};

/** A part of the message, as an offset from its first byte. */
export type Span = {
  offset: number;
  length: number;
};

const typeKey = Buffer.from('type');
const contentTypeKey = Buffer.from('content-type');
const createdKey = Buffer.from('created');
const ticksPerMs = '0000';
/** 2^63 - 1 as a varint: a number too large for a double. */
const lastRevisionVarint = Buffer.from('ffffffffffffffff7f', 'hex');

const uuidBytes = 36;

/** Encoded texts that recur: event types, content types, the streams of a batch. */
const encodedTexts = new BoundedCache<string, Buffer>(1_000);
/** Longer ones are not worth keeping. */
const maxCachedLength = 200;

function encodeText(text: string): Buffer {
  const known = encodedTexts.get(text);
  if (known) return known;
  const encoded = Buffer.from(text);
  if (text.length <= maxCachedLength) encodedTexts.set(text, encoded);
  return encoded;
}

const mapEntryBytes = (key: Buffer, value: Buffer) => lengthDelimited(key.length) + lengthDelimited(value.length);

/**
 * Encodes `ReadResp { event: ReadEvent { event: RecordedEvent, commit_position } }` of the streams protocol into one
 * buffer of exact size.
 * @param headroom bytes left free in front
 * @param allocate returns a buffer of that many bytes
 * @returns the buffer and, counted from the end of the headroom, the spans of name, type and the inner event
 */
export function encodeReadResponse(
  event: EventToEncode,
  headroom: number,
  allocate: (bytes: number) => Buffer,
): { bytes: Buffer; name: Span; type: Span; recordedEvent: Span } {
  const name = encodeText(event.streamName);
  const type = encodeText(event.type);
  const contentType = encodeText(event.contentType);
  const created = encodeText(`${event.created}${ticksPerMs}`);
  const isTombstone = event.revision === tombstoneRevision;
  const revisionBytes = isTombstone ? lastRevisionVarint.length : varintBytes(event.revision);
  const positionBytes = varintBytes(event.position);

  const recordedEventBytes =
    lengthDelimited(lengthDelimited(uuidBytes)) +
    lengthDelimited(lengthDelimited(name.length)) +
    (1 + revisionBytes) +
    2 * (1 + positionBytes) +
    lengthDelimited(mapEntryBytes(typeKey, type)) +
    lengthDelimited(mapEntryBytes(contentTypeKey, contentType)) +
    lengthDelimited(mapEntryBytes(createdKey, created)) +
    (event.metadata.length > 0 ? lengthDelimited(event.metadata.length) : 0) +
    (event.data.length > 0 ? lengthDelimited(event.data.length) : 0);
  const readEventBytes = lengthDelimited(recordedEventBytes) + 1 + positionBytes;

  const out = new ProtobufWriter(allocate(headroom + lengthDelimited(readEventBytes)), headroom);
  out.openMessage(1, readEventBytes);
  out.openMessage(1, recordedEventBytes);
  const recordedEventAt = out.offset;
  out.openMessage(1, lengthDelimited(uuidBytes));
  out.latin1(2, formatUuid(event.eventId));
  out.openMessage(2, lengthDelimited(name.length));
  const nameAt = out.bytes(3, name);
  if (isTombstone) out.rawVarint(3, lastRevisionVarint);
  else out.varint(3, event.revision);
  out.varint(4, event.position);
  out.varint(5, event.position);
  out.openMessage(6, mapEntryBytes(typeKey, type));
  out.bytes(1, typeKey);
  const typeAt = out.bytes(2, type);
  out.openMessage(6, mapEntryBytes(contentTypeKey, contentType));
  out.bytes(1, contentTypeKey);
  out.bytes(2, contentType);
  out.openMessage(6, mapEntryBytes(createdKey, created));
  out.bytes(1, createdKey);
  out.bytes(2, created);
  if (event.metadata.length > 0) out.bytes(7, event.metadata);
  if (event.data.length > 0) out.bytes(8, event.data);
  out.varint(3, event.position);
  return {
    bytes: out.buffer,
    name: { offset: nameAt - headroom, length: name.length },
    type: { offset: typeAt - headroom, length: type.length },
    recordedEvent: { offset: recordedEventAt - headroom, length: recordedEventBytes },
  };
}

/**
 * Encodes the same message for a link: the event it points to (when that can still be read) beside the link itself.
 * @param position the link's own position, from which a reader continues
 */
export function encodeResolvedLink(target: Buffer | undefined, link: Buffer, position: number): Buffer {
  const readEventBytes =
    (target ? lengthDelimited(target.length) : 0) + lengthDelimited(link.length) + 1 + varintBytes(position);
  const out = new ProtobufWriter(Buffer.allocUnsafe(lengthDelimited(readEventBytes)), 0);
  out.openMessage(1, readEventBytes);
  if (target) out.bytes(1, target);
  out.bytes(2, link);
  out.varint(3, position);
  return out.buffer;
}

function formatUuid(hex: string): string {
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}
