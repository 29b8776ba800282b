import type { ProposedEvent } from '../storage/eventWriter.ts';
import { missingMetadataProperty } from './callErrors.ts';
import { readEventId } from './eventIds.ts';
import { ProtobufReader } from './protobufReader.ts';

const noBytes = Buffer.alloc(0);

/**
 * Reads the `ProposedMessage` of Append or BatchAppend, which are the same.
 * @throws CallError INVALID_ARGUMENT when type or content type are missing, or the id is invalid
 * @throws RangeError when it is not such a message
 */
export function readProposedEvent(encoded: Buffer): ProposedEvent {
  let id: Buffer = noBytes;
  let type: string | undefined;
  let contentType: string | undefined;
  let metadata: Buffer = noBytes;
  let data: Buffer = noBytes;
  const reader = new ProtobufReader(encoded);
  while (reader.next()) {
    if (reader.field === 1) id = reader.bytes();
    else if (reader.field === 2) {
      const [key, value] = readProperty(reader.bytes());
      if (key === 'type') type = value;
      else if (key === 'content-type') contentType = value;
    } else if (reader.field === 3) metadata = reader.bytes();
    else if (reader.field === 4) data = reader.bytes();
    else reader.skip();
  }
  if (!type) throw missingMetadataProperty('type');
  if (!contentType) throw missingMetadataProperty('content-type');
  return { eventId: readEventId(id), type, contentType, metadata, data };
}

/** What an event counts towards the limit. */
export function appendedBytes(event: ProposedEvent): number {
  return event.data.length + event.metadata.length + 2 * event.type.length;
}

function readProperty(encoded: Buffer): [key: string, value: string] {
  let key = '';
  let value = '';
  const reader = new ProtobufReader(encoded);
  while (reader.next()) {
    if (reader.field === 1) key = reader.bytes().toString('utf8');
    else if (reader.field === 2) value = reader.bytes().toString('utf8');
    else reader.skip();
  }
  return [key, value];
}
