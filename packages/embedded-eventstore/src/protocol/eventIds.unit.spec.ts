import shared from '@eventstore/db-client/generated/shared_pb.js';
import { CallError } from './callErrors.ts';
import { readEventId, toStructuredBits } from './eventIds.ts';

const encoded = (uuid: shared.UUID) => Buffer.from(uuid.serializeBinary());

const id = 'fedcba98765432100123456789abcdef';

describe('event ids', () => {
  it('are the same from text in either case and from two numbers', () => {
    const text = new shared.UUID().setString('FEDCBA98-7654-3210-0123-456789ABCDEF');
    const { mostSignificant, leastSignificant } = toStructuredBits(id);
    const numbers = new shared.UUID.Structured();
    numbers.setMostSignificantBits(mostSignificant);
    numbers.setLeastSignificantBits(leastSignificant);
    expect(readEventId(encoded(text))).toBe(id);
    expect(readEventId(encoded(new shared.UUID().setStructured(numbers)))).toBe(id);
    expect(Number(mostSignificant)).toBeLessThan(0);
  });

  it.each(['', 'order-1', `${id}0`])('are refused when they are not UUIDs: %j', (text) => {
    expect(() => readEventId(encoded(new shared.UUID().setString(text)))).toThrow(CallError);
  });
});
