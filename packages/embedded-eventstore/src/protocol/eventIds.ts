import type { UUID } from '@eventstore/db-client/generated/shared_pb.js';
import { parseEventId } from '../storage/eventId.ts';
import { invalidArgument } from './callErrors.ts';

/**
 * An id of the protocol, in either of its forms, as 32 hexadecimal digits.
 * @throws CallError INVALID_ARGUMENT
 */
export function readEventId(uuid: UUID | undefined): string {
  const structured = uuid?.getStructured();
  const text = structured
    ? hexadecimal(structured.getMostSignificantBits()) + hexadecimal(structured.getLeastSignificantBits())
    : (uuid?.getString() ?? '');
  const id = parseEventId(text);
  if (id === undefined) throw invalidArgument(`An event's id must be a UUID; '${text}' is none.`);
  return id;
}

/** 32 hexadecimal digits as the two signed 64-bit numbers of the protocol's structured form. */
export function toStructuredBits(id: string): { mostSignificant: string; leastSignificant: string } {
  const signed = (hex: string) => BigInt.asIntN(64, BigInt(`0x${hex}`)).toString();
  return { mostSignificant: signed(id.slice(0, 16)), leastSignificant: signed(id.slice(16)) };
}

function hexadecimal(signed: string): string {
  return BigInt.asUintN(64, BigInt(signed)).toString(16).padStart(16, '0');
}
