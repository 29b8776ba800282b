import type { StreamIdentifier } from '@eventstore/db-client/generated/shared_pb.js';
import { accessDenied, invalidArgument } from './callErrors.ts';

/**
 * The name a request gives.
 * @throws CallError INVALID_ARGUMENT when it is empty
 */
export function readStreamName(identifier: StreamIdentifier | undefined): string {
  const name = Buffer.from(identifier?.getStreamName_asU8() ?? []).toString('utf8');
  if (name === '' || name === '$$') throw invalidArgument('A stream needs a name.');
  return name;
}

/**
 * The name of a stream that is to be written to.
 * @throws CallError INVALID_ARGUMENT, PERMISSION_DENIED for $all, which holds what others wrote
 */
export function readWritableStreamName(identifier: StreamIdentifier | undefined): string {
  const name = readStreamName(identifier);
  if (name === '$all') throw accessDenied('$all cannot be written to.');
  return name;
}
