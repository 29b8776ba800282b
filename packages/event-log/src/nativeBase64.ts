import streams from '@eventstore/db-client/generated/streams_pb.js';

type BytesMessage = { setData(value: Uint8Array | string): unknown };

const known = new WeakSet<BytesMessage>();

/**
 * The official client passes an event's JSON to its protobuf messages as base64, which they decode in JavaScript,
 * character by character, each time they are serialized: twice for an append, which is most of its CPU cost. Messages
 * take bytes as well, so Node decodes the base64 once. If a later client passes bytes itself, nothing is left to do.
 */
export function decodeBase64Natively(): void {
  for (const { ProposedMessage } of [streams.AppendReq, streams.BatchAppendReq]) {
    const message: BytesMessage = ProposedMessage.prototype;
    if (known.has(message)) continue;
    known.add(message);
    const setData = message.setData;
    message.setData = function (this: BytesMessage, value) {
      // A plain Uint8Array: the serializer knows it, and it is not a view of the shared buffer pool.
      return setData.call(this, typeof value === 'string' ? new Uint8Array(Buffer.from(value, 'base64')) : value);
    };
  }
}
