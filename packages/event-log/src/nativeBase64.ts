import streams from '@eventstore/db-client/generated/streams_pb.js';

type BytesMessage = { setData(value: Uint8Array | string): unknown };

const known = new WeakSet<BytesMessage>();

/**
 * The official client hands an event's JSON to its messages as base64, which these decode sign by sign in JavaScript,
 * each time they are serialized: twice for an append, and that is most of what an append costs its process. A message
 * takes bytes as well; so what is handed over is decoded once, by Node. Where a later client gives bytes itself there is
 * nothing left to decode.
 */
export function decodeBase64Natively(): void {
  for (const { ProposedMessage } of [streams.AppendReq, streams.BatchAppendReq]) {
    const message: BytesMessage = ProposedMessage.prototype;
    if (known.has(message)) continue;
    known.add(message);
    const setData = message.setData;
    message.setData = function (this: BytesMessage, value) {
      // Plain bytes: what the serializer knows, and no view of a pool that others write to.
      return setData.call(this, typeof value === 'string' ? new Uint8Array(Buffer.from(value, 'base64')) : value);
    };
  }
}
