import { randomBytes } from 'node:crypto';
import streams from '@eventstore/db-client/generated/streams_pb.js';
import { DamagedStoreError } from './damagedStoreError.ts';
import { encodeResolvedLink } from './encodeReadResponse.ts';
import { EventRecord, type EventToStore, encodeEventRecord } from './eventRecord.ts';
import { tombstoneRevision } from './tombstoneRevision.ts';

const stored: EventToStore = {
  eventId: '0123456789abcdef0123456789abcdef',
  streamNumber: 7,
  streamName: 'größe-日本',
  revision: 300,
  position: 70_000_000_000,
  type: 'Überprüft',
  contentType: 'application/json',
  created: 1_790_000_000_123,
  metadata: Buffer.from('{"m":1}'),
  data: randomBytes(100_000),
};

const decode = (response: Buffer) => streams.ReadResp.deserializeBinary(response).getEvent();

describe('an event record', () => {
  it('returns what was put in', () => {
    const record = new EventRecord(encodeEventRecord(stored), stored.position);
    const { eventId, streamNumber, streamName, revision, position, type, created } = record;
    expect({ eventId, streamNumber, streamName, revision, position, type, created }).toEqual({
      eventId: stored.eventId,
      streamNumber: 7,
      streamName: 'größe-日本',
      revision: 300,
      position: 70_000_000_000,
      type: 'Überprüft',
      created: 1_790_000_000_123,
    });
  });

  it('holds the message that a client reads', () => {
    const event = decode(new EventRecord(encodeEventRecord(stored), stored.position).response);
    const recorded = event?.getEvent();
    expect(event?.getCommitPosition()).toBe('70000000000');
    expect(recorded?.getId()?.getString()).toBe('01234567-89ab-cdef-0123-456789abcdef');
    expect(Buffer.from(recorded?.getStreamIdentifier()?.getStreamName_asU8() ?? []).toString()).toBe('größe-日本');
    expect(recorded?.getStreamRevision()).toBe('300');
    expect([recorded?.getCommitPosition(), recorded?.getPreparePosition()]).toEqual(['70000000000', '70000000000']);
    expect(new Map(recorded?.getMetadataMap().toObject() ?? [])).toEqual(
      new Map([
        ['type', 'Überprüft'],
        ['content-type', 'application/json'],
        ['created', '17900000001230000'],
      ]),
    );
    expect(Buffer.from(recorded?.getCustomMetadata_asU8() ?? []).toString()).toBe('{"m":1}');
    expect(Buffer.from(recorded?.getData_asU8() ?? []).equals(Buffer.from(stored.data))).toBe(true);
  });

  it('reports 2^63 - 1 as the revision of a tombstone', () => {
    const tombstone = { ...stored, revision: tombstoneRevision };
    const event = decode(new EventRecord(encodeEventRecord(tombstone), stored.position).response);
    expect(event?.getEvent()?.getStreamRevision()).toBe('9223372036854775807');
  });

  it.each([0, 20, 68, 500, -1])('refuses to be read with a bit flipped at byte %i', (at) => {
    const bytes = encodeEventRecord(stored);
    const index = at < 0 ? bytes.length + at : at;
    bytes[index] = (bytes[index] ?? 0) ^ 1;
    expect(() => new EventRecord(bytes, stored.position)).toThrow(DamagedStoreError);
  });

  it('refuses to be read under another position, cut short, or empty', () => {
    const bytes = encodeEventRecord(stored);
    expect(() => new EventRecord(bytes, stored.position + 1)).toThrow(DamagedStoreError);
    expect(() => new EventRecord(bytes.subarray(0, -1), stored.position)).toThrow(DamagedStoreError);
    expect(() => new EventRecord(Buffer.alloc(0), stored.position)).toThrow(DamagedStoreError);
  });
});

describe('a resolved link', () => {
  const target = new EventRecord(encodeEventRecord(stored), stored.position);
  const link = new EventRecord(encodeEventRecord({ ...stored, revision: 1, position: 5, type: '$>' }), 5);

  it('holds target and link, at the position of the link', () => {
    const event = decode(encodeResolvedLink(target.recordedEvent, link.recordedEvent, link.position));
    expect(event?.getEvent()?.getStreamRevision()).toBe('300');
    expect(event?.getLink()?.getStreamRevision()).toBe('1');
    expect(event?.getCommitPosition()).toBe('5');
  });

  it('holds the link alone when its target is gone', () => {
    const event = decode(encodeResolvedLink(undefined, link.recordedEvent, link.position));
    expect(event?.hasEvent()).toBe(false);
    expect(event?.getLink()?.getStreamRevision()).toBe('1');
  });
});
