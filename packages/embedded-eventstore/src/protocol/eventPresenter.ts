import shared from '@eventstore/db-client/generated/shared_pb.js';
import streams, { type ReadReq } from '@eventstore/db-client/generated/streams_pb.js';
import { encodeResolvedLink } from '../storage/encodeReadResponse.ts';
import { parseEventId } from '../storage/eventId.ts';
import type { EventReader } from '../storage/eventReader.ts';
import type { EventRecord } from '../storage/eventRecord.ts';
import { readEventData } from '../storage/readEventData.ts';
import { toStructuredBits } from './eventIds.ts';

const linkType = '$>';
const linkTarget = /^(\d{1,15})@(.+)$/s;

/** Turns a stored event into the `ReadResp` that the reader asked for. */
export type EventPresenter = (event: EventRecord) => Buffer;

/**
 * Links are resolved, and ids written as two numbers, only for readers that ask for it: all others get the stored
 * bytes.
 */
export function createEventPresenter(options: ReadReq.Options, reader: EventReader): EventPresenter {
  const follow: EventPresenter = options.getResolveLinks()
    ? (event) => (event.type === linkType ? resolveLink(event, reader) : event.response)
    : (event) => event.response;
  return options.getUuidOption()?.hasString() ? follow : (event) => withStructuredIds(follow(event));
}

function resolveLink(link: EventRecord, reader: EventReader): Buffer {
  const target = linkTarget.exec(Buffer.from(readEventData(link)).toString('utf8'));
  const [, revision, streamName] = target ?? [];
  const event = streamName === undefined ? undefined : reader.eventAt(streamName, Number(revision));
  return encodeResolvedLink(event?.recordedEvent, link.recordedEvent, link.position);
}

function withStructuredIds(response: Buffer): Buffer {
  const decoded = streams.ReadResp.deserializeBinary(response);
  for (const recorded of [decoded.getEvent()?.getEvent(), decoded.getEvent()?.getLink()]) {
    const id = parseEventId(recorded?.getId()?.getString() ?? '');
    if (!recorded || id === undefined) continue;
    const { mostSignificant, leastSignificant } = toStructuredBits(id);
    const structured = new shared.UUID.Structured();
    structured.setMostSignificantBits(mostSignificant);
    structured.setLeastSignificantBits(leastSignificant);
    recorded.setId(new shared.UUID().setStructured(structured));
  }
  return Buffer.from(decoded.serializeBinary());
}
