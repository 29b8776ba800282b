import { BoundedCache } from './boundedCache.ts';
import { DamagedStoreError } from './damagedStoreError.ts';
import { decideAppend, type ExpectedRevision, type StreamBefore } from './decideAppend.ts';
import { newEventId } from './eventId.ts';
import { EventRecord, encodeEventRecord } from './eventRecord.ts';
import { metadataOfDeletedStream, metadataOfRecreatedStream } from './retention.ts';
import { ReusedBuffer } from './reusedBuffer.ts';
import type { SegmentLedger } from './segmentLedger.ts';
import { packNumber, type StoreFiles, streamIndexKey, unpackNumber } from './storeFiles.ts';
import {
  isMetadataStream,
  metadataStreamOf,
  type StreamDirectory,
  type StreamState,
  streamDescribedBy,
} from './streamDirectory.ts';
import { tombstoneRevision } from './tombstoneRevision.ts';

/** How many of the newest event ids are remembered, to recognise an append repeated without a revision. */
const maxCachedIds = 20_000;
/** How many of them are loaded when the store opens: a writer that lost its answer repeats at once. */
const idsReadAtOpening = 2_000;

const jsonContent = 'application/json';
const noBytes = new Uint8Array(0);

/** An event as proposed by a client. */
export type ProposedEvent = {
  /** 32 hexadecimal digits. */
  eventId: string;
  type: string;
  contentType: string;
  metadata: Uint8Array;
  data: Uint8Array;
};

export type WriteRequest =
  | { kind: 'append'; streamName: string; expected: ExpectedRevision; events: readonly ProposedEvent[] }
  | { kind: 'delete'; streamName: string; expected: ExpectedRevision }
  | { kind: 'tombstone'; streamName: string; expected: ExpectedRevision };

/** Revision -1 means that the stream has no events; position 0 that there is no position. */
export type WriteOutcome =
  | { kind: 'written'; revision: number; position: number }
  | { kind: 'wrongExpectedRevision'; currentRevision: number }
  | { kind: 'streamDeleted' };

/** Carries out writes inside a transaction that the caller opens. */
export class EventWriter {
  readonly #files: StoreFiles;
  readonly #streams: StreamDirectory;
  readonly #ledger: SegmentLedger;
  readonly #memory = new ReusedBuffer();
  readonly #recent = new BoundedCache<string, { streamNumber: number; revision: number }>(maxCachedIds);

  /** @throws DamagedStoreError */
  constructor(files: StoreFiles, streams: StreamDirectory, ledger: SegmentLedger) {
    this.#files = files;
    this.#streams = streams;
    this.#ledger = ledger;
    this.#reload();
  }

  /** Discards what was remembered and reads the store again. */
  #reload(): void {
    this.#recent.clear();
    this.#ledger.reload();
    const newest = [...this.#files.events.getRange({ reverse: true, limit: idsReadAtOpening })].reverse();
    const { lastPosition } = this.#ledger;
    if ((newest.at(-1)?.key ?? 0) !== lastPosition) {
      throw new DamagedStoreError(`The events up to position ${lastPosition} do not end there on disk.`);
    }
    for (const { key, value } of newest) this.#remember(value, key);
  }

  /**
   * Runs the writes and stores what goes with them. Call it once per transaction. Until {@link committed}, readers see
   * the state before.
   */
  transact(work: () => void): void {
    this.#streams.transact(() => {
      work();
      this.#ledger.flush();
      this.#streams.flush();
    });
  }

  /** Call this when the transaction is on disk: from then on readers see it. */
  committed(): void {
    this.#ledger.committed();
    this.#streams.committed();
  }

  /** Forgets the changes of a transaction that was not committed. */
  undo(): void {
    this.#streams.forget();
    this.#reload();
  }

  #remember(stored: Buffer, position: number): void {
    try {
      const { eventId, streamNumber, revision } = new EventRecord(stored, position);
      this.#recent.set(eventId, { streamNumber, revision });
    } catch (error) {
      // Its readers will be told. Here one id fewer is known, which is no reason to stop serving the rest.
      if (!(error instanceof DamagedStoreError)) throw error;
    }
  }

  /** @param now creation time of the events, in ms since 1970 */
  write(request: WriteRequest, now: number): WriteOutcome {
    switch (request.kind) {
      case 'append':
        return this.#append(request.streamName, request.expected, request.events, now);
      case 'delete':
        return this.#delete(request.streamName, request.expected, now);
      case 'tombstone':
        return this.#tombstone(request.streamName, request.expected, now);
    }
  }

  #append(name: string, expected: ExpectedRevision, events: readonly ProposedEvent[], now: number): WriteOutcome {
    const stream = this.#streams.find(name);
    const before = this.#before(stream);
    const ids = events.map((event) => event.eventId);
    const decision = decideAppend(before, expected, ids, {
      idAt: (revision) => this.#eventAt(stream, revision)?.eventId,
      recentRevision: (id) => this.#recentRevision(stream, id),
    });
    switch (decision.kind) {
      case 'streamDeleted':
      case 'wrongExpectedRevision':
        return decision;
      case 'alreadyWritten':
        return this.#writtenAt(stream, decision.lastRevision);
      case 'append':
        break;
    }
    if (events.length === 0) return this.#writtenAt(stream, before.softDeleted ? -1 : stream.lastRevision);
    if (before.softDeleted) {
      const metadata = metadataOfRecreatedStream(this.#streams.metadata(name), decision.firstRevision);
      this.#writeMetadata(name, metadata, now);
    }
    for (const event of events) this.#put(stream, stream.lastRevision + 1, event, now);
    return { kind: 'written', revision: stream.lastRevision, position: this.#ledger.lastPosition };
  }

  #delete(name: string, expected: ExpectedRevision, now: number): WriteOutcome {
    const stream = this.#streams.find(name);
    const metadataStream = this.#streams.find(metadataStreamOf(name));
    // Deleting a stream that never existed is refused even with 'any', as EventStoreDB does; metadata alone makes a
    // stream exist.
    if (!stream.tombstoned && stream.lastRevision < 0 && metadataStream.lastRevision < 0) {
      return { kind: 'wrongExpectedRevision', currentRevision: -1 };
    }
    const refused = this.#refusal(stream, expected);
    if (refused) return refused;
    this.#writeMetadata(name, metadataOfDeletedStream(this.#streams.metadata(name)), now);
    return { kind: 'written', revision: stream.lastRevision, position: this.#ledger.lastPosition };
  }

  #tombstone(name: string, expected: ExpectedRevision, now: number): WriteOutcome {
    const stream = this.#streams.find(name);
    const refused = this.#refusal(stream, expected);
    if (refused) return refused;
    const event = { type: '$streamDeleted', contentType: jsonContent, metadata: noBytes, data: Buffer.from('{}') };
    this.#put(stream, tombstoneRevision, { eventId: newEventId(), ...event }, now);
    return { kind: 'written', revision: stream.lastRevision, position: this.#ledger.lastPosition };
  }

  /** Why a delete or tombstone is refused; undefined when it is allowed. */
  #refusal(stream: StreamState, expected: ExpectedRevision): WriteOutcome | undefined {
    const decision = decideAppend(this.#before(stream), expected, [], {
      idAt: () => undefined,
      recentRevision: () => undefined,
    });
    return decision.kind === 'streamDeleted' || decision.kind === 'wrongExpectedRevision' ? decision : undefined;
  }

  #before(stream: StreamState): StreamBefore {
    const describedIsGone =
      isMetadataStream(stream.name) && this.#streams.find(streamDescribedBy(stream.name)).tombstoned;
    return {
      lastRevision: stream.lastRevision,
      tombstoned: stream.tombstoned || describedIsGone,
      softDeleted: this.#streams.retention(stream.name).softDeleted,
    };
  }

  #writeMetadata(name: string, data: Uint8Array, now: number): void {
    const stream = this.#streams.find(metadataStreamOf(name));
    const event = { type: '$metadata', contentType: jsonContent, metadata: noBytes, data };
    this.#put(stream, stream.lastRevision + 1, { eventId: newEventId(), ...event }, now);
  }

  #put(stream: StreamState, revision: number, event: ProposedEvent, now: number): void {
    this.#streams.change(stream);
    if (stream.number === 0) this.#streams.create(stream);
    const position = this.#ledger.lastPosition + 1;
    const { number: streamNumber, name: streamName } = stream;
    const { eventId, type, contentType, metadata, data } = event;
    // Properties are copied one by one: a spread made this the most expensive line of the store.
    const stored = {
      eventId,
      type,
      contentType,
      metadata,
      data,
      streamNumber,
      streamName,
      revision,
      position,
      created: now,
    };
    const record = encodeEventRecord(stored, this.#memory.take);
    this.#files.events.putSync(position, record);
    this.#ledger.add(record);
    this.#files.streamIndex.putSync(streamIndexKey(streamNumber, revision), packNumber(position));
    if (revision === tombstoneRevision) stream.tombstoned = true;
    else stream.lastRevision = revision;
    this.#recent.set(event.eventId, { streamNumber, revision });
  }

  #recentRevision(stream: StreamState, id: string): number | undefined {
    const recent = this.#recent.get(id);
    return recent && recent.streamNumber === stream.number ? recent.revision : undefined;
  }

  /** Undefined when it was scavenged. */
  #eventAt(stream: StreamState, revision: number): EventRecord | undefined {
    if (revision < stream.firstKept) return undefined;
    const position = this.#positionOf(stream, revision) ?? 0;
    const bytes = this.#files.events.get(position);
    if (!bytes) throw new DamagedStoreError(`Revision ${revision} of stream '${stream.name}' is missing on disk.`);
    return new EventRecord(bytes, position);
  }

  #positionOf(stream: StreamState, revision: number): number | undefined {
    const packed = this.#files.streamIndex.get(streamIndexKey(stream.number, revision));
    return packed && unpackNumber(packed);
  }

  #writtenAt(stream: StreamState, revision: number): WriteOutcome {
    return { kind: 'written', revision, position: revision < 0 ? 0 : (this.#positionOf(stream, revision) ?? 0) };
  }
}
