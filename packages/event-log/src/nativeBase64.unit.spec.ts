import streams from '@eventstore/db-client/generated/streams_pb.js';
import { decodeBase64Natively } from './nativeBase64.ts';

decodeBase64Natively();
decodeBase64Natively();

describe.each([
  ['a single append', streams.AppendReq.ProposedMessage],
  ['an append of many', streams.BatchAppendReq.ProposedMessage],
])("the client's message of %s", (_, Message) => {
  const json = JSON.stringify({ name: 'Zürich 🚋', empty: '' });

  it('keeps base64 as decoded bytes', () => {
    const message = new Message();
    message.setData(Buffer.from(json).toString('base64'));
    expect(message.getData()).toBeInstanceOf(Uint8Array);
    expect(Buffer.from(message.getData_asU8()).toString()).toBe(json);
  });

  it('is sent with the same bytes either way', () => {
    const [text, bytes] = [new Message(), new Message()];
    text.setData(Buffer.from(json).toString('base64'));
    bytes.setData(new Uint8Array(Buffer.from(json)));
    expect(text.serializeBinary()).toEqual(bytes.serializeBinary());
    expect(Buffer.from(Message.deserializeBinary(text.serializeBinary()).getData_asU8()).toString()).toBe(json);
  });
});
