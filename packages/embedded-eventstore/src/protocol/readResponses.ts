import shared from '@eventstore/db-client/generated/shared_pb.js';
import streams from '@eventstore/db-client/generated/streams_pb.js';

/** The encoded messages of a read that carry no event. */

const encode = (response: InstanceType<typeof streams.ReadResp>) => Buffer.from(response.serializeBinary());

export const caughtUp = encode(new streams.ReadResp().setCaughtUp(new streams.ReadResp.CaughtUp()));

export const fellBehind = encode(new streams.ReadResp().setFellBehind(new streams.ReadResp.FellBehind()));

export function confirmation(subscriptionId: string): Buffer {
  const message = new streams.ReadResp.SubscriptionConfirmation().setSubscriptionId(subscriptionId);
  return encode(new streams.ReadResp().setConfirmation(message));
}

/** @param position everything up to and including it has been read */
export function checkpoint(position: number): Buffer {
  const message = new streams.ReadResp.Checkpoint();
  message.setCommitPosition(String(position));
  message.setPreparePosition(String(position));
  return encode(new streams.ReadResp().setCheckpoint(message));
}

export function streamNotFound(streamName: string): Buffer {
  const identifier = new shared.StreamIdentifier().setStreamName(Buffer.from(streamName).toString('base64'));
  const message = new streams.ReadResp.StreamNotFound().setStreamIdentifier(identifier);
  return encode(new streams.ReadResp().setStreamNotFound(message));
}
