import streams from '@eventstore/db-client/generated/streams_pb.js';
import type { EventRecord } from './eventRecord.ts';

/** The data of an event as written. Decodes the whole message: only for the few events that the server itself reads. */
export function readEventData(record: EventRecord): Uint8Array {
  return streams.ReadResp.ReadEvent.RecordedEvent.deserializeBinary(record.recordedEvent).getData_asU8();
}
