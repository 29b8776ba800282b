import { parseEventId } from '../storage/eventId.ts';
import { invalidArgument } from './callErrors.ts';
import { ProtobufReader } from './protobufReader.ts';

const noBits = '0'.repeat(16);

/**
 * A protocol id as 32 hexadecimal digits.
 * @param encoded a `UUID` in either of its forms; when it has both, the later one counts
 * @throws CallError INVALID_ARGUMENT
 */
export function readEventId(encoded: Buffer): string {
  let text = '';
  const reader = new ProtobufReader(encoded);
  while (reader.next()) {
    if (reader.field === 1) text = readStructured(reader.bytes());
    else if (reader.field === 2) text = reader.bytes().toString('utf8');
    else reader.skip();
  }
  const id = parseEventId(text);
  if (id === undefined) throw invalidArgument(`An event's id must be a UUID; '${text}' is not.`);
  return id;
}

/** The id as two signed 64-bit numbers. */
function readStructured(encoded: Buffer): string {
  let most = noBits;
  let least = noBits;
  const reader = new ProtobufReader(encoded);
  while (reader.next()) {
    if (reader.field === 1) most = reader.int64Hex();
    else if (reader.field === 2) least = reader.int64Hex();
    else reader.skip();
  }
  return most + least;
}

/** 32 hexadecimal digits as the two signed 64-bit numbers of the protocol's structured form. */
export function toStructuredBits(id: string): { mostSignificant: string; leastSignificant: string } {
  const signed = (hex: string) => BigInt.asIntN(64, BigInt(`0x${hex}`)).toString();
  return { mostSignificant: signed(id.slice(0, 16)), leastSignificant: signed(id.slice(16)) };
}
