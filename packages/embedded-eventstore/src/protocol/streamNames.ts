import { accessDenied, invalidArgument } from './callErrors.ts';

const noBytes = new Uint8Array(0);

/**
 * The stream name in a request.
 * @param encoded UTF-8
 * @throws CallError INVALID_ARGUMENT when it is empty
 */
export function readStreamName(encoded: Uint8Array = noBytes): string {
  const name = Buffer.from(encoded.buffer, encoded.byteOffset, encoded.length).toString('utf8');
  if (name === '' || name === '$$') throw invalidArgument('A stream needs a name.');
  return name;
}

/**
 * The name of a stream to write to.
 * @param encoded UTF-8
 * @throws CallError INVALID_ARGUMENT; PERMISSION_DENIED for $all, which cannot be written to
 */
export function readWritableStreamName(encoded: Uint8Array | undefined): string {
  const name = readStreamName(encoded);
  if (name === '$all') throw accessDenied('$all cannot be written to.');
  return name;
}
