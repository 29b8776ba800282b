import shared from '@eventstore/db-client/generated/shared_pb.js';
import streams from '@eventstore/db-client/generated/streams_pb.js';
import timestamps from 'google-protobuf/google/protobuf/timestamp_pb.js';
import { readAppendMessage, readBatchAppendMessage } from './appendMessages.ts';
import { toStructuredBits } from './eventIds.ts';
import { appendedBytes, readProposedEvent } from './proposedEvents.ts';

const ids = [
  'fedcba98765432100123456789abcdef',
  '0'.repeat(32),
  'f'.repeat(32),
  '7fffffffffffffff8000000000000000',
  '00000000000000010000000080000000',
];

function structured(id: string) {
  const { mostSignificant, leastSignificant } = toStructuredBits(id);
  const bits = new shared.UUID.Structured();
  bits.setMostSignificantBits(mostSignificant);
  bits.setLeastSignificantBits(leastSignificant);
  return new shared.UUID().setStructured(bits);
}

const identifier = (name: string) => new shared.StreamIdentifier().setStreamName(Buffer.from(name));

function proposal(id: string, data: Uint8Array, type = 'Ordered') {
  const message = new streams.BatchAppendReq.ProposedMessage();
  message.setId(structured(id)).setData(data).setCustomMetadata(Buffer.from('{}'));
  message.getMetadataMap().set('type', type).set('content-type', 'application/json').set('other', 'Ü');
  return message;
}

/** What the client's generated classes write is read back unchanged. */
describe('messages of appends', () => {
  it.each(ids)('hold the event with the id %s', (id) => {
    const data = Buffer.from(`{"id":"${id}"}`);
    const message = new streams.BatchAppendReq().setProposedMessagesList([proposal(id, data, 'Bestellt 🚚')]);
    const { proposed } = readBatchAppendMessage(Buffer.from(message.serializeBinary()));
    const event = readProposedEvent(proposed[0] ?? Buffer.alloc(0));
    expect(event).toEqual({
      eventId: id,
      type: 'Bestellt 🚚',
      contentType: 'application/json',
      metadata: Buffer.from('{}'),
      data,
    });
    expect(appendedBytes(event)).toBe(data.length + 2 + 2 * 'Bestellt 🚚'.length);
  });

  it('hold any number of events, of any size', () => {
    const sizes = [0, 1, 127, 128, 16_383, 16_384, 300_000];
    const message = new streams.BatchAppendReq();
    message.setProposedMessagesList(sizes.map((size) => proposal(ids[0] ?? '', Buffer.alloc(size, 'x'))));
    const { proposed } = readBatchAppendMessage(Buffer.from(message.serializeBinary()));
    expect(proposed.map((encoded) => readProposedEvent(encoded).data.length)).toEqual(sizes);
  });

  const choices: [string, (options: InstanceType<typeof streams.BatchAppendReq.Options>) => unknown, unknown][] = [
    ['any', (options) => options.setAny(empty()), 'any'],
    ['noStream', (options) => options.setNoStream(empty()), 'noStream'],
    ['streamExists', (options) => options.setStreamExists(empty()), 'streamExists'],
    ['the first revision', (options) => options.setStreamPosition('0'), 0],
    ['a later revision', (options) => options.setStreamPosition('4294967299'), 4_294_967_299],
    ['the last revision there could be', (options) => options.setStreamPosition('18446744073709551615'), 2 ** 53 - 2],
    ['nothing', () => undefined, undefined],
  ];
  it.each(choices)('require %s of a stream', (_, choose, expected) => {
    const options = new streams.BatchAppendReq.Options().setStreamIdentifier(identifier('Straße-1'));
    choose(options);
    options.setDeadline(new timestamps.Timestamp().setSeconds(1_700_000_000).setNanos(250_000_000));
    const message = new streams.BatchAppendReq().setOptions(options).setIsFinal(true);
    message.setCorrelationId(structured(ids[0] ?? ''));
    const encoded = Buffer.from(message.serializeBinary());
    expect(readBatchAppendMessage(encoded)).toEqual({
      bytes: encoded.length,
      correlationId: Buffer.from(structured(ids[0] ?? '').serializeBinary()),
      options: { streamName: Buffer.from('Straße-1'), expected, deadline: 1_700_000_000_250 },
      proposed: [],
      isFinal: true,
    });
  });

  it('of single appends hold either options or an event', () => {
    const options = new streams.AppendReq.Options().setStreamIdentifier(identifier('orders')).setRevision('7');
    const about = Buffer.from(new streams.AppendReq().setOptions(options).serializeBinary());
    expect(readAppendMessage(about)).toEqual({
      bytes: about.length,
      options: { streamName: Buffer.from('orders'), expected: 7, deadline: undefined },
      proposed: undefined,
    });
    const proposed = new streams.AppendReq.ProposedMessage().setId(new shared.UUID().setString(ids[0] ?? ''));
    proposed.getMetadataMap().set('type', 'Ordered').set('content-type', 'application/json');
    const message = readAppendMessage(
      Buffer.from(new streams.AppendReq().setProposedMessage(proposed).serializeBinary()),
    );
    expect(message.options).toBeUndefined();
    expect(readProposedEvent(message.proposed ?? Buffer.alloc(0)).eventId).toBe(ids[0]);
  });

  it('may hold fields of later versions', () => {
    const later = Buffer.from([
      0x78, 0x05, 0xfa, 0x01, 0x02, 0x01, 0x02, 0x7d, 1, 2, 3, 4, 0x79, 1, 2, 3, 4, 5, 6, 7, 8,
    ]);
    const message = new streams.BatchAppendReq().setIsFinal(true);
    expect(readBatchAppendMessage(Buffer.concat([later, message.serializeBinary()])).isFinal).toBe(true);
  });

  it('may carry a timeout instead of a deadline', () => {
    const before = Date.now();
    // options { deadline: Duration { seconds: 60 } }
    const message = readBatchAppendMessage(Buffer.from([0x12, 0x04, 0x3a, 0x02, 0x08, 60]));
    expect(message.options?.deadline).toBeGreaterThanOrEqual(before + 60_000);
    expect(message.options?.deadline).toBeLessThanOrEqual(Date.now() + 60_000);
  });

  it('are refused or read as fewer fields, wherever they are cut off', () => {
    const message = new streams.BatchAppendReq().setIsFinal(true).setCorrelationId(structured(ids[0] ?? ''));
    message.setOptions(new streams.BatchAppendReq.Options().setStreamIdentifier(identifier('orders')).setAny(empty()));
    message.setProposedMessagesList([proposal(ids[0] ?? '', Buffer.from('{}'))]);
    const whole = Buffer.from(message.serializeBinary());
    for (let length = 0; length < whole.length; length += 1) {
      const read = () => readBatchAppendMessage(whole.subarray(0, length)).isFinal;
      let isFinal = false;
      try {
        isFinal = read();
      } catch (error) {
        expect(error).toBeInstanceOf(RangeError);
      }
      expect(isFinal).toBe(false);
    }
  });

  it.each([
    ['a length beyond the message', [0x1a, 0xff, 0xff, 0xff, 0xff, 0x0f, 1]],
    ['a number that never ends', [0x20, ...Array(11).fill(0xff)]],
    ['a field without a number', [0x00, 0x01]],
    ['a group, which no message here uses', [0x2b, 0x2c]],
    ['another kind of value', [0x18, 0x01]],
  ])('are refused with %s', (_, bytes) => {
    expect(() => readBatchAppendMessage(Buffer.from(bytes))).toThrow(RangeError);
  });
});

const empty = () => new shared.Empty();
