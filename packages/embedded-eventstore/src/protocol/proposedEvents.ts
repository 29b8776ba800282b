import type { UUID } from '@eventstore/db-client/generated/shared_pb.js';
import type { ProposedEvent } from '../storage/eventWriter.ts';
import { missingMetadataProperty } from './callErrors.ts';
import { readEventId } from './eventIds.ts';

/** What the proposals of Append and BatchAppend have in common. */
interface ProposedMessage {
  getId(): UUID | undefined;
  getMetadataMap(): { get(key: string): string | undefined };
  getCustomMetadata_asU8(): Uint8Array;
  getData_asU8(): Uint8Array;
}

/** @throws CallError INVALID_ARGUMENT when id, type or content type are missing */
export function readProposedEvent(message: ProposedMessage): ProposedEvent {
  const properties = message.getMetadataMap();
  const type = properties.get('type');
  if (!type) throw missingMetadataProperty('type');
  const contentType = properties.get('content-type');
  if (!contentType) throw missingMetadataProperty('content-type');
  return {
    eventId: readEventId(message.getId()),
    type,
    contentType,
    metadata: message.getCustomMetadata_asU8(),
    data: message.getData_asU8(),
  };
}

/** What an event counts against the limit. */
export function appendedBytes(event: ProposedEvent): number {
  return event.data.length + event.metadata.length + 2 * event.type.length;
}
